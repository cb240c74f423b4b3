import type { Failure, FailureReason } from '../../../generations/generation.ts';
import type { ErrorReason } from '../../../service/errors.ts';
import { sourceReasons } from '../../../sources/problem.ts';
import { capitalized, duration } from '../../../text.ts';
import type { Deployment } from '../blocks/parts.ts';
import { escaped, oneLine, optOutMarkNames, serviceText } from '../blocks/text.ts';

/** Two sentences: what happened, and what to do. */
export interface Wording {
  what: string;
  next: string;
}

interface Circumstances {
  /** Name of the reaction with which people exclude a message from documents, without colons. */
  optOutReaction?: string | undefined;
  /** End of a sentence that says how to try again, such as "ask again". */
  retry?: string;
  /** Wait that the service requested, in milliseconds. The caller must say it before `next`, because `next` then begins "After that". */
  retryAfterMs?: number | undefined;
}

const LIMIT_RAISED = 'Nothing was spent. Ask for fewer slides, or ask a Slack admin to raise the limit.';
/** Says that too few credits are left. @param of whose limit it is */
const tooFew = (of: string) => `It takes more than what is left of this month’s credits ${of}.`;

/** Returns the two sentences for a failure of any kind. @param service the service's name, already escaped */
export function failureCopy(
  reason: FailureReason,
  service: string,
  { optOutReaction, retry = 'ask again', retryAfterMs }: Circumstances = {},
): Wording {
  const Service = capitalized(service);
  const later = retryAfterMs ? `After that, ${retry}.` : `Wait some minutes, then ${retry}.`;
  const table: Record<FailureReason, Wording> = {
    no_credits: {
      what: `Your team is out of credits at ${service}.`,
      next: `Once an admin has added some, ${retry}.`,
    },
    forbidden: {
      what: `${Service} does not allow this for your workspace there.`,
      next: 'Your plan may not include something you chose: try again with fewer options, or ask an admin.',
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
    },
    not_found: {
      what: `${Service} no longer knows this document.`,
      next: 'It may have been deleted there. Ask again to have a new one made.',
    },
    conflict: {
      what: `Another change of this document is under way at ${service}.`,
      next: 'Wait until it is finished, then try again.',
    },
    rate_limited: {
      what: `${Service} is getting too many requests at the moment.`,
      next: later,
    },
    unavailable: {
      what: `${Service} is not available at the moment.`,
      next: later,
    },
    service_failed: {
      what: `${Service} couldn’t make this one.`,
      next: 'Try again; a shorter or clearer prompt often helps.',
    },
    malformed: {
      what: `${Service} answered in a way that Deckhand does not understand.`,
      next: 'It may have been made all the same, so asking again may spend credits twice. Ask an admin to look there first.',
    },
    source_unreadable: {
      what: 'Deckhand could not read the file.',
      next: 'Attach it again, or paste its text into the prompt.',
    },
    file_not_shared: {
      what: 'The file is no longer shared there, or it may not be used.',
      next: 'Ask again without it. Files of people who opted out, and of messages that are marked, do not count.',
    },
    file_scanned: {
      what: 'The PDF has pictures of its pages instead of text, as scanners make them.',
      next: 'Attach one whose text can be selected.',
    },
    file_locked: {
      what: 'The file is locked with a password.',
      next: 'Save it without one and attach that.',
    },
    file_damaged: {
      what: 'The file is damaged, so Deckhand cannot open it.',
      next: 'Save it again and attach that.',
    },
    file_too_large: {
      what: 'The file is too large for Deckhand.',
      next: 'Attach a smaller part of it, or its text.',
    },
    file_wrong_type: {
      what: 'This is not a file that Deckhand reads.',
      next: 'It reads Word (.docx), PowerPoint (.pptx), PDF, Markdown, text and CSV. Save it as one of these.',
    },
    source_empty: {
      what: 'There was no text to work with.',
      next: 'Add a prompt, or attach a file that has text in it.',
    },
    source_too_long: {
      what: `There is more text than ${service} takes, counted with everything that was asked for.`,
      next: 'Shorten it, or ask for several documents.',
    },
    source_changed: {
      what: 'The text has changed since its slides were listed.',
      next: 'Ask again to see the new list.',
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
      next: 'Join it, or ask to be added to it.',
    },
    private_elsewhere: {
      what: 'What was said in a private conversation is delivered there and nowhere else.',
      next: 'Ask for it in that conversation.',
    },
    unconnected: {
      what: `Deckhand is not connected to ${service}.`,
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
    no_longer_allowed: {
      what: 'You may no longer have this document changed.',
      next: 'Somebody who is in the conversation of the document can ask for the change.',
    },
    not_a_spender: {
      what: 'Only some people may spend credits with Deckhand here, and the person who asked is not one of them.',
      next: 'Nothing was spent. Slack admins choose who may, on Deckhand’s Home.',
    },
    groups_unknown: {
      what: 'Only some people may spend credits with Deckhand here, and Slack did not say whether the person who asked is one of them.',
      next: 'Nothing was spent. Try again in a minute.',
    },
    kind_closed: {
      what: 'Slack admins have turned this kind of document off here.',
      next: 'Nothing was spent. Choose another kind.',
    },
    credits_of_person: {
      what: tooFew('for one person'),
      next: LIMIT_RAISED,
    },
    credits_of_channel: {
      what: tooFew('for this channel'),
      next: LIMIT_RAISED,
    },
    credits_of_team: {
      what: tooFew('for this workspace'),
      next: LIMIT_RAISED,
    },
    internal: {
      what: 'Something went wrong inside Deckhand.',
      next: 'Try again. If it stays like this, tell whoever set Deckhand up, with the reference below.',
    },
  };
  return table[reason];
}

/** Returns sentences about errors of one action, such as archiving. They replace those of `failureCopy`. `service` is escaped. */
export type ActionCopy = (service: string) => Partial<Record<ErrorReason, Wording>>;

/** Maximum number of characters of the service's error message that are quoted. */
const QUOTE = 600;

/**
 * Returns a text about a failure, as mrkdwn: what happened, what the service said, and what to do.
 * @param special sentences about one action, which replace those of `failureCopy`
 */
export function problemText(
  failure: Failure,
  { serviceName }: Pick<Deployment, 'serviceName'>,
  special: ActionCopy = () => ({}),
): string {
  const service = serviceText(serviceName);
  const own: Partial<Record<FailureReason, Wording>> = { ...actionCopy(service), ...special(service) };
  const { reason, retryAfterMs } = failure;
  const { what, next } = own[reason] ?? failureCopy(reason, service, { retry: 'try again', retryAfterMs });
  return [what, causeText(failure, service), next, failure.reference && referenceText(failure.reference)]
    .filter(Boolean)
    .join(' ');
}

/**
 * Returns the cause of a failure, and the wait that the service requested; undefined if neither is known.
 * @param service the service's name, already escaped
 */
export function causeText({ retryAfterMs, ...failure }: Failure, service: string): string | undefined {
  const asks = retryAfterMs ? `${capitalized(service)} asks to wait ${duration(retryAfterMs)}.` : undefined;
  return [quoteOf(failure, service), asks].filter(Boolean).join(' ') || undefined;
}

function quoteOf({ reason, message, check }: Failure, service: string): string | undefined {
  if (check) return `Not sent, because ${escaped(oneLine(check), QUOTE)}.`;
  // Only messages of the service are quoted. For `internal` and for problems with a source, Deckhand wrote `message` for the log.
  const isOurs = reason === 'internal' || (sourceReasons as readonly string[]).includes(reason);
  const said = escaped(oneLine(message ?? ''), QUOTE);
  return said && !isOurs ? `${inWordsOf(service)}: “${said}”${/[.!?…]$/.test(said) ? '' : '.'}` : undefined;
}

export const inWordsOf = (service: string) => `In ${service}’s words`;

/**
 * Returns a phrase such as "Reference: `1a2b3c`", with an id that support can look up.
 * @param at the service's escaped name, if the text also has an id of Deckhand. The phrase then begins "Reference at …"
 */
export function referenceText(id: string, at?: string): string {
  return `Reference${at ? ` at ${at}` : ''}: \`${escaped(oneLine(id), 100)}\``;
}

/** Sentences about failed actions on finished documents. They replace the sentences of `failureCopy`, which are about making a document. */
const actionCopy: ActionCopy = (service) => ({
  insufficient_scope: {
    what: `Deckhand may only read at ${service}, not change anything.`,
    next: 'A Slack admin can connect it again, with full access, with `/deck connect`.',
  },
  malformed: {
    what: `${capitalized(service)} answered in a way that Deckhand does not understand.`,
    next: `Look at the document at ${service} before you try again: it may have been done.`,
  },
});
