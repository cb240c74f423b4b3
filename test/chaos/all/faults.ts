import type { Misbehaviour } from '../../../sandbox/service/misbehaviour/schema.ts';
import type { MisbehaviourRule } from '../../../sandbox/slack/control/misbehaviour.ts';
import { type Kind, ROUTES } from './kinds.ts';

/** Everything that can go wrong with an ask at the service, at Slack or on the way between them. */

export type Random = () => number;
export type Fault = { at: 'service'; rule: Misbehaviour } | { at: 'slack'; rule: MisbehaviourRule };

const DOWNLOAD = 'GET /files/{exportId}/{token}/{name}';

interface Subject {
  word: string;
  kind: Kind;
}
type Make = (subject: Subject, random: Random) => Fault;
type CallFault = [chance: number, make: Make, fits?: (kind: Kind) => boolean];

const create =
  (rule: object): Make =>
  ({ word, kind }) => ({
    at: 'service',
    rule: { ...rule, route: ROUTES[kind].create, containing: word } as Misbehaviour,
  });
const job =
  (rule: object): Make =>
  ({ word }) => ({ at: 'service', rule: { ...rule, containing: word } as Misbehaviour });
const poll =
  (rule: object): Make =>
  ({ kind }) => ({ at: 'service', rule: { ...rule, route: ROUTES[kind].poll } as Misbehaviour });
const download =
  (rule: object): Make =>
  () => ({ at: 'service', rule: { ...rule, route: DOWNLOAD } as Misbehaviour });
const post =
  (rule: object): Make =>
  ({ word }) => ({ at: 'slack', rule: { ...rule, method: 'chat.postMessage', containing: word } });
const call =
  (rule: object): Make =>
  (_, random) => ({ at: 'slack', rule: { ...rule, method: one(METHODS, random) } });
const outgoing =
  (deliver: 'never' | 'twice'): Make =>
  (_, random) => ({ at: 'slack', rule: { deliver, outgoing: one(OUTGOING, random) } });

/** Slack's methods that lead to an outcome; the upload's address and the app's answers among them. */
const METHODS = [
  'chat.postMessage',
  'chat.update',
  'files.getUploadURLExternal',
  'upload',
  'files.completeUploadExternal',
  'conversations.history',
  'conversations.replies',
  'conversations.info',
  'conversations.members',
  'files.info',
  'users.info',
  'views.open',
  'views.update',
  'response_url',
];
const OUTGOING = ['command', 'view_submission', 'block_actions', 'app_mention', 'message'];

const FAULTS: CallFault[] = [
  // The create call.
  [2, create({ kind: 'status', status: 429, retryAfter: 1 })],
  [2, create({ kind: 'status', status: 500 })],
  [2, create({ kind: 'status', status: 503 })],
  [2, create({ kind: 'html', status: 502 })],
  [3, create({ kind: 'cut', moment: 'before' })],
  [5, create({ kind: 'cut', moment: 'after' })],
  [2, create({ kind: 'malformed' })],
  [2, create({ kind: 'empty' })],
  [4, create({ kind: 'delay', ms: 1_500 })],
  // What becomes of it.
  [2, job({ kind: 'generation_fails' })],
  [1, job({ kind: 'generation_never_ends' }), (kind) => !isByAgent(kind)],
  [1, job({ kind: 'generation_forgotten' })],
  [4, job({ kind: 'generation_takes', ms: 5_000 })],
  [2, job({ kind: 'export_late', ms: 2_500 })],
  [1, job({ kind: 'export_late', ms: null })],
  [1, job({ kind: 'warnings', text: 'Some options were ignored' })],
  // Polls and downloads.
  [2, poll({ kind: 'status', status: 429, retryAfter: 1 })],
  [2, poll({ kind: 'status', status: 500, times: 3 })],
  [2, poll({ kind: 'status', status: 503 })],
  [2, poll({ kind: 'malformed' })],
  [1, poll({ kind: 'html', status: 200 })],
  [1, poll({ kind: 'cut', moment: 'after' })],
  [1, poll({ kind: 'delay', ms: 2_000 })],
  [2, download({ kind: 'cut', moment: 'after' })],
  [1, download({ kind: 'status', status: 503 })],
  [1, download({ kind: 'delay', ms: 1_000 })],
  // Slack.
  [4, post({ cut: 'after' })],
  [3, post({ cut: 'after', delayMs: 1_500 })],
  [2, post({ cut: 'before' })],
  [2, post({ status: 503 })],
  [2, post({ status: 500 })],
  [2, post({ status: 429, retryAfter: 1 })],
  [1, post({ garbage: true })],
  [1, post({ error: 'is_archived' })],
  [2, post({ delayMs: 1_000 })],
  [4, call({ cut: 'after' })],
  [2, call({ cut: 'before' })],
  [3, call({ status: 503 })],
  [2, call({ status: 500 })],
  [3, call({ status: 429, retryAfter: 1 })],
  [2, call({ garbage: true })],
  [2, call({ delayMs: 1_200 })],
  [1, call({ error: 'internal_error' })],
  [5, outgoing('twice')],
  [3, outgoing('never')],
];

/** A workspace has few places for these: one that never ends would keep its place from all others for the rest of the run. */
function isByAgent(kind: Kind): boolean {
  return kind === 'edit' || kind === 'thorough';
}

const MOST = 3;

/** One to three of them. */
export function someFaults(subject: Subject, random: Random): Fault[] {
  const faults = FAULTS.filter(([, , fits]) => fits?.(subject.kind) ?? true);
  const all = faults.reduce((sum, [chance]) => sum + chance, 0);
  return Array.from({ length: 1 + Math.floor(random() * MOST) }, () => {
    let rest = random() * all;
    const found = faults.find(([chance]) => {
      rest -= chance;
      return rest < 0;
    });
    const [, make] = found ?? faults[0] ?? [];
    if (!make) throw new Error('There are no faults');
    return make(subject, random);
  });
}

function one(from: readonly string[], random: Random): string {
  return from[Math.floor(random() * from.length)] ?? '';
}

/** A fault in a few words, for the table: `chat.postMessage cut after`. */
export function nameOf({ at, rule }: Fault): string {
  const {
    method,
    outgoing: sent,
    route,
    kind,
    deliver,
    cut,
    status,
    error,
    garbage,
    moment,
  } = rule as Record<string, unknown>;
  const what = [deliver, kind, moment, cut && `cut ${cut}`, status, error, garbage && 'garbage'];
  const how = what.filter((word) => word !== undefined && word !== false).join(' ') || 'late';
  return `${at}: ${String(method ?? sent ?? route ?? 'generation')} ${how}`;
}
