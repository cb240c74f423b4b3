import { newAsk } from '../asks/new-ask.ts';
import type { Ask } from '../asks/schema.ts';
import type { DigestSettings, Topic, Window } from './digest.ts';
import type { ChannelFacts } from './gateway.ts';

interface Owner {
  team: string;
  owner: string;
  /** Id of the digest; missing if the settings are not saved. */
  id?: string;
}

/** Returns the ask of one run of a digest: a summary of the channel's messages in the time window. */
export function askFor(settings: DigestSettings, by: Owner, window: Window, channel: ChannelFacts): Ask {
  const { choices } = settings;
  return newAsk({
    actor: { team: by.team, person: by.owner },
    source: {
      kind: 'channel',
      channel: settings.channel,
      since: window.since.toISOString(),
      until: window.until.toISOString(),
    },
    words: instructions(settings, channel),
    choices: {
      ...choices,
      exportAs: choices.exportAs ?? 'none',
      title: titleOf(settings, window, channel),
      // The document is not shared at the service, because only members of the private channel may read it.
      ...(channel.isPrivate && { sharing: { workspaceAccess: 'noAccess', externalAccess: 'noAccess' } }),
      ...(by.id && { digest: { id: by.id } }),
    },
    destination: destinationOf(settings, by.owner),
  });
}

/** Returns the conversation or thread in which a digest is posted. */
export function destinationOf({ channel, deliverTo }: DigestSettings, owner: string): Ask['destination'] {
  if (deliverTo.kind === 'person') return { channel: deliverTo.person || owner };
  if (deliverTo.kind === 'thread' && deliverTo.threadTs) return { channel, threadTs: deliverTo.threadTs };
  return { channel };
}

const topicSentences: Record<Topic, string> = {
  decisions: 'Decisions that were taken: what, by whom and why.',
  actions: 'Action items: what is to be done, who does it, and by when where it was said.',
  questions: 'Questions that are still open, and who waits for the answer.',
  numbers: 'Numbers and dates that were named, each with what it stands for.',
};

function instructions({ focus }: DigestSettings, { name }: ChannelFacts): string {
  const wanted = focus.topics.map((topic) => `- ${topicSentences[topic]}`);
  return [
    `Sum up what was said in #${name} for people who have not read it, the most important first.`,
    ...(wanted.length > 0
      ? ['Cover these, each in a part of its own, and leave out a part that would be empty:', ...wanted]
      : []),
    ...(focus.words.trim() ? [focus.words.trim()] : []),
    'Name who said what where it matters. Say nothing that was not said.',
  ].join('\n');
}

/** Returns a title such as "#launch, 2 – 9 Mar 2026". */
function titleOf({ schedule }: DigestSettings, { since, until }: Window, { name }: ChannelFacts): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: schedule.zone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
  return `#${name}, ${format.formatRange(since, until)}`;
}

/**
 * Returns the idempotency key of a scheduled run's generation. Queries find a digest's generations by this key, because
 * asks are encrypted.
 * @param due due time of the run, in ISO 8601
 */
export function runKey(digest: string, due: string): string {
  return `digest:${digest}:${due}`;
}

/**
 * Returns the idempotency key of a manual run's generation.
 * @param previous the id of the digest's latest generation; `first` if there is none
 */
export function manualRunKey(digest: string, previous: string): string {
  return `digest-now:${digest}:${previous}`;
}
