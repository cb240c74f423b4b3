import type { RecordedCall } from '../../../sandbox/service/calls.ts';
import type { RecordedCall as SlackCall } from '../../../sandbox/slack/control/calls.ts';
import { actions } from '../../../src/slack/bolt/action-ids.ts';
import { wordsOf } from '../../journeys/story.ts';
import { type Asked, CARD } from './people.ts';
import { anyWord } from './plan.ts';

/** What a run is judged by: what the people know, what the stand-ins saw, and what was written down. Plain data. */
export interface RunRecord {
  asks: AskRecord[];
  /** Create calls that reached the service. */
  creates: CreateRecord[];
  messages: MessageRecord[];
  /** Words of asks that the app sent to Slack, by the team it sent them to. */
  said: { team: string; words: string[] }[];
  /** Everything that was written down, by where. */
  written: {
    where: 'the log' | 'the database' | 'the files of the database' | 'what was said to Slack';
    text: string;
  }[];
  /** By what each one is. */
  secrets: [name: string, secret: string][];
}

export interface AskRecord {
  word: string;
  team: string;
  /** The workspace that pays for the team. */
  workspace: string;
  /** Conversations in which its messages may stand: where it was asked for, and the person's own. */
  channels: string[];
  /** The thread that it was asked for in. */
  thread?: string;
  taken: boolean;
  ended: boolean;
  /** Presses of "Try again (may spend credits again)" that got through. */
  yeses: number;
  /** Other presses that may bring a further message. */
  checks: number;
  exports: number;
}

export interface CreateRecord {
  word: string;
  workspace: string;
  /** 0: the connection was cut. */
  status: number;
}

export interface MessageRecord {
  team: string;
  channel: string;
  ts: string;
  thread?: string;
  text: string;
  /** From its metadata: the row of the outbox that it comes from. */
  delivery?: string;
  words: string[];
  isCard: boolean;
  /** A card of a document that comes with a file. */
  wantsFile: boolean;
  /** The buttons of all versions of it that the app has sent. */
  buttons: string[];
  files: string[];
}

/** A message as Slack's Web API shows it. */
export interface ApiMessage {
  ts: string;
  thread_ts?: string;
  text: string;
  blocks?: unknown[];
  bot_id?: string;
  files?: { id: string; name: string }[];
  metadata?: { event_payload?: Record<string, unknown> };
}

export const wordsIn = (value: unknown): string[] => [
  ...new Set((typeof value === 'string' ? value : JSON.stringify(value ?? '')).match(anyWord) ?? []),
];

export function askRecord(
  { plan, place, taken, ended, yeses, checks, exports }: Asked,
  { workspace, dm }: { workspace: string; dm: string },
): AskRecord {
  const channels = [...new Set([place.channel, dm])];
  const { word, team } = plan;
  return {
    ...{ word, team, workspace, channels, taken, ended, yeses, checks, exports },
    ...(place.thread && { thread: place.thread }),
  };
}

/** Calls that a rule of the run's own answered with 429 have made nothing, and may come again. */
export function createRecords(calls: readonly RecordedCall[]): CreateRecord[] {
  return calls
    .filter(({ method, path }) => method === 'POST' && /\/generations(\/from-template)?$/.test(path))
    .map(({ body, by, status }) => ({
      word: wordsIn(body)[0] ?? '',
      workspace: by?.workspaceId ?? '',
      status,
    }));
}

export function messageRecord(
  message: ApiMessage,
  { team, channel, sent }: { team: string; channel: string; sent: Map<string, string[]> },
): MessageRecord {
  const { ts, thread_ts: thread, text, blocks, files = [], metadata } = message;
  const words = wordsOf({ text, blocks: blocks as never });
  const delivery = Object.values(metadata?.event_payload ?? {}).find((value) => typeof value === 'string');
  return {
    ...{ team, channel, ts, text, words: wordsIn(words), isCard: CARD.test(words) },
    wantsFile: /as PowerPoint|as PDF/.test(words),
    buttons: sent.get(`${channel}:${ts}`) ?? [],
    files: files.map(({ name }) => name),
    ...(thread && thread !== ts && { thread }),
    ...(typeof delivery === 'string' && { delivery }),
  };
}

/** The buttons that each message has had, by channel and `ts`. */
export function buttonsSent(calls: readonly SlackCall[]): Map<string, string[]> {
  const all = Object.values(actions) as string[];
  const sent = new Map<string, string[]>();
  for (const { method, args, answer } of calls) {
    if (method !== 'chat.postMessage' && method !== 'chat.update') continue;
    const key = `${String(answer?.channel ?? args.channel)}:${String(answer?.ts ?? args.ts)}`;
    const text = JSON.stringify(args.blocks ?? '');
    sent.set(key, [...(sent.get(key) ?? []), ...all.filter((action) => text.includes(`"${action}"`))]);
  }
  return sent;
}
