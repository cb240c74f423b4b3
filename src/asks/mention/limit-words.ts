/** Reads what an order about limits sets, for example "give Ben 20 credits a month", so that the form can be filled in with it. */

export interface LimitWords {
  /** Id of the person or channel whose limit is set. */
  id?: string | undefined;
  /** Whose limits are set. `person` and `channel`: of each one. `named`: of a person whose id is not in the sentence. */
  of?: 'person' | 'channel' | 'team' | 'named' | undefined;
  /** Credits a month. `none`: there is no limit any more. */
  credits?: number | 'none' | undefined;
  /** Kinds of work that are turned on or off for all. */
  kinds?: ('thorough' | 'picture' | 'digest')[] | undefined;
  isOff?: boolean | undefined;
  /** True if only some people may spend credits, false if everybody may again. */
  isForSome?: boolean | undefined;
  /** Ids of the people, and of the user groups, who may spend credits. */
  spenders?: string[] | undefined;
}

const ID = /<(?<sign>[@#])(?<id>[A-Z0-9]+)(?:\|[^>]*)?>/;
const EACH_PERSON =
  /\b(?:each|every|per|any|all) (?:person|member|user|colleague|employee|one|people|members|users)\b|\b(?:jede[nrm]?|pro (?:person|kopf)|par personne|chacun)\b/i;
/** Matches words for all people, which may mean each of them, or all together: "nobody can spend more than 2000 for the whole company". */
const EVERYBODY =
  /\b(?:everyone|everybody|people|members|anyone|anybody|nobody|no ?one|alle|niemand|tout le monde)\b/i;
const EACH_CHANNEL = /\b(?:(?:each|every|per|all|any) channels?|channels)\b/i;
const TEAM =
  /\b(?:workspace|company|firma|soci[eé]t[eé]|organi[sz]ation|in total|altogether|all together|as a whole|one pot|overall|(?<=\b(?:the|our|whole|entire) )team)\b(?!.*\beach\b)/i;
/** A number of credits. The second alternative is for "to 60" and "at 60", the last one for "limit for #general 50". */
const CREDITS =
  /\b(?<count>\d{1,7}) ?(?:cr[eé]dits?|kredite?|cr)\b|(?<![\p{L}])(?:to|at|of|is|=|auf|[aà]|than|max|maximum|at most|only|needs?|gets?|have|be|her|him|them|it|that|say|spend|(?:give|gib) (?:\p{L}{2,}| )) (?<alone>\d{1,7})\b|\b(?<monthly>\d{2,7}) (?:a|per) month\b|^\s*(?:(?:and|ok|plus|und|et|no|sorry|but|the|die|les|max|i want)[ ,]+){0,4}(?<first>\d{1,7}) (?:per|for|each|pro|par|f[uü]r|pour)\b|\blimit\b\D{0,60} (?<last>\d{1,7})[\s.!]*$/iu;
const NONE =
  /\bdarf (?:gar )?nichts (?:mehr )?(?:ausgeben|machen)\b|^(?:please |can i |how do i |could you )*(?:block|ban|exclude|stop|lock|kick|throw|remove(?!.*\blimit))\b|\b(?:no|keine?) (?:more )?credits\b|\b(?:should|must|may|can)(?: ?not|n[’']?t)(?: be (?:able|allowed) to)? (?:spend|use) (?:any(?:thing|(?: more)? credits)?|credits)\b(?!.* on\b)/i;
const UNLIMITED = /\b(?:unlimited|unbegrenzt|illimit[eé]e?|without (?:a )?limit|no limits?)\b/i;
/** Matches an order to take a limit away. With a number behind "to", it sets another one: "drop it to 20". */
const REMOVED =
  /^(?:(?:please|can you|could you|ok|and|now)[ ,]+)*(?:(?:remove|lift|drop|clear|delete|take(?: away)?|entferne?)\b(?=.*\b(?:limits?|cap)\b)|unblock\b)(?!.*\b(?:to|by|at|auf) \d)/i;
/** Matches a ban on all spending by everybody: "nobody may spend anything for now". */
const NOBODY =
  /\b(?:nobody|no ?one)\b(?: (?:should|may|can|must|is|be|able|allowed|to))* (?:spend|use)s? (?:any(?:thing|(?: more)? credits)|credits)\b(?!.*(?:\b(?:on|in|but|except|without|after|over)\b|#))/i;
const NAMED =
  /\b(?:give|gib|limit|cap|raise|lower|increase|cut|bump|put|block|ban|kick|throw|unblock|exclude|stop|set|reset|let|lift|(?:unlimited|cap|off|remove the limit) for|limit (?:for|of|f[uü]r)) (?!(?:the|a|an|my|our|all|each|every|it|this|that|limits?|guests?|somebody|someone|one|people|credits?|of|for|f[uü]r|on|to|off|now|us|auf|everybody|everyone)\b)@?\p{L}{2,}|\b(?:\d{1,7}|credits(?: a month)?) for (?!(?:the|a|all|each|every|it|this|that|now|us|everybody|everyone|people)\b)\p{L}{2,}|\b\p{L}{2,}['’]s (?:monthly |credit )?limit\b|^(?:(?:and|ok|so|but|then)[ ,]+)*(?!guests?\b|it\b|that\b)@?\p{L}{2,}(?: \p{L}{2,})? (?:(?:gets?|(?:may|can) (?:have|spend)|needs?|should (?:get|have|be)) (?:\d|more\b|unlimited)|(?:must|may|should|can)(?: not|n[’']?t|not) (?:spend|use any)\b)/iu;
const KINDS = [
  ['digest', /\bdigests?\b/i],
  ['picture', /\b(?:pictures?|images?|drawings?|bilder)\b/i],
  ['thorough', /\bthorough\b/i],
] as const;
/** Matches a question, which sets nothing: "can Chloe make pictures?" Not "how do I turn off pictures?" or "can you turn off pictures?" */
const ASKS =
  /^(?:(?:and|so|but|ok|hm+)[ ,]+)*(?:what|which|who|why|when|where|is|are|does|do|did|has|have|wer|(?:can|may|darf|kann)(?! (?:you|we|i|ich)\b))\b/i;
const OFF =
  /\b(?:off|disable|forbid|ban|stop|no|not|never|cannot|without|\p{L}+n[’']?t|nobody|anybody|no ?one|block|(?:ab|aus)(?:schalte\p{L}*|stelle\p{L}*|geschaltet)?|deaktivier\p{L}*|verbieten|nicht|kein\p{L}*|niemand|verbiete\p{L}*|d[eé]sactive[rz]?|interdi\p{L}*|pas|plus)(?!\p{L})/iu;
const FOR_SOME =
  /^(?:let )?(?:only|just) (?!(?:let )?(?:every|any)(?:body|one)\b)(?:let )?(?:the )?.{2,40}\b(?:may|can|should|must|be|are|use|spend)\b|\bonly (?:the )?[\p{L}, ]{2,60} (?:may|can|should)\b|\bonly want .{2,60} to (?:use|spend)\b|\brestrict (?:it|this|deckhand|use) to\b/iu;
/** Matches an exception, which no form can be filled in with: "everybody but the interns may use it". */
export const EXCEPT =
  /\b(?:except|without|apart from|other than|außer|nicht aber|sauf)\b|\bbut (?=not\b|[<@])|(?<=\b(?:every|any|no) ?(?:body|one) )but\b/i;
/** Matches words that are no part of a pilot with the people named: a higher or lower limit of theirs. */
const OF_AMOUNT = /\b(?:more|less|fewer|limit\p{L}*)\b/iu;

const FOR_ALL =
  /(?:^|[,.;:] )(?:(?:ok|so|from now on|and|actually|but)[ ,]+)*(?:everybody|everyone|all (?:people|members)|anybody|anyone) (?:may|can|should) (?:spend|make things|use (?:it|you|deckhand|credits))(?: credits)?(?: again| now| from \w+)*[ .!]*$|(?:^|[,.;:] )(?:(?:ok|so|and|please)[ ,]+)*open (?:it|this|deckhand) (?:up )?(?:again )?(?:for|to) (?:everybody|everyone|all)\b|(?:^|[,.;:] )(?:(?:ok|so|and|please|now)[ ,]+)*let (?:everybody|everyone|all(?: people| members)?) (?:spend|use (?:it|you|deckhand|credits))(?: credits)?(?: again| now)*(?=[ .!]*$|[,.;])/i;

/** Returns the kinds of work that a sentence names. */
export const kindsIn = (text: string) => KINDS.flatMap(([kind, word]) => (word.test(text) ? [kind] : []));

/** Returns the ids of the people, user groups and channels that a sentence names. */
export const idsIn = (mrkdwn: string): string[] =>
  [...mrkdwn.matchAll(/<(?:[@#]|!subteam\^)([A-Z0-9]+)(?:\|[^>]*)?>/g)].map(([, one = '']) => one);

/** Returns true if an order with "only" is no pilot: a ban, an exception, a limit, or a rule for a kind of work. "No, only Ben" is one. */
function isOtherRule(mrkdwn: string): boolean {
  const text = mrkdwn.replace(/<[^>]*>/g, '<>').replace(/^no,/i, '');
  return [OFF, EXCEPT, OF_AMOUNT].some((words) => words.test(text)) || kindsIn(text).length > 0;
}

/** Returns true for an order to take a limit away: "remove the limit for Ben", also with its number. */
export const removesLimit = (mrkdwn: string): boolean => REMOVED.test(mrkdwn.replace(/<[^>]*>/g, ' '));

/** Matches a limit on the number of asks, which has a field of its own: "max 5 requests per hour". */
const OF_ASKS =
  /\b(?:per|an|pro|par|each|every|die|und) (?:hour|stunde|heure)\b|\b\d+ (?:asks|requests|anfragen|demandes)\b/i;

/** @param mrkdwn the sentence, with people and channels as Slack writes them */
export function limitWords(mrkdwn: string): LimitWords {
  const { sign, id } = ID.exec(mrkdwn)?.groups ?? {};
  const text = mrkdwn.replace(/<[^>]*>/g, ' ');
  if (OF_ASKS.test(text)) return {};
  const { count, alone, monthly, first, last } = CREDITS.exec(text)?.groups ?? {};
  const said = count ?? alone ?? monthly ?? first ?? last;
  const isUnlimited = said === undefined && (UNLIMITED.test(text) || REMOVED.test(text));
  const isNone = said === undefined && !isUnlimited && NONE.test(text);
  const credits = isUnlimited ? 'none' : said === undefined ? (isNone ? 0 : undefined) : Number(said);
  const mentioned = idsIn(mrkdwn.replace(/<#[^>]*>/g, ''));
  const isForSome = FOR_SOME.test(mrkdwn.replace(/<[^>]*>/g, 'NAME'));
  if (isForSome && !isOtherRule(mrkdwn)) return { isForSome, spenders: mentioned };
  // No form can be filled in with a question, or with what several people, or a group, may do without a number.
  const isAsked = ASKS.test(text) && kindsIn(text).length > 0;
  if (credits === undefined && (isForSome || isAsked || mentioned.some((one) => one !== id))) return {};
  if (id) return { id, of: sign === '@' ? 'person' : 'channel', credits };
  if (FOR_ALL.test(text)) return { isForSome: false };
  if (said === undefined && NOBODY.test(text)) return { of: 'team', credits: 0 };
  const kinds = (credits === undefined || credits === 0) && !ASKS.test(text) ? kindsIn(text) : [];
  if (kinds.length > 0) return { kinds, isOff: OFF.test(text) };
  const all = [
    ['person', EACH_PERSON],
    ['channel', EACH_CHANNEL],
    ['team', TEAM],
    ['person', EVERYBODY],
    ['named', NAMED],
  ] as const;
  const of = all.find(([, words]) => words.test(text))?.[0];
  return { of, credits: of === 'named' || said !== undefined || isUnlimited ? credits : undefined };
}
