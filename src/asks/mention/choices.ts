import { CARDS_LIMIT, type ExportFormat, type Format, TONE_LIMIT } from '../../service/options.ts';
import { languages } from '../languages.ts';
import { NOUN } from './find-ask.ts';
import { NUMBER, numberOf } from './numbers.ts';

/** Finds the choices in a sentence, such as the format and the number of slides. */
export interface MentionChoices {
  format?: Format;
  cards?: number;
  exportAs?: ExportFormat;
  audience?: string;
  tone?: string;
  /** BCP 47 code */
  language?: string;
  /** `agent`: thorough, takes up to 25 minutes. `document`: quick, takes a minute or two. `image`: a single picture. */
  work?: { kind: 'agent' | 'document' | 'image' };
}

export interface FoundChoices {
  choices: MentionChoices;
  /**
   * The understood phrases, which are removed from the prompt. The audience is separate, because it may be part of the
   * topic.
   */
  phrases: string[];
  audiencePhrase?: string;
}

interface Found<Value> {
  value: Value;
  phrase: string;
}

/**
 * Returns the choices in a sentence.
 * @param text on one line
 * @param wanted what the sentence asks for, such as "LinkedIn post"; may be empty
 */
export function findChoices(text: string, wanted: string): FoundChoices {
  const thing = firstNamed(wanted);
  const cards = ONE_PAGER.test(thing) ? { value: 1, phrase: '' } : cardsIn(text);
  const [exportAs, tone, language] = [exportIn(text, thing), toneIn(text), languageIn(text)];
  const work = workIn(text);
  const audience = audienceIn(text);
  return {
    choices: {
      format: formatOf(thing) ?? (NETWORK.test(text) ? 'social' : undefined),
      cards: cards?.value,
      exportAs: exportAs?.value,
      audience: audience?.value,
      tone: tone?.value,
      language: language?.value,
      work: work?.value,
    },
    phrases: [exportAs, cards, tone, language, work].flatMap((found) => found?.phrase || []),
    ...(audience && { audiencePhrase: audience.phrase }),
  };
}

const ONE_PAGER = /\bone[- ]?pagers?$/i;

/** A post for a network, also without a verb: "Instagram post for the opening". */
const NETWORK =
  /\bfor (?:linkedin|instagram)\b|\b(?:linkedin|instagram|insta|facebook|threads|bluesky|mastodon)[- ](?:posts?|story|stories|carousel|beitrag|post)\b|\b(?:publication|publicaci[oó]n|publicação|beitrag|post) (?:\p{L}{2,4} )?(?:linkedin|instagram|facebook)\b/iu;

/** Words for formats. The last word decides: a "landing page deck" is a deck. */
const formatWords: [Format, RegExp][] = [
  ['document', ONE_PAGER],
  ['webpage', /\b(?:landing pages?|web ?pages?|websites?)$/i],
  ['social', /\b(?:posts?|tweets?)$/i],
  ['presentation', /\b(?:decks?|slides?|presentations?|pptx?|powerpoints?)$/i],
  [
    'document',
    /\b(?:documents?|docs?|memos?|reports?|briefs?|handouts?|newsletters?|leaflets?|flyers?|cheat ?sheets?)$/i,
  ],
];

function formatOf(thing: string): Format | undefined {
  return formatWords.find(([, words]) => words.test(thing))?.[0];
}

/** Returns the first of several wanted things: "deck" for "deck and report". "short and friendly deck" is one thing. */
function firstNamed(wanted: string): string {
  const parts = wanted.split(/ (?:and|or) /i);
  return parts.find((part) => formatOf(part)) ?? wanted;
}

/** Matches the topic, which is not searched for choices: "slides about the 5 pages that we lost". */
const TOPIC = new RegExp(` (?:about|on|regarding|covering|from|of(?! (?:${NUMBER})\\b))\\b.*`, 'i');
/** Matches a number of slides after the topic: "slides about pricing, 8 slides". */
const LATER = new RegExp(
  `(?:[,;.(!?:–—-] ?(?:(?:so|and|maybe|perhaps|only|just|about|around|roughly|circa|with|in|at most|up to|no more than|max(?:imum)?(?: of)?) )*| (?:(?:with|in|about|around|say|only) )+)(?:${NUMBER})[- ](?:slides?|cards?|pages?)(?=$|[.,;!?)]| (?:at most|max|please|pls|for|as|in|with|long|total|would|should)\\b)`,
  'i',
);

function withoutTopic(text: string): string {
  return text.replace(TOPIC, '');
}

const CARDS = new RegExp(
  `(?:\\b(?:of|with|in|at most|up to|no more than|max(?:imum)?(?: of)?) )?\\b(${NUMBER})[- ](?:[a-z-]{1,40} )?(?:slides?|cards?|pages?)\\b`,
  'i',
);

