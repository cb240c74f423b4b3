/**
 * A fault of Slack. A rule with `method` applies to calls of the app: a Web API method, `upload`, `download`,
 * `response_url`, or `*` for all. A rule with `outgoing` applies to requests to the app: an event's type (`app_mention`),
 * `command`, `block_actions`, `view_submission`, … or `*`. The method `processing` stands for the processing of an
 * upload: `delayMs` makes it longer, and with an `error` it never ends. A rule with the method `file_access` makes messages show a file
 * as in Slack Connect: only by its id.
 */
export type MisbehaviourRule = { times?: number; skip?: number } & (IncomingRule | OutgoingRule);

interface IncomingRule {
  method: string;
  /** Text that the call's arguments contain as JSON (for `processing` and `file_access` the file's name). Uploads and downloads have none. */
  containing?: string;
  /** HTTP status instead of an answer; 429 comes with `retryAfter`. */
  status?: number;
  /** Seconds. */
  retryAfter?: number;
  /** Slack's error code with status 200. For a download, Slack's sign-in page instead. */
  error?: string;
  /** Milliseconds before the call is handled. */
  delayMs?: number;
  /** Cuts the connection `before` the call is handled, or `after` it, so that only the response is lost. */
  cut?: 'before' | 'after';
  /** Responds with a text that is not JSON. */
  garbage?: boolean;
  /** Redirects a download to this URL. */
  redirectTo?: string;
}

interface OutgoingRule {
  outgoing: string;
  /** `never` drops the request, `twice` delivers it two times. */
  deliver: 'never' | 'twice';
}

/** The method for the processing of uploads. It is not a call, so rules for `*` do not apply to it. */
export const PROCESSING = 'processing';
/** The method for files in messages. It is not a call either. */
export const FILE_ACCESS = 'file_access';
const NO_CALLS = new Set([PROCESSING, FILE_ACCESS]);

type Counted<Rule> = { rule: Rule & { times?: number; skip?: number }; used: number; skipped: number };

export interface Misbehaviour {
  /** Adds a rule for `times` uses (default 1; 0 means no limit). The returned function removes it. */
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
          (rule.method === method || (rule.method === '*' && !NO_CALLS.has(method))) &&
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

/** Returns the first rule that applies, and counts this use. */
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
