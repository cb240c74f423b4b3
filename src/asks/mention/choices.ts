import { CARDS_LIMIT, type ExportFormat, type Format, TONE_LIMIT } from '../../service/options.ts';
import { languages } from '../languages.ts';
import { NOUN } from './find-ask.ts';
import { NUMBER, numberOf } from './numbers.ts';

/** The choices that fixed rules find in a sentence, such as the format and the number of slides. */
export interface MentionChoices {
  format?: Format;
  cards?: number;
  exportAs?: ExportFormat;
  audience?: string;
  tone?: string;
  /** BCP 47 code */
  language?: string;
  /** `agent`: a thorough document, in up to 25 minutes. `document`: a quick document, in a minute or two. `image`: a single picture. */
  work?: { kind: 'agent' | 'document' | 'image' };
}

export interface FoundChoices {
  choices: MentionChoices;
  /**
   * The understood phrases, which are removed from the prompt. The phrase with the audience is not included, because it may be part of the
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
 * @param text the sentence on one line
 * @param wanted the thing that the sentence requests, such as "LinkedIn post"; may be empty
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

const ONE_PAGER = /\b(?:one|1)[- ]?pagers?$/i;

/** A post for a social network. The sentence may have no verb: "Instagram post for the opening". */
const NETWORK =
  /\bfor (?:linkedin|instagram)\b|\b(?:linkedin|instagram|insta|facebook|threads|bluesky|mastodon)[- ](?:posts?|story|stories|carousel|beitrag|post)\b|\bpost (?:\p{L}{2,4} )?(?:linkedin|instagram|facebook)\b/iu;

/** Words for formats at the end of a requested thing. The last word decides, so a "landing page deck" is a deck. */
const formatWords: [Format, RegExp][] = [
  ['document', /pagers?$/i],
  ['webpage', /\b(?:(?:landing|home|info|faq|newsletter|event) ?pages?|web ?pages?|websites?)$/i],
  ['social', /\b(?:posts?|tweets?)$/i],
  ['presentation', /\b(?:decks?|slides?|presentations?|pptx?|powerpoints?)$/i],
  [
    'document',
    /\b(?:documents?|docs?|memos?|reports?|briefs?|handouts?|newsletters?|leaflets?|flyers?|cheat ?sheets?|letters?|guides?|manuals?|agendas?|minutes|checklists?|articles?|fact ?sheets?|brochures?|booklets?|invitations?)$/i,
  ],
];

function formatOf(thing: string): Format | undefined {
  return formatWords.find(([, words]) => words.test(thing))?.[0];
}

/** Returns the first requested thing that has a format: "deck" for "deck and report". The text "short and friendly deck" is one thing. */
function firstNamed(wanted: string): string {
  const parts = wanted.split(/ (?:and|or) /i);
  return parts.find((part) => formatOf(part)) ?? wanted;
}

/** Matches the topic. It is not searched for choices, because of sentences such as "slides about the 5 pages that we lost". */
const TOPIC = new RegExp(` (?:about|on|regarding|covering|from|of(?! (?:${NUMBER})\\b))\\b.*`, 'i');
function withoutTopic(text: string): string {
  return text.replace(TOPIC, '');
}

/**
 * Matches a number of slides anywhere: "slides about pricing, maybe 8 slides", "slides: 8". Does not match in "the 5 pages that we lost".
 */
const CARDS = new RegExp(
  `(?<!\\b(?:the|our|my|your|these|those|first|last|next|other|all) )(?:\\b(?:of|with|in|to|on|so|and|maybe|perhaps|only|just|about|around|roughly|circa|exactly|say|around|at (?:most|least)|up to|(?:not|no) more than|max(?:imum)?(?: of)?) ){0,3}(?<![\\p{L}\\p{N}])(?:(?:${NUMBER})(?: ?[-–] ?| to | or ))?(?<count>${NUMBER})[- ](?:[a-z-]{1,40} )?(?:slides?|cards?|pages?|pagers?)\\b(?! (?:that|which|we|before|after)\\b)(?: (?:at most|max(?:imum)?|or so|or less|in total)\\b)?|\\b(?:slides?|pages?): ?(?<given>\\d{1,2})(?=$|[.,;!?])`,
  'iu',
);

function cardsIn(text: string): Found<number> | undefined {
  const found = CARDS.exec(text);
  const value = numberOf(found?.groups?.count ?? found?.groups?.given ?? '');
  return found && value >= 1 && value <= CARDS_LIMIT ? { value, phrase: found[0] } : undefined;
}

const exports: [ExportFormat, string][] = [
  ['pdf', 'pdfs?'],
  ['pptx', 'pptx?|powerpoints?'],
  ['png', 'pngs?|pictures|images'],
];

/**
 * Finds a file format if the requested thing is a file ("a PDF") or the sentence says "as PDF". Finds none in "slides about our PDF
 * export".
 */
function exportIn(text: string, thing: string): Found<ExportFormat> | undefined {
  for (const [value, names] of exports) {
    const file = `(?:an? )?(?:${names})(?: file| format)?\\b`;
    const said =
      new RegExp(`(?<!export it |save it )\\b(?:and )?(?:as|in) ${file}`, 'i').exec(text) ??
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
  /\byear \d+$|\b(?:mr|mrs|ms|dr)\.? \p{L}+$|\b(?:client|customer|colleague|partner) [\p{L} ]{2,30}$|\b(?!(?:orders|offers|numbers|papers|letters|computers|servers|printers|quarters|containers|posters|banners|flyers|stickers|trailers|errors|doors|floors|colors|motors|sensors|monitors|elevators|factors|sectors|indicators|meters|dinners|summers|winters|chapters|corners|newsletters|offers|drawers|lockers|trousers|powers|towers|timers|filters|routers|scanners|markers|borders|folders|headers|footers)$)\p{L}{3,}(?:ers|ors|eers|ists|ees|ians|women|men)$|\b(?:board|execs?|executives?|exec team|c-suite|leadership|leaders|management|managers?|directors?|boss|chiefs?|c[efotmp]o|vps?|customers?|clients?|buyers?|users?|readers|prospects?|leads|partners?|resellers?|suppliers?|vendors|investors?|shareholders|stakeholders?|team|teams|squad|department|sales|marketing|engineers|engineering|developers?|devs|designers?|analysts?|support|finance|legal|hr|it|operations|product|employees|staff|colleagues|newcomers|new hires|joiners|interns|everyone|everybody|people|folks|public|press|journalists|media|students?|pupils|teachers|parents|kids|children|beginners|experts|professionals|non-experts|community|members|volunteers|donors|committee|council|audience|company|organi[sz]ation|crew|teammates|agency|authorities|patients|doctors|recruits|candidates|nurses|apprentices|neighbou?rs|citizens|guests|tenants|landlord|those|mothers?|fathers?|mom|mum|dad|wife|husband|friends?|mayor|jury|headmaster|headmistress|principal|grandparents|families|round|starters?|juniors?|seniors?|shift|ward|class|everybody|colleague|auditors?|regulators?|unions?)$/iu;

const UNTIL_NEXT =
  '(?= (?:as|at|in|with|about|abt|on|by|from|using|please|that|who|which|since|of|covering|for|over|to|just|only|around|next|tomorrow|today)\\b| [–—-] |(?<!\\b(?:mr|mrs|ms|dr))[.,;:!?()]|$)';

/** Nouns after "for" that name an occasion, a time or a thing, so they are not an audience. */
const NO_PEOPLE =
  /\b(?:day|days|week|weeks|month|quarter|year|years|today|tomorrow|tonight|morning|evening|now|\w+day|spring|summer|autumn|winter|season|january|february|march|april|may|june|july|august|september|october|november|december|meeting|stand-?up|conference|congress|fair|show|exhibition|event|workshop|seminar|launch|opening|party|anniversary|birthday|wedding|celebration|ceremony|training|course|class(?:es)?|lesson|exam|session|presentation|kick-?off|offsite|retreat|review|round|all[- ]hands|town hall|audit|visit|trip|tour|competition|contest|tender|pitch|interview|call|webinar|demo|festival|christmas|easter|lunch|breakfast|dinner|talk|website|homepage|intranet|blog|newsletter|app|product|project|software|tool|system|building|office|shop|stores?|screen|tv|wall|print|range|budget|plan|campaign|collection|sale|sales|release|version|use|purpose|price|reference|example|approval|decision|feedback|linkedin|instagram|facebook|slack|way|time|record|file|future|move|merger|topic|part|slide|page|deck|rest|reason|[\p{L}]+ing)$/iu;
/** People and an occasion, which count as an audience: "the leadership offsite". */
const GATHERING =
  /\b(?:team|staff|board|leadership|management|sales|customer|partner|committee|employee|parents?)['’]?s? (?:offsite|round|meeting|retreat|conference|day|evening|workshop)$/i;
const DETERMINED =
  /^(?:the|our|my|your|their|his|her|all|every|each|an?|some|new|young|small) \p{L}|^\p{Lu}/u;
const TOPIC_BEFORE = /\b(?:about|on|regarding|covering|explaining|of|how|why|what|where)\b(?! \d)[^.:;!?]*$/i;

/** Maximum number of characters before an audience that are searched for the topic. */
const NEAR = 120;

/** Returns whether a phrase names an audience. @param before the text before the phrase */
function isAudience(said: string, before: string): boolean {
  if (PEOPLE.test(said) || GATHERING.test(said)) return true;
  if (!DETERMINED.test(said) || NO_PEOPLE.test(said) || /\d/.test(said)) return false;
  return /(?:^|[,.;] ?)$/.test(before) || (!/[.:;!?]/.test(before) && TOPIC_BEFORE.test(before));
}

/** Phrases that may name an audience. The first group of each pattern is the audience. */
const audiences = [
  new RegExp(
    `(?<!\\b(?:not|except) )\\bfor ((?:the |our |my |an? )?(?:(?:mr|mrs|ms|dr)\\. )?[^.,;:!?()]+?)${UNTIL_NEXT}`,
    'gi',
  ),
  new RegExp(
    `\\b(?:explains?|present|show|talk|speak|pitch)(?: (?:it|this|that))? to ([^.,;:!?()]+?)${UNTIL_NEXT.replace('(?= (?:', '(?= (?:how|why|what|when|')}`,
    'gi',
  ),
  new RegExp(
    `\\b(?:surprise|convince|inform|train|teach|persuade|brief|impress|motivate|welcome) ((?:the|our|my|all) [^.,;:!?()]+?)${UNTIL_NEXT}`,
    'gi',
  ),
  /\b(?:audience:?|aimed at|targeted at|targeting|to present to) ([^.,;:!?()]+?)(?= (?:as|in|with|about)\b|[.,;:!?()]|$)/gi,
];

function audienceIn(text: string): Found<string> | undefined {
  for (const pattern of audiences) {
    for (const { 0: phrase, 1: found = '', index } of text.matchAll(pattern)) {
      const audience = found.trim();
      if (audience.length <= TONE_LIMIT && isAudience(audience, text.slice(Math.max(0, index - NEAR), index)))
        return { value: audience, phrase };
    }
  }
  return undefined;
}

const TONES =
  'formal|informal|casual|friendly|playful|serious|professional|neutral|upbeat|warm|direct|plain|confident|calm|persuasive|fun|funny|humorous|light|inspiring|enthusiastic|technical|conversational|cheerful|optimistic|sober|charming|polite|careful|respectful|simple|calming|reassuring|modest|bold|elegant|energetic|motivating|motivational|empathetic|matter-of-fact|diplomatic|honest|factual|critical|dramatic|poetic|ironic|sarcastic|witty|entertaining|exciting|emotional|encouraging|positive|academic|scientific|objective|relaxed|lively|gentle|kind|cool|youthful|solemn|dignified|festive|urgent|strict|convincing|down-to-earth|businesslike';
/** Any adjective. It counts as a tone only beside a word such as "tone" or "keep it". */
const ADJECTIVE =
  '(?!(?:short|long|brief|crisp|concise|quick|fast|thorough|public|private|about|with|without|into|like|less|under|below|this|that|here|there|free|ready|same|different|other|easy|clear|your|their|some|only|just|more|very|what|slides?|pages?|english|german|french|spanish|italian|portuguese|polish|dutch|danish|japanese|chinese)\\b|[a-z]+er\\b)[a-z]{3,}(?:-[a-z]+)*';
const listOf = (adjective: string) =>
  `((?:very |rather |more |really |slightly |a bit |not too )?(?:${adjective})(?:(?:, | and |, and | but (?:not )?)(?:very )?(?:${adjective})){0,3})`;
const TONE_ENDS = '(?=$|[.,;!?)]| (?:please|pls|for|in|with|and|as|so)\\b)';
const tones = [
  `\\b(?:in|with) an? ${listOf(ADJECTIVE)} (?:tone|voice|style|manner|look|mood|way)(?: of voice)?\\b`,
  `\\bin (?:very )?${listOf(TONES)} (?:language|words|terms|english)\\b`,
  `[,.;(–—-] ?(?:and |but |something |rather |it should be |make it )?${listOf(TONES)}(?: (?:please|pls|words|language))?(?=[.!]?$|[,;.)] ?)`,
  `\\b(?:tone(?: should be|:)? |keep it |keep the tone |make it |it should (?:be|sound|feel) |(?:should|must) be |sounds? |something )${listOf(ADJECTIVE)}${TONE_ENDS}`,
  `\\b${listOf(TONES)} (?:tone|voice|look|style|words|language)\\b`,
  `[,.;] ?${listOf(ADJECTIVE)} (?:tone|voice|look|style)\\b`,
].map((pattern) => new RegExp(pattern, 'iu'));
/** An adjective before the requested thing. The adjective is a tone, but stays in the prompt. */
const TONE_OF_THING = new RegExp(`\\b(?:an? |some |and )${listOf(TONES)} (?:[a-z-]+ )?(?:${NOUN})\\b`, 'i');

function toneIn(text: string): Found<string> | undefined {
  for (const pattern of tones) {
    const found = pattern.exec(text);
    const tone = found?.[1]?.toLowerCase() ?? '';
    if (found && tone.length <= TONE_LIMIT) return { value: tone, phrase: found[0] };
  }
  const tone = TONE_OF_THING.exec(withoutTopic(text))?.[1]?.toLowerCase();
  return tone ? { value: tone, phrase: '' } : undefined;
}

/** Matches before the requested thing. At most one word may be between: "sales" in "a thorough sales deck". */
const BEFORE_NOUN = `(?= (?:[a-z-]+ )?(?:${NOUN})\\b)`;
const AT_END = '(?=[.,;!?]|$| please)';

/**
 * Patterns for thorough and quick work. The first pattern matches words before the requested thing. It is not applied to the topic, because
 * of "slides about our thorough review". The second pattern matches words that are separate from the requested thing: "…, take your time".
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

/**
 * A language as in "slides in German". A name in lower case counts only if no other word follows, because of "trends in polish furniture".
 */
const LANGUAGE =
  /(?:\b(?:[Ii]n(?:to)?|to)|[Ll]anguage(?: (?:should|must) be)?:?) (\p{Lu}\p{L}+\b|\p{Ll}+(?=$|[.,;!?]| (?:about|as|for|on|please|pls|with|and)\b))|(?:^|[,.;] ?)(\p{Lu}\p{L}+)(?= please\b| version\b|[.!]?$|[,;])/gu;

/** A language before the requested thing: "Spanish slides", "German version". */
const LANGUAGE_OF_THING = new RegExp(`\\b(\\p{Lu}\\p{L}+)(?= (?:${NOUN}|version|translation)\\b)`, 'gu');

function languageIn(text: string): Found<string> | undefined {
  const found = [...text.matchAll(LANGUAGE), ...withoutTopic(text).matchAll(LANGUAGE_OF_THING)];
  for (const [phrase, named, said = named ?? ''] of found) {
    const code = languages.find(([, name]) => name.toLowerCase() === said.toLowerCase())?.[0];
    if (code) return { value: code, phrase };
  }
  return undefined;
}