function cardsIn(text: string): Found<number> | undefined {
  const later = LATER.exec(text)?.[0].replace(/^[^\p{L}\p{N}]+/u, '') ?? '';
  const found = CARDS.exec(withoutTopic(text)) ?? CARDS.exec(later);
  const value = numberOf(found?.[1] ?? '');
  return found && value >= 1 && value <= CARDS_LIMIT
    ? { value, phrase: later.endsWith(found[0]) ? later : found[0] }
    : undefined;
}

const exports: [ExportFormat, string][] = [
  ['pdf', 'pdfs?'],
  ['pptx', 'pptx?|powerpoints?'],
  ['png', 'pngs?|pictures|images'],
];

/**
 * Finds a file format: the wanted thing is such a file ("a PDF"), or the sentence says "as PDF". Ignores "slides about our
 * PDF export".
 */
function exportIn(text: string, thing: string): Found<ExportFormat> | undefined {
  for (const [value, names] of exports) {
    const file = `(?:an? |une? |eine? |um )?(?:${names})(?: file| format)?\\b`;
    const said =
      new RegExp(
        `(?<!export it |save it )\\b(?:and )?(?:as|in|als|en|em|come|como|comme|jako) ${file}`,
        'i',
      ).exec(text) ??
      new RegExp(`,? ?\\b(?:and )?(?:export|save|convert)(?: it| them)? (?:as|to|into) ${file}`, 'i').exec(
        text,
      ) ??
      new RegExp(`\\b(?:in)?to ${file}`, 'i').exec(withoutTopic(text)) ??
      new RegExp(
        `[,;.] ?(?:one[- ]page )?(?:${names})(?= at the end\\b| please\\b| pls\\b|[.!]?$|[,;])`,
        'i',
      ).exec(text);
    if (said) return { value, phrase: said[0] };
    if (new RegExp(`\\b(?:${names})\\b`, 'i').test(thing)) return { value, phrase: '' };
  }
  return undefined;
}

/** Words for groups of people. "for the board" names an audience, "for our spring launch" does not. */
const PEOPLE =
  /\byear \d+$|\b(?:mr|mrs|ms|dr)\.? \p{L}+$|\b(?:client|customer|colleague|partner) [\p{L} ]{2,30}$|\b(?!(?:orders|offers|numbers|papers|letters|computers|servers|printers|quarters|containers|posters|banners|flyers|stickers|trailers|errors|doors|floors|colors|motors|sensors|monitors|elevators|factors|sectors|indicators|meters|dinners|summers|winters|chapters|corners|newsletters|offers|drawers|lockers|trousers|powers|towers|timers|filters|routers|scanners|markers|borders|folders|headers|footers)$)\p{L}{3,}(?:ers|ors|eers|ists|ees|ians|women|men)$|\b(?:board|execs?|executives?|exec team|c-suite|leadership|leaders|management|managers?|directors?|boss|chiefs?|c[efotmp]o|vps?|customers?|clients?|buyers?|users?|readers|prospects?|leads|partners?|resellers?|suppliers?|vendors|investors?|shareholders|stakeholders?|team|teams|squad|department|sales|marketing|engineers|engineering|developers?|devs|designers?|analysts?|support|finance|legal|hr|it|operations|product|employees|staff|colleagues|newcomers|new hires|joiners|interns|everyone|everybody|people|folks|public|press|journalists|media|students?|pupils|teachers|parents|kids|children|beginners|experts|professionals|non-experts|community|members|volunteers|donors|committee|council|audience|company|organi[sz]ation|crew|teammates|agency|authorities|patients|doctors|recruits|candidates|nurses|apprentices|neighbou?rs|citizens|guests|tenants|landlord|grandparents|families|round|starters?|juniors?|seniors?|shift|ward|class|everybody|colleague|auditors?|regulators?|unions?)$/iu;

const UNTIL_NEXT =
  '(?= (?:as|at|in|with|about|abt|on|by|from|using|please|that|who|which|since|of|covering|for|over|to|just|only|around|next|tomorrow|today)\\b| [–—-] |(?<!\\b(?:mr|mrs|ms|dr))[.,;:!?()]|$)';

