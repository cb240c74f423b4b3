import { CARDS_LIMIT, type ExportFormat, type Format, TONE_LIMIT } from '../../service/options.ts';
import { languages } from '../languages.ts';
import { NOUN } from './is-an-ask.ts';
import { NUMBER, numberOf } from './numbers.ts';

/** Choices that the words themselves make. */
export interface MentionChoices {
  format?: Format;
  cards?: number;
  exportAs?: ExportFormat;
  audience?: string;
  tone?: string;
  /** BCP 47 code */
  language?: string;
  /** Thoroughly, in up to 25 minutes, or in a minute or two. */
  work?: { kind: 'agent' | 'document' };
}

export interface FoundChoices {
  choices: MentionChoices;
  /** The words that make them, which need not be said again; the readers are apart, since they may be part of the topic. */
  phrases: string[];
  audiencePhrase?: string;
}

interface Found<Value> {
  value: Value;
  phrase: string;
}

/**
 * @param text on one line
 * @param wanted what it asks for, such as "LinkedIn post"; may be empty
 */
export function findChoices(text: string, wanted: string): FoundChoices {
  const thing = firstNamed(wanted);
  const cards = ONE_PAGER.test(thing) ? { value: 1, phrase: '' } : cardsIn(text);
  const [exportAs, tone, language] = [exportIn(text, thing), toneIn(text), languageIn(text)];
  const work = workIn(text);
  const audience = audienceIn(text);
  return {
    choices: {
      format: formatOf(thing) ?? (/\bfor (?:linkedin|instagram)\b/i.test(text) ? 'social' : undefined),
      cards: cards?.value,
      exportAs: exportAs?.value,
      audience: audience?.value,
      tone: tone?.value,
      language: language?.value,
      work: work?.value,
    },
    phrases: [cards, exportAs, tone, language, work].flatMap((found) => found?.phrase || []),
    ...(audience && { audiencePhrase: audience.phrase }),
  };
}

const ONE_PAGER = /\bone[- ]?pagers?$/i;

/** The last word decides: a landing page deck is a deck. */
const formatWords: [Format, RegExp][] = [
  ['document', ONE_PAGER],
  ['webpage', /\b(?:landing pages?|web ?pages?|websites?)$/i],
  ['social', /\bposts?$/i],
  ['presentation', /\b(?:decks?|slides?|presentations?|pptx?|powerpoints?)$/i],
  ['document', /\b(?:documents?|docs?|memos?|reports?|briefs?)$/i],
];

function formatOf(thing: string): Format | undefined {
  return formatWords.find(([, words]) => words.test(thing))?.[0];
}

/** "deck and report" names the deck first; "short and friendly deck" is one thing. */
function firstNamed(wanted: string): string {
  const parts = wanted.split(/ (?:and|or) /i);
  return parts.find((part) => formatOf(part)) ?? wanted;
}

/** The topic begins here and may name anything: "slides about the 5 pages that we lost". */
const TOPIC = new RegExp(` (?:about|on|regarding|covering|from|of(?! (?:${NUMBER})\\b))\\b.*`, 'i');
/** A comma ends it: "slides about pricing, 8 slides". */
const LATER = new RegExp(
  `(?:[,;.(] ?(?:with |in |at most |up to |no more than |max(?:imum)?(?: of)? )?| (?:with|in) )(?:${NUMBER})[- ](?:slides?|cards?|pages?)(?=$|[.,;!?)]| (?:at most|max|please|for|as|in)\\b)`,
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
  const found = CARDS.exec(withoutTopic(text)) ?? CARDS.exec(LATER.exec(text)?.[0] ?? '');
  const value = numberOf(found?.[1] ?? '');
  return found && value >= 1 && value <= CARDS_LIMIT ? { value, phrase: found[0] } : undefined;
}

const exports: [ExportFormat, string][] = [
  ['pdf', 'pdfs?'],
  ['pptx', 'pptx?|powerpoints?'],
  ['png', 'pngs?|pictures|images'],
];

