import type { RecordedCall } from '../../../sandbox/slack/control/calls.ts';
import { actions } from '../../../src/slack/bolt/routes/action-ids.ts';
import { wordsAbout } from './kinds.ts';

/** What the app has sent of each message in all its versions: a change that failed speaks of its document alone. */
export interface Sent {
  words: string[];
  buttons: string[];
}

export interface Metadata {
  event_payload?: Record<string, unknown>;
}

interface Sought {
  channel: string;
  ts: string;
  /** These find what was posted without an answer, too: the row of the outbox, and the generation that its buttons name. */
  delivery?: string | undefined;
  blocks?: unknown;
}
export type SentOf = (message: Sought) => Sent;

const METHODS = new Set(['chat.postMessage', 'chat.update']);
const BUTTONS: string[] = Object.values(actions);

/** Milliseconds between two looks at calls that have no answer yet: those that were cut never get one. */
const LOOK_MS = 200;

/** Reads on in the calls whenever it is asked. @param calls grows, and so do its entries: an answer comes later */
export function createSentOf(calls: readonly RecordedCall[]): SentOf {
  const sent = new Map<string, { words: Set<string>; buttons: Set<string> }>();
  let unanswered: RecordedCall[] = [];
  let [read, looked] = [0, 0];

  /** What was found by one of the keys is found by all of them from then on. */
  function joined(keys: string[]) {
    const known = [...new Set(keys.flatMap((key) => sent.get(key) ?? []))];
    const [one = { words: new Set(), buttons: new Set() }, ...others] = known;
    for (const other of others) {
      for (const word of other.words) one.words.add(word);
      for (const button of other.buttons) one.buttons.add(button);
      for (const [key, each] of sent) if (each === other) sent.set(key, one);
    }
    for (const key of keys) sent.set(key, one);
    return one;
  }

  function take({ args, answer }: RecordedCall): void {
    const ts = answer?.ts ?? args.ts;
    const delivery = deliveryIn(args.metadata as Metadata | undefined);
    const channel = String(answer?.channel ?? args.channel);
    const text = JSON.stringify(args.blocks ?? '');
    const keys = keysOf({ channel, ts: ts === undefined ? '' : String(ts), delivery, blocks: args.blocks });
    const { words, buttons } = joined(keys);
    for (const word of wordsAbout(args)) words.add(word);
    for (const button of BUTTONS) if (text.includes(`"${button}"`)) buttons.add(button);
  }

  function readOn(): void {
    const fresh = calls.slice(read).filter(({ method }) => METHODS.has(method));
    read = calls.length;
    fresh.forEach(take);
    unanswered.push(...fresh.filter(({ answer }) => answer === undefined));
    if (Date.now() - looked < LOOK_MS) return;
    looked = Date.now();
    unanswered.filter(({ answer }) => answer !== undefined).forEach(take);
    unanswered = unanswered.filter(({ answer }) => answer === undefined);
  }

  return (message) => {
    readOn();
    const found = keysOf(message).flatMap((key) => sent.get(key) ?? []);
    return {
      words: [...new Set(found.flatMap(({ words }) => [...words]))],
      buttons: [...new Set(found.flatMap(({ buttons }) => [...buttons]))],
    };
  };
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

function keysOf({ channel, ts, delivery, blocks }: Partial<Sought>): string[] {
  const ids = JSON.stringify(blocks ?? '').match(ID) ?? [];
  return [...(ts ? [`${channel}:${ts}`] : []), ...(delivery ? [delivery] : []), ...new Set(ids)];
}

/** From the metadata of a message of ours: the row of the outbox that it comes from. */
export function deliveryIn(metadata: Metadata | undefined): string | undefined {
  const values = Object.values(metadata?.event_payload ?? {});
  return values.find((value) => typeof value === 'string');
}
