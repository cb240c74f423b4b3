/** Reads what an order about limits sets, for example "give Ben 20 credits a month", so that the form can be filled in with it. */

export interface LimitWords {
  /** Id of the person or channel whose limit is set. */
  id?: string | undefined;
  /** Whose limits are set. `person` and `channel`: of each one. `named`: of a person whose id is not in the sentence. */
  of?: 'person' | 'channel' | 'team' | 'named' | undefined;
  /** Credits a month. */
  credits?: number | undefined;
  /** A kind of work that is turned on or off for all. */
  kind?: 'thorough' | 'picture' | 'digest' | undefined;
  isOff?: boolean | undefined;
  /** True if only some people may spend credits. */
  isForSome?: boolean | undefined;
}

const ID = /<(?<sign>[@#])(?<id>[A-Z0-9]+)(?:\|[^>]*)?>/;
const EACH_PERSON =
  /\b(?:(?:each|every|per|any) (?:person|member|user|colleague|employee|one)|everyone|everybody|people|members|all (?:people|members|users)|jede[nrm]?|alle)\b/i;
const EACH_CHANNEL = /\b(?:(?:each|every|per|all|any) channels?|channels)\b/i;
const TEAM = /\b(?:workspace|team|company|organi[sz]ation|in total|altogether|overall)\b/i;
/** A number of credits. The second alternative is for "to 60" and "at 60". */
const CREDITS = /\b(?<count>\d{1,7}) ?(?:credits?|cr)\b|\b(?:to|at|of|is|=) (?<alone>\d{1,7})\b/i;
const NONE =
  /^(?:please |can i |how do i |could you )*(?:block|ban|exclude|stop|lock|remove)\b|\bno credits\b/i;
const NAMED =
  /\b(?:give|limit|cap|raise|lower|increase|block|ban|unblock|exclude|stop|set|reset|let) (?!(?:the|a|an|my|our|all|each|every|it|this|that|limits?|guests?|somebody|someone|one|people|credits?)\b)@?\p{L}{2,}/iu;
const KINDS = [
  ['digest', /\bdigests?\b/i],
  ['picture', /\b(?:pictures?|images?|drawings?)\b/i],
  ['thorough', /\bthorough\b/i],
] as const;
const OFF = /\b(?:off|disable|forbid|ban|stop|no|without|don[’']?t|nobody|block)\b/i;
const FOR_SOME = /^only\b|\bonly (?:the )?[\p{L} ]{2,40} (?:may|can|should)\b/iu;

/** @param mrkdwn the sentence, with people and channels as Slack writes them */
export function limitWords(mrkdwn: string): LimitWords {
  const { sign, id } = ID.exec(mrkdwn)?.groups ?? {};
  const text = mrkdwn.replace(/<[^>]*>/g, ' ');
  const { count, alone } = CREDITS.exec(text)?.groups ?? {};
  const said = count ?? alone;
  const credits = said === undefined ? (NONE.test(text) ? 0 : undefined) : Number(said);
  if (id) return { id, of: sign === '@' ? 'person' : 'channel', credits };
  if (FOR_SOME.test(text)) return { isForSome: true };
  const kind =
    credits === undefined || credits === 0 ? KINDS.find(([, word]) => word.test(text))?.[0] : undefined;
  if (kind) return { kind, isOff: OFF.test(text) };
  const of = EACH_PERSON.test(text)
    ? 'person'
    : EACH_CHANNEL.test(text)
      ? 'channel'
      : TEAM.test(text)
        ? 'team'
        : NAMED.test(text)
          ? 'named'
          : undefined;
  return { of, credits: of === 'named' || said !== undefined ? credits : undefined };
}