/** The wanted thing is such a file, or the words say "as PDF"; "slides about our PDF export" does not. */
function exportIn(text: string, thing: string): Found<ExportFormat> | undefined {
  for (const [value, names] of exports) {
    const file = `(?:an? )?(?:${names})(?: file| format)?\\b`;
    const said =
      new RegExp(`(?<!export it |save it )\\b(?:and )?(?:as|in) ${file}`, 'i').exec(text) ??
      new RegExp(`,? ?\\b(?:and )?(?:export|save|convert)(?: it| them)? (?:as|to|into) ${file}`, 'i').exec(
        text,
      ) ??
      new RegExp(`\\b(?:in)?to ${file}`, 'i').exec(withoutTopic(text));
    if (said) return { value, phrase: said[0] };
    if (new RegExp(`\\b(?:${names})\\b`, 'i').test(thing)) return { value, phrase: '' };
  }
  return undefined;
}

/** Groups of people, so that "for our spring launch" names no readers. */
const PEOPLE =
  /\b(?:board|execs?|executives?|exec team|c-suite|leadership|leaders|management|managers?|directors?|boss|chiefs?|c[efotmp]o|vps?|customers?|clients?|buyers?|users?|readers|prospects?|leads|partners?|resellers?|suppliers?|vendors|investors?|shareholders|stakeholders?|team|teams|squad|department|sales|marketing|engineers|engineering|developers?|devs|designers?|analysts?|support|finance|legal|hr|it|operations|product|employees|staff|colleagues|newcomers|new hires|joiners|interns|everyone|everybody|people|folks|public|press|journalists|media|students?|pupils|teachers|parents|kids|children|beginners|experts|professionals|non-experts|community|members|volunteers|donors|committee|council|audience|company|organi[sz]ation|crew|teammates|agency|authorities|patients|doctors|recruits|candidates)$/i;

const UNTIL_NEXT =
  '(?= (?:as|in|with|about|on|by|from|using|please|that|who|which|since|of|covering|for|over|to)\\b|[.,;:!?()]|$)';

function audienceIn(text: string): Found<string> | undefined {
  const said = [
    ...text.matchAll(new RegExp(`\\bfor ((?:the |our |my |an? )?[^.,;:!?()]+?)${UNTIL_NEXT}`, 'gi')),
    ...text.matchAll(
      /\b(?:audience:?|aimed at|targeted at|targeting|to present to) ([^.,;:!?()]+?)(?= (?:as|in|with|about)\b|[.,;:!?()]|$)/gi,
    ),
  ];
  for (const [phrase, found = ''] of said) {
    const audience = found.trim();
    if (PEOPLE.test(audience)) return { value: audience.slice(0, TONE_LIMIT), phrase };
  }
  return undefined;
}

const TONES =
  'formal|informal|casual|friendly|playful|serious|professional|neutral|upbeat|warm|direct|plain|confident|calm|persuasive|funny|humorous|light|inspiring|enthusiastic|technical|conversational|cheerful|optimistic';

function toneIn(text: string): Found<string> | undefined {
  const list = `(?:very |more |rather )?(?:${TONES})(?:(?:, | and |, and )(?:${TONES}))*`;
  const found =
    new RegExp(
      `\\b(?:in|with) an? (${list})(?: and [a-z]+)? (?:tone|voice|style|manner)(?: of voice)?\\b`,
      'i',
    ).exec(text) ??
    new RegExp(`\\b(?:tone:? |keep it |make it |keep the tone )(${list})(?![\\p{L}])`, 'iu').exec(text) ??
    new RegExp(`\\b(${list}) (?:tone|voice)\\b`, 'i').exec(text);
  return found?.[1] ? { value: found[1].toLowerCase().slice(0, TONE_LIMIT), phrase: found[0] } : undefined;
}

/** Perhaps with one word between: "a thorough sales deck". */
const BEFORE_NOUN = `(?= (?:[a-z-]+ )?(?:${NOUN})\\b)`;
const AT_END = '(?=[.,;!?]|$| please)';

/** How it is made, where the words say so of the wanted thing: "slides about our thorough review" do not. */
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

/** "… in German"; in small letters only where no other word follows, as in "trends in polish furniture". */
const LANGUAGE = /\bin (\p{Lu}\p{L}+\b|\p{Ll}+(?=$|[.,;!?]| (?:about|as|for|on|please|with)\b))/gu;

function languageIn(text: string): Found<string> | undefined {
  for (const [phrase, said = ''] of text.matchAll(LANGUAGE)) {
    const code = languages.find(([, name]) => name.toLowerCase() === said.toLowerCase())?.[0];
    if (code) return { value: code, phrase };
  }
  return undefined;
}