function audienceIn(text: string): Found<string> | undefined {
  const said = [
    ...text.matchAll(
      new RegExp(
        `(?<!\\bnot )\\bfor ((?:the |our |my |an? )?(?:(?:mr|mrs|ms|dr)\\. )?[^.,;:!?()]+?)${UNTIL_NEXT}`,
        'gi',
      ),
    ),
    ...text.matchAll(
      new RegExp(
        `\\b(?:explains?|present|show|talk|speak|pitch)(?: (?:it|this|that))? to ([^.,;:!?()]+?)${UNTIL_NEXT.replace('(?= (?:', '(?= (?:how|why|what|when|')}`,
        'gi',
      ),
    ),
    ...text.matchAll(
      /\b(?:audience:?|aimed at|targeted at|targeting|to present to) ([^.,;:!?()]+?)(?= (?:as|in|with|about)\b|[.,;:!?()]|$)/gi,
    ),
  ];
  for (const [phrase, found = ''] of said) {
    const audience = found.trim();
    if (PEOPLE.test(audience) && audience.length <= TONE_LIMIT) return { value: audience, phrase };
  }
  return undefined;
}

const TONES =
  'formal|informal|casual|friendly|playful|serious|professional|neutral|upbeat|warm|direct|plain|confident|calm|persuasive|funny|humorous|light|inspiring|enthusiastic|technical|conversational|cheerful|optimistic|sober|charming|polite|careful|respectful|simple|calming|reassuring|modest|bold|elegant|energetic|motivating|empathetic|matter-of-fact|diplomatic';

function toneIn(text: string): Found<string> | undefined {
  const list = `(?:very |more |rather )?(?:${TONES})(?:(?:, | and |, and )(?:${TONES}))*`;
  const found =
    new RegExp(
      `\\b(?:in|with) an? (${list})(?: and [a-z]+)? (?:tone|voice|style|manner)(?: of voice)?\\b`,
      'i',
    ).exec(text) ??
    new RegExp(`\\bin (${list}) (?:language|words|terms|english)\\b`, 'i').exec(text) ??
    new RegExp(
      `[,.;–—-] ?(?:and |but |something |rather )?(${list})(?: (?:please|pls|words|language))?(?=[.!]?$|[,;.] )`,
      'i',
    ).exec(text) ??
    new RegExp(`\\b(?:tone:? |keep it |make it |keep the tone )(${list})(?![\\p{L}])`, 'iu').exec(text) ??
    new RegExp(`\\b(${list}) (?:tone|voice)\\b`, 'i').exec(text);
  const tone = found?.[1]?.toLowerCase() ?? '';
  return found && tone.length <= TONE_LIMIT ? { value: tone, phrase: found[0] } : undefined;
}

/** Matches before the wanted thing, with at most one word between them: "a thorough sales deck". */
const BEFORE_NOUN = `(?= (?:[a-z-]+ )?(?:${NOUN})\\b)`;
const AT_END = '(?=[.,;!?]|$| please)';

/**
 * Patterns for thorough and quick work. The first pattern matches words before the wanted thing, and is not applied to the topic:
 * "slides about our thorough review". The second matches words that are separate from the wanted thing: "…, take your time".
 */
const works: ['agent' | 'document', RegExp, RegExp][] = [
  [
    'agent',
    new RegExp(`\\b(?:very )?thorough${BEFORE_NOUN}`, 'i'),
    new RegExp(
      `(?:,|\\band) ?(?:please )?(?:take your time(?: (?:with|over|on) (?:it|this|that))?|(?:be |make it )?thorough|(?:make|do) it thoroughly|thoroughly)${AT_END}|[.!?] (?:please )?(?:take your time|be thorough)[.!]?$`,
      'i',
    ),
  ],
  [
    'document',
    new RegExp(`\\bquick${BEFORE_NOUN}`, 'i'),
    new RegExp(`(?:,|\\band) ?(?:please )?(?:quickly|be quick|make it quick|quick)${AT_END}`, 'i'),
  ],
];

function workIn(text: string): Found<{ kind: 'agent' | 'document' }> | undefined {
  for (const [kind, ofThing, apart] of works) {
    const found = ofThing.exec(withoutTopic(text)) ?? apart.exec(text);
    if (found) return { value: { kind }, phrase: found[0] };
  }
  return undefined;
}

/** "… in German". A name in lower case counts only if no other word follows: not in "trends in polish furniture". */
const LANGUAGE =
  /(?:\b[Ii]n|[Ll]anguage(?: (?:should|must) be)?:?) (\p{Lu}\p{L}+\b|\p{Ll}+(?=$|[.,;!?]| (?:about|as|for|on|please|pls|with)\b))|[,.;] ?(\p{Lu}\p{L}+)(?= please\b|[.!]?$|[,;])/gu;

function languageIn(text: string): Found<string> | undefined {
  for (const [phrase, named, said = named ?? ''] of text.matchAll(LANGUAGE)) {
    const code = languages.find(([, name]) => name.toLowerCase() === said.toLowerCase())?.[0];
    if (code) return { value: code, phrase };
  }
  return undefined;
}
