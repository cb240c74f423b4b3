import type { RecordedCall } from '../../../sandbox/service/calls.ts';
import { wordsOf } from '../../support/reading.ts';

import { type Kind, ROUTES, wordsAbout, wordsIn } from './kinds.ts';
import { type Asked, CARD } from './people.ts';
import { deliveryIn, type Metadata, type SentOf } from './sent.ts';

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
    where: 'the log' | 'the database' | 'what was said to Slack';
    text: string;
  }[];
  /** By what each one is. */
  secrets: [name: string, secret: string][];
  /** By team: how often its connection was lost. */
  losses: Record<string, number>;
  /** Processes that ended by themselves. */
  deaths: number;
}

export interface AskRecord {
  word: string;
  kind: Kind;
  team: string;
  /** The workspace that pays for the team. */
  workspace: string;
  /** Conversations in which its messages may stand: where it was asked for, and the person's own. */
  channels: string[];
  /** The thread that it was asked for in; of a change, its document's. */
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
  /** It may have been carried out, and no answer that says so came. */
  isLost: boolean;
  /** It was certainly not carried out. */
  isRefused: boolean;
}

export interface MessageRecord {
  team: string;
  channel: string;
  ts: string;
  thread?: string;
  text: string;
  /** From its metadata: the row of the outbox that it comes from. */
  delivery?: string;
  /** Of all versions of it. */
  words: string[];
  isCard: boolean;
  /** A card of what comes with a file. */
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
  metadata?: Metadata;
}

export function askRecord(
  { plan, kind, place, taken, ended, yeses, checks, exports }: Asked,
  { workspace, dm }: { workspace: string; dm: string },
): AskRecord {
  const channels = [...new Set([place.channel, dm])];
  const { word, team } = plan;
  return {
    ...{ word, kind, team, workspace, channels, taken, ended, yeses, checks, exports },
    ...(place.thread && { thread: place.thread }),
  };
}

/** The calls that spend credits. */
const CREATES = new Set(Object.values(ROUTES).map(({ create }) => create));

export function createRecords(calls: readonly RecordedCall[]): CreateRecord[] {
  return calls
    .filter(({ route }) => CREATES.has(route) || route === 'POST /generations/from-template')
    .map(({ route, body, by, status }) => {
      // The agent's routes say with 503 that they are busy (the service's API reference, "Errors").
      const isBusy = status === 503 && route.startsWith('POST /agent/');
      const isRefused = isBusy || (status >= 400 && status < 500);
      const isLost = !isRefused && (status === 0 || status >= 500);
      return { word: wordsIn(body)[0] ?? '', workspace: by?.workspaceId ?? '', isLost, isRefused };
    });
}

export function messageRecord(
  message: ApiMessage,
  { team, channel, sentOf }: { team: string; channel: string; sentOf: SentOf },
): MessageRecord {
  const { ts, thread_ts: thread, text, blocks, files = [], metadata } = message;
  const words = wordsOf({ text, blocks: blocks as never });
  const delivery = deliveryIn(metadata);
  const sent = sentOf({ channel, ts, delivery, blocks });
  return {
    ...{ team, channel, ts, text, isCard: CARD.test(words) },
    words: [...new Set([...wordsAbout(words), ...sent.words])],
    wantsFile: /(?:^|· )as (?:PowerPoint|PDF)|^Picture: “/im.test(words),
    buttons: sent.buttons,
    files: files.map(({ name }) => name),
    ...(thread && thread !== ts && { thread }),
    ...(delivery !== undefined && { delivery }),
  };
}
