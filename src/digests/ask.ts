import { newAsk } from '../asks/new-ask.ts';
import type { Ask } from '../asks/schema.ts';
import type { DigestSettings, Topic, Window } from './digest.ts';

/** What is known of a channel at the time of a run. */
export interface ChannelFacts {
  name: string;
  isPrivate: boolean;
}

interface Who {
  team: string;
  owner: string;
  /** Of a digest that is kept; none for a trial. */
  id?: string;
}

/** The ask of one digest: the channel's talk in the window, with what to look for in it. */
export function askFor(settings: DigestSettings, who: Who, window: Window, channel: ChannelFacts): Ask {
  const { choices } = settings;
  return newAsk({
    actor: { team: who.team, person: who.owner },
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
      // What was said in a private channel is for its members: they get it there, and nobody else may open it.
      ...(channel.isPrivate && { sharing: { workspaceAccess: 'noAccess', externalAccess: 'noAccess' } }),
      ...(who.id && { digest: { id: who.id } }),
    },
    destination: destinationOf(settings, who.owner),
  });
}

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

/** "#launch, 2 – 9 Mar 2026" */
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
 * The keys that a digest's generations are started with. They outlive what was asked, and are what a digest's generations
 * are known by.
 */

/** @param due of the run, in ISO 8601 */
export function runKey(digest: string, due: string): string {
  return `digest:${digest}:${due}`;
}

/** @param after the digest's generation before it */
export function manualRunKey(digest: string, after: string): string {
  return `digest-now:${digest}:${after}`;
}
