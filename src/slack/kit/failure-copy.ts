import type { FailureReason } from '../../generations/generation.ts';
import type { Problem } from '../../service/error-meaning.ts';
import type { ErrorReason } from '../../service/errors.ts';
import type { Deployment } from './parts.ts';
import { atStart, escaped, oneLine, optOutMarkNames, serviceText } from './text.ts';

/** One plain sentence on what happened, and one on what to do about it. */
export interface Wording {
  what: string;
  next: string;
  /** true where the service's own sentence helps the person, as when it names a field */
  quote?: boolean;
}

interface Circumstances {
  /** Name of the reaction that keeps a message out, without colons. */
  optOutReaction?: string | undefined;
  /** How the person tries once more; a document is asked for. */
  retry?: string;
}

/**
 * Every reason that people are given, and every error of the service, in one table.
 * @param service the service's name, already escaped
 */
export function failureCopy(
  reason: FailureReason,
  service: string,
  { optOutReaction, retry = 'ask again' }: Circumstances = {},
): Wording {
  const Service = atStart(service);
  const table: Record<FailureReason, Wording> = {
    no_credits: {
      what: `The credits at ${service} are used up.`,
      next: `Ask whoever manages your workspace at ${service} to add credits, then ${retry}.`,
    },
    forbidden: {
      what: `${Service} does not allow this for your workspace there.`,
      next: 'Your plan may not include something you chose: try again with fewer options, or ask whoever manages that workspace.',
      quote: true,
    },
    unauthorized: {
      what: `${Service} no longer accepts Deckhand’s access.`,
      next: `A Slack admin can renew it with \`/deck connect\`; then ${retry}.`,
    },
    insufficient_scope: {
      what: `Deckhand may only read at ${service}, not make anything.`,
      next: 'A Slack admin can connect it again, with full access, with `/deck connect`.',
    },
    invalid: {
      what: `${Service} did not accept what was asked for.`,
      next: 'Change it and try again.',
      quote: true,
    },
    not_found: {
      what: `${Service} no longer knows this document.`,
      next: `Look whether it is in your workspace at ${service}; if not, ask again.`,
    },
    conflict: {
      what: `Another change of this document is under way at ${service}.`,
      next: 'Wait until it is finished, then try again.',
    },
    rate_limited: {
      what: `${Service} is getting too many requests at the moment.`,
      next: `Wait some minutes, then ${retry}.`,
    },
    unavailable: {
      what: `${Service} is not available at the moment.`,
      next: `Wait some minutes, then ${retry}.`,
    },
    service_failed: {
      what: `${Service} tried, and could not make it.`,
      next: 'Try again; a shorter or clearer prompt often helps.',
      quote: true,
    },
    malformed: {
      what: `${Service} answered in a way that Deckhand does not understand.`,
      next: `Look in your workspace at ${service} before you ask again: it may have been made there.`,
    },
    source_unreadable: {
      what: 'Deckhand could not read the file.',
      next: 'Attach it again as a .md or .txt file, or paste its text into the prompt.',
    },
    source_empty: {
      what: 'There was no text to work with.',
      next: 'Add a prompt, or attach a file that has text in it.',
    },
    source_too_long: {
      what: `The text is longer than the 400,000 characters that ${service} takes.`,
      next: 'Shorten it, or ask for several documents.',
    },
    thread_gone: {
      what: 'This thread is no longer there, or the message it began with was deleted.',
      next: 'Choose another thread, or paste what matters into `/deck`.',
    },
    thread_empty: {
      what: 'Nothing was said there that can be used.',
      next: `Joins, deleted messages, ${optOutMarkNames(optOutReaction)} and the words of people who opted out do not count.`,
    },
    not_in_channel: {
      what: 'Deckhand is not in that conversation, so it cannot read it.',
      next: 'Type `/invite @Deckhand` there, then try again.',
    },
    channel_archived: {
      what: 'This channel is archived, so nothing can be posted there any more.',
      next: 'Unarchive it, or paste what matters into `/deck`.',
    },
    not_a_member: {
      what: 'Only somebody who is in a conversation can have something made of it.',
      next: 'Ask somebody who is in it.',
    },
    private_elsewhere: {
      what: 'What was said in a private conversation is delivered there and nowhere else.',
      next: 'Ask for it in that conversation.',
    },
    unconnected: {
      what: `Deckhand is not connected to ${service} yet.`,
      next: `A Slack admin can connect it with \`/deck connect\`; then ${retry}.`,
    },
    key_refused: {
      what: `${Service} does not take the key that Deckhand was given.`,
      next: `Whoever runs Deckhand has to renew it; then ${retry}.`,
    },
    elsewhere: {
      what: `This is in the making in another workspace at ${service} than the one that is connected now.`,
      next: 'Connect that one again with `/deck connect`, or ask again.',
    },
    export_late: {
      what: `The file was not ready in time at ${service}; the document itself is there.`,
      next: 'Open the document, or choose Export to ask for the file again.',
    },
    export_failed: {
      what: `${Service} could not make the file; the document itself is there.`,
      next: 'Open the document, or choose Export to ask for the file again.',
    },
    export_too_large: {
      what: 'The file is too large for Deckhand to bring into Slack; the document itself is there.',
      next: `Open the document and download the file at ${service}.`,
    },
    picture_lost: {
      what: `${Service} made the picture, and it could not be brought into Slack.`,
      next: 'Ask for it again; that spends credits again.',
    },
    internal: {
      what: 'Something went wrong inside Deckhand.',
      next: 'Try again. If it stays like this, tell whoever set Deckhand up, with the reference below.',
    },
  };
  return table[reason];
}

/** Meanings of some errors for one action, where the general sentence would be wrong. @param service already escaped */
export type ActionCopy = (service: string) => Partial<Record<ErrorReason, Wording>>;

/** Characters of a sentence of the service that are quoted. */
const QUOTE = 600;

/** An action that the service did not do, for the person who wanted it: what happened, and what to do. mrkdwn */
export function problemText(
  { reason, message, reference }: Problem,
  { serviceName }: Pick<Deployment, 'serviceName'>,
  special: ActionCopy = () => ({}),
): string {
  const service = serviceText(serviceName);
  const copy = {
    ...failureCopy(reason, service, { retry: 'try again' }),
    ...actionCopy(service)[reason],
    ...special(service)[reason],
  };
  return [
    copy.what,
    copy.quote && message && serviceSays(service, message),
    copy.next,
    reference && referenceText(reference),
  ]
    .filter(Boolean)
    .join(' ');
}

/** The service's own sentence. @param service already escaped */
export function serviceSays(service: string, message: string): string {
  const said = escaped(oneLine(message), QUOTE);
  return `${atStart(service)} says: “${said}”${/[.!?…]$/.test(said) ? '' : '.'}`;
}

/** An id that support can look up, ours or the service's. */
export function referenceText(id: string): string {
  return `Reference: \`${escaped(oneLine(id).replaceAll('`', '’'), 100)}\``;
}

/** Where "making something" does not fit what was wanted. */
const actionCopy: ActionCopy = (service) => ({
  insufficient_scope: {
    what: `Deckhand may only read at ${service}, not change anything.`,
    next: 'A Slack admin can connect it again, with full access, with `/deck connect`.',
  },
  malformed: {
    what: `${atStart(service)} answered in a way that Deckhand does not understand.`,
    next: `Look at the document at ${service} before you try again: it may have been done.`,
  },
});
