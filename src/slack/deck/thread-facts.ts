import type { KnownBlock } from '@slack/types';
import type { ThreadPreview, Usable } from '../../sources/preview.ts';
import { listOf, plural } from '../../text.ts';
import { context, section } from '../kit/parts.ts';
import { moment, time } from '../kit/text.ts';

/** The messages of a thread that would be used, and those that would not and why, shown before anything is made. */
export function threadFacts(thread: Pick<ThreadPreview, 'usable'> & { isPrivate: boolean }): KnownBlock[] {
  const { usable, isPrivate } = thread;
  return [
    section(
      usable
        ? inUse(usable)
        : 'Slack lets Deckhand look at this thread again in a minute; it is read once you press Create.',
    ),
    ...context(usable && leftOut(usable), usable && only(usable), isPrivate ? PRIVATE : undefined),
  ];
}

const PRIVATE =
  ':lock: This conversation is private: what is made of it comes back here and goes nowhere else, and sharing starts at no access for others.';

/** "*12 messages* by 4 people, from … to …" */
function inUse({ messages, people, from, to }: Usable): string {
  const who = people > 0 ? ` by ${plural(people, 'person', 'people')}` : '';
  return `*${plural(messages, 'message')}*${who}, ${span(from, to)}`;
}

/** Up to this far apart, in milliseconds, the date is said once: whose it is, which day, only Slack knows. */
const ONE_SITTING = 12 * 60 * 60_000;

function span(from: number, to: number): string {
  if (to <= from) return moment(new Date(from));
  const end = to - from < ONE_SITTING ? time : moment;
  return `${moment(new Date(from), 'from ')} ${end(new Date(to), 'to ')}`;
}

function leftOut({ excluded: { marked, optedOut, asks }, isWhole }: Usable): string | undefined {
  const parts = [
    marked > 0 && `${plural(marked, 'message')} marked not to be used`,
    optedOut > 0 && `${plural(optedOut, 'message')} of people who opted out`,
    asks > 0 && `${plural(asks, 'message')} that ${asks === 1 ? 'asks' : 'ask'} Deckhand for something`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? `Left out${isWhole ? '' : ' so far'}: ${listOf(parts)}.` : undefined;
}

function only({ files, isWhole }: Usable): string | undefined {
  const named =
    files > 0 &&
    `${plural(files, 'file is', 'files are')} only named${isWhole ? '' : ' so far'}: what is in them stays in Slack.`;
  const rest = !isWhole && 'The rest is read once you press Create; Slack may give it out a page a minute.';
  return [named, rest].filter(Boolean).join(' ') || undefined;
}
