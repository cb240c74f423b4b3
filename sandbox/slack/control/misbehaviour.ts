/**
 * How Slack can be told to misbehave. A rule about `method` meets the app's calls (`chat.postMessage`, `*`, and
 * `upload`, `download`, `response_url` for those addresses); a rule about `outgoing` meets what is sent to the app: an
 * event's type (`app_mention`), `command`, `block_actions`, `view_submission`, … or `*`. The method `processing` is what
 * Slack does with an upload once it is complete: `delayMs` lengthens it, and with any `error` it never ends.
 */
export type MisbehaviourRule = { times?: number; skip?: number } & (IncomingRule | OutgoingRule);

interface IncomingRule {
  method: string;
  /** Meets only calls whose arguments, as JSON, contain this; `upload`, `download` and `response_url` have none, `processing` the file's name. */
  containing?: string;
  /** HTTP status instead of an answer; 429 comes with `retryAfter`. */
  status?: number;
  /** Seconds. */
  retryAfter?: number;
  /** Slack's error code with status 200. */
  error?: string;
  /** Milliseconds before the call is handled. */
  delayMs?: number;
  /** The connection breaks: `before` anything is done, or `after`, so that it is done and the answer never comes. */
  cut?: 'before' | 'after';
  /** An answer that is no JSON. */
  garbage?: boolean;
}

interface OutgoingRule {
  outgoing: string;
  /** `never` loses the request on its way; `twice` delivers the same one two times. */
  deliver: 'never' | 'twice';
}

/** No call, so a rule about all calls does not meet it. */
export const PROCESSING = 'processing';

type Counted<Rule> = { rule: Rule & { times?: number; skip?: number }; used: number; skipped: number };

export interface Misbehaviour {
  /** Adds a rule; it holds `times` times (1 unless told; Infinity by `times: 0`). The function returned removes it. */
  add(rule: MisbehaviourRule): () => void;
  clear(): void;
  forCall(method: string, args?: Record<string, unknown>): IncomingRule | undefined;
  forOutgoing(kind: string): OutgoingRule | undefined;
}

export function createMisbehaviour(): Misbehaviour {
  const incoming = new Set<Counted<IncomingRule>>();
  const outgoing = new Set<Counted<OutgoingRule>>();
  return {
    add(rule) {
      if ('method' in rule) return put(incoming, rule);
      return put(outgoing, rule);
    },
    clear() {
      incoming.clear();
      outgoing.clear();
    },
    forCall: (method, args = {}) =>
      take(
        incoming,
        (rule) =>
          (rule.method === method || (rule.method === '*' && method !== PROCESSING)) &&
          JSON.stringify(args).includes(rule.containing ?? ''),
      ),
    forOutgoing: (kind) => take(outgoing, (rule) => rule.outgoing === kind || rule.outgoing === '*'),
  };
}

function put<Rule>(rules: Set<Counted<Rule>>, rule: Counted<Rule>['rule']): () => void {
  const counted = { rule, used: 0, skipped: 0 };
  rules.add(counted);
  return () => rules.delete(counted);
}

/** The first rule that fits and is not used up, counting this use. */
function take<Rule>(rules: Set<Counted<Rule>>, fits: (rule: Rule) => boolean): Rule | undefined {
  for (const counted of rules) {
    if (!fits(counted.rule)) continue;
    if (counted.skipped < (counted.rule.skip ?? 0)) {
      counted.skipped += 1;
      continue;
    }
    counted.used += 1;
    const times = counted.rule.times ?? 1;
    if (times !== 0 && counted.used >= times) rules.delete(counted);
    return counted.rule;
  }
  return undefined;
}
