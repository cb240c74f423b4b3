import type { KnownBlock } from '@slack/types';
import type { ThreadPreview, Usable } from '../../sources/preview.ts';
import { context, section } from '../kit/parts.ts';

/** What would be used of a thread, and what not and why, before anything is asked for. */
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
  const who = people > 0 ? ` by ${count(people, 'person', 'people')}` : '';
  const span = to > from ? `from ${moment(from)} to ${moment(to)}` : moment(from);
  return `*${count(messages, 'message', 'messages')}*${who}, ${span}`;
}

function leftOut({ excluded: { marked, optedOut, asks }, isWhole }: Usable): string | undefined {
  const parts = [
    marked > 0 && `${count(marked, 'message', 'messages')} marked not to be used`,
    optedOut > 0 && `${count(optedOut, 'message', 'messages')} of people who opted out`,
    asks > 0 &&
      `${count(asks, 'message', 'messages')} that ${asks === 1 ? 'asks' : 'ask'} Deckhand for something`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? `Left out${isWhole ? '' : ' so far'}: ${listed(parts)}.` : undefined;
}

/** "one, two and three" */
function listed(parts: string[]): string {
  return [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter(Boolean).join(' and ');
}

function only({ files, isWhole }: Usable): string | undefined {
  const named =
    files > 0 &&
    `${count(files, 'file is', 'files are')} only named${isWhole ? '' : ' so far'}: what is in them stays in Slack.`;
  const rest = !isWhole && 'The rest is read once you press Create; Slack may give it out a page a minute.';
  return [named, rest].filter(Boolean).join(' ') || undefined;
}

/** In the reader's own time zone; Slack fills it in. */
function moment(ms: number): string {
  const fallback = new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
  return `<!date^${Math.floor(ms / 1000)}^{date_short_pretty} at {time}|${fallback} UTC>`;
}

function count(value: number, one: string, many: string): string {
  return `${value.toLocaleString('en-US')} ${value === 1 ? one : many}`;
}
