import {
  type CallRule,
  callKindNames,
  type JobRule,
  type Misbehaviour,
  misbehaviourSchema,
  type Rule,
} from './schema.ts';

/** The parts of a call that rules match. */
export interface Matchable {
  route: string;
  path: string;
  body: string;
}

export interface Rules {
  /** Adds a rule. The returned function removes it. */
  add(rule: Misbehaviour): () => void;
  clear(): void;
  /** Returns the rules for this call and counts them as used. */
  forCall(call: Matchable): CallRule[];
  /** Returns the rules for the job that this call creates and counts them as used. */
  forJob(call: Matchable): JobRule[];
}

export function createRules(): Rules {
  const rules = new Set<Rule>();

  function take(call: Matchable, isMine: (rule: Rule) => boolean): Rule[] {
    return [...rules].filter((rule) => isMine(rule) && concerns(rule, call)).filter(use);
  }

  /** Counts the call. Returns whether the rule applies to it. */
  function use(rule: Rule): boolean {
    if (rule.skip > 0) {
      rule.skip -= 1;
      return false;
    }
    if (rule.times !== 'always') rule.times -= 1;
    if (rule.times === 0) rules.delete(rule);
    return true;
  }

  return {
    add(input) {
      const rule = misbehaviourSchema.parse(input);
      rules.add(rule);
      return () => rules.delete(rule);
    },
    clear: () => rules.clear(),
    forCall: (call) => take(call, isAboutCalls) as CallRule[],
    forJob: (call) => take(call, (rule) => !isAboutCalls(rule)) as JobRule[],
  };
}

function isAboutCalls(rule: Rule): boolean {
  return callKindNames.includes(rule.kind);
}

function concerns(rule: Rule, call: Matchable): boolean {
  if (rule.route !== undefined && rule.route !== call.route) return false;
  const text = rule.containing;
  return text === undefined || call.path.includes(text) || call.body.includes(text);
}
