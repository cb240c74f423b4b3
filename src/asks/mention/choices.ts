import {
  CARDS_LIMIT,
  type ExportFormat,
  type Format,
  type ImageSize,
  type TextMode,
} from '../../service/options.ts';
import { languages } from '../languages.ts';
import type { Ask } from '../schema.ts';
import { formatOf, NOUN } from './find-ask.ts';
import { imagesIn } from './images.ts';
import { NUMBER, numberOf } from './numbers.ts';
import { sharingIn } from './sharing.ts';

/** The choices that fixed rules find in a sentence, such as the format and the number of slides. */
export interface MentionChoices {
  format?: Format;
  slides?: number;
  exportAs?: ExportFormat;
  tone?: string;
  /** BCP 47 code */
  language?: string;
  textMode?: TextMode;
  /** `agent`: a thorough document, in up to 25 minutes. `document`: a quick document, in a minute or two. `image`: a single picture. */
  work?: { kind: 'agent' | 'document' } | { kind: 'image'; size?: ImageSize };
  sharing?: Ask['sharing'];
  images?: Ask['images'];
}

export interface FoundChoices {
  choices: MentionChoices;
  /** The understood phrases, which are removed from the prompt. */
  phrases: string[];
}

export interface Found<Value> {
  value: Value;
  phrase: string;
}

/**
 * Returns the choices in a sentence.
 * @param text the sentence on one line
 * @param wanted the thing that the sentence requests, such as "LinkedIn post"; may be empty
 */
export function findChoices(text: string, wanted: string): FoundChoices {
  const slides = slidesIn(text);
  const [exportAs, tone, language, work, textMode] = [
    exportIn(text, wanted),
    toneIn(text),
    languageIn(text),
    workIn(text),
    textModeIn(text),
  ];
  const { sharing, phrases: shared } = sharingIn(text);
  const { images, phrases: drawn } = imagesIn(text);
  return {
    choices: {
      format: formatOf(wanted) === 'presentation' || !NETWORK.test(text) ? formatOf(wanted) : 'social',
      slides: slides?.value,
      exportAs: exportAs?.value,
      tone: tone?.value,
      language: language?.value,
      textMode: textMode?.value,
      work: work?.value,
      ...(sharing && { sharing }),
      ...(images && { images }),
    },
    phrases: [
      ...shared,
      ...drawn,
      ...[exportAs, slides, tone, language, textMode, work].flatMap((found) => found?.phrase || []),
    ],
  };
}

/** Matches words for a post in a social network, for example "Instagram post for the opening". */
const NETWORK =
  /\bfor (?:linkedin|instagram)\b|^(?:linkedin|instagram|facebook|bluesky)[,:]|\b(?:linkedin|instagram|insta|facebook|threads|bluesky|mastodon)[- ](?:posts?|text|caption|update|story|stories|carousel|beitrag)\b|\bpost (?:\p{L}{2,4} )?(?:linkedin|instagram|facebook)\b/iu;

/** Matches the topic of a sentence. Some choices are not searched in it, because of "slides about our thorough review". */
const TOPIC = new RegExp(` (?:about|on|regarding|covering|from|of(?! (?:${NUMBER})\\b))\\b.*`, 'i');
function withoutTopic(text: string): string {
  return text.replace(TOPIC, '');
}

/**
 * Matches a number of slides anywhere in a sentence: "slides about pricing, maybe 8 slides", "slides: 8". Does not match in "the 5 pages
 * that we lost".
 */
const COUNT = new RegExp(
  `(?<!\\b(?:the|our|my|your|these|those|first|last|next|other|all) )(?:\\b(?:of|with|in|to|on|so|and|maybe|perhaps|only|just|about|around|roughly|circa|exactly|say|around|at (?:most|least)|up to|(?:not|no) more than|(?:fewer|less) than|under|max(?:imum)?(?: of)?) ){0,3}(?<!\\d[.,])(?<![\\wÀ-ž])(?:between (?:${NUMBER}) and |(?:${NUMBER})(?: ?[-–] ?| to | or ))?(?<count>${NUMBER})(?:ish|\\+)?[- ](?:[a-z-]{1,40} )?(?:slides?|sliders?|cards?|pages?|pagers?|pgs?|sl)\\b(?! (?:that|which|we|before|after|per|for (?:each|every)|each|every|in total!)\\b)(?: (?:at most|max(?:imum)?|or so|or less|in total|(?:is|are|will be) (?:enough|fine|plenty))\\b)?|\\b(?:slides?|pages?|length): ?(?<given>\\d{1,2})(?=$|[.,;!?])|, ?(?:at most|no more than|max(?:imum)?) (?<bare>${NUMBER})(?=[.!]?$)`,
  'i',
);

/** Words before (`BARE_LEAD`) or after (`BARE_TAIL`) a number of slides: "keep it to six", "7 max". */
const BARE_LEAD =
  "(?:(?:keep (?:it|them) (?:to|at|under)|make it|like|let['’]?s say|say|about|around|roughly|up to|(?:not|no) more than|at (?:the )?most|max(?:imum)?\\.?|only|just) )+";
const BARE_TAIL =
  ' (?:of them|at (?:the )?most|max(?:imum)?|tops|or so|or less|in total|(?:is|are|will be) (?:enough|fine|plenty)|will do|please|pls)';
/**
 * A number without the word "slides", if the sentence asks for slides: "as slides, eight of them", "7 max", "eight at most", "keep it to
 * six".
 */
const BARE_COUNT = new RegExp(
  `(?:(?:^|[,.;:(!?] ?)(?:(?:and|but|so|or|hm+|maybe|perhaps|ideally|please)[ ,]+)*(?:${BARE_LEAD}(?<led>${NUMBER})(?:${BARE_TAIL})*|(?<tailed>${NUMBER})(?:${BARE_TAIL})+)(?=[.,;:!?)]|$)|, ?(?<last>${NUMBER})(?: of them)?(?=[.!]?$|, (?:for|as|in|with|please|pls)\\b))`,
  'i',
);
const SLIDES = /\b(?:slides|deck|presentation)\b/i;

/** Matches the second number in "5 slides, hmm or 7, let's say 7". */
export const CORRECTED_COUNT = new RegExp(
  `(?:^|[ ,])(?:(?:no|or|rather|sorry|make (?:that|it)|let['’]?s say)[ ,]+){1,4}(?<count>${NUMBER})[.!]?$`,
  'i',
);

/**
 * Matches a document of one page: "a summary of this as a page". In an order for one slide, such as "make a slide", the match is empty. "A
 * slide on tea" alone may be one more slide of the open card.
 */
const AS_A_PAGE =
  /\b(?:as|into) a (?:single )?page\b|(?<=^(?:\p{L}+[ ,!]+){0,3}(?:make|create|prepare|write|draft|(?:i|we) (?:need|want)|give me)(?: me| us)? an?)(?= slide\b(?! (?:deck|show)))/iu;

/** A phrase such as "fewer than 10 slides", which excludes its number. */
const LESS = /\b(?:(?:fewer|less) than|under)\b/i;

function slidesIn(text: string): Found<number> | undefined {
  const isOfSlides = SLIDES.test(text);
  const corrected = isOfSlides && CORRECTED_COUNT.exec(text);
  const found = corrected || (COUNT.exec(text) ?? (isOfSlides ? BARE_COUNT.exec(text) : null));
  const page = found ? undefined : AS_A_PAGE.exec(text)?.[0];
  if (page !== undefined) return { value: 1, phrase: page };
  const { count, given, bare, led, tailed, last } = found?.groups ?? {};
  const said = count ?? given ?? bare ?? led ?? tailed ?? last ?? '';
  const value = numberOf(said) - (LESS.test(found?.[0] ?? '') ? 1 : 0);
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
export function exportIn(text: string, thing: string): Found<ExportFormat> | undefined {
  for (const [value, names] of exports) {
    const file = `(?:an? )?(?:${names})(?: file| format)?\\b`;
    const said =
      new RegExp(
        `(?<!export it |save it )\\b(?:and )?(?:as|in) ${file}|\\band (?:${names}) (?:file|format)\\b|,? ?\\b(?:and )?(?:export|save|convert)(?: it| them)? (?:as|to|into) ${file}|^(?:${names}) (?:is|would be) (?:better|fine|nicer|best|enough)\\b|^(?:${names}) so (?:that )?(?:i|we) can [^,.]*|(?:[,;.?!]|\\bso) ?(?:one[- ]page )?(?:${names})(?: file| format)?(?: would be (?:great|nice|good|fine|perfect|best))?(?= at the end\\b| for \\b| please\\b| pls\\b|[.!]?$|[,;])`,
        'i',
      ).exec(text) ?? new RegExp(`\\b(?:in)?to ${file}`, 'i').exec(withoutTopic(text));
    if (said) return { value, phrase: said[0] };
    if (new RegExp(`\\b(?:${names})\\b`, 'i').test(thing)) return { value, phrase: '' };
  }
  return undefined;
}

/** Matches the position before the requested thing. One word may be in between: "sales" in "a thorough sales deck". */
const BEFORE_NOUN = `(?= (?:[a-z-]+ )?(?:${NOUN})\\b)`;
const AT_END = '(?=[.,;!?]|$| please)';

/**
 * Patterns for thorough and quick work. The first pattern matches a word before the requested thing, as in "a thorough sales deck", but not
 * in the topic, as in "slides about our thorough review". The second pattern matches words elsewhere, as in "…, take your time".
 */
const works: ['agent' | 'document', RegExp, RegExp][] = [
  [
    'agent',
    new RegExp(`\\b(?:very )?thorough${BEFORE_NOUN}`, 'i'),
    new RegExp(
      `(?:,|\\band) ?(?:please )?(?:take your time(?: (?:with|over|on) (?:it|this|that))?|(?:be |make it )?thorough|(?:make|do) it thoroughly|thoroughly)${AT_END}|[.!?] (?:please )?(?:take your time|(?:be|make it) thorough(?:ly)?(?: please)?)(?:[.!]?$|(?=,))`,
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

/** Matches a tone that has the word "tone", for example "in a friendly tone" or "tone: calm". Other adjectives stay in the prompt. */
const TONE =
  /,? ?\b(?:in|with) an? (?<in>[\p{L} -]{3,40}?) tone\b|(?:^|[,.;] ?)(?<apart>(?!(?:no|the)\b)[\p{L}-]+(?: and [\p{L}-]+)?) tone\b|,? ?\btone(?: should be| rather| more|:) ?(?<named>[\p{L} -]{3,40})(?=[.,;!?]|$)/iu;

function toneIn(text: string): Found<string> | undefined {
  const { 0: phrase, groups } = TONE.exec(text) ?? {};
  const value = groups?.in ?? groups?.apart ?? groups?.named;
  return phrase && value ? { value: value.toLowerCase(), phrase } : undefined;
}

const THE_WORDS =
  '(?:any of )?(?:my|our|the|its|their|these) (?:own |exact )?(?:words?|wording|text|phrasing)\\b';
const AS_THEY_ARE = '(?: (?:exactly )?as (?:it is|they are|is|written)| unchanged)?';
const APART = '(?:[,;.] ?|\\b(?:and|but) |^)(?:please )?';
/**
 * Phrases that say whether the asker's text is kept, shortened or written out. Phrases that may be part of a topic, such as "word for
 * word", count only at the end of a clause.
 */
const textModes: [TextMode, RegExp][] = [
  [
    'preserve',
    new RegExp(
      `(?:\\band )?\\b(?:keep|use|leave) ${THE_WORDS}(?! (?:short|brief|simple|plain|tight|light|easy|clear))${AS_THEY_ARE}`,
      'i',
    ),
  ],
  [
    'preserve',
    new RegExp(
      `(?:\\band )?\\b(?:do not|don['’]?t|never|without) (?:chang|rewrit|rephras|touch|alter|edit)(?:e|ing)? ${THE_WORDS}`,
      'i',
    ),
  ],
  [
    'preserve',
    new RegExp(
      `(?:${APART}|(?<=\\b(?:it|this|that|them|text|notes|words) ))(?:as (?:it is |they are )?written|as I wrote it|word[- ]for[- ]word|verbatim)${AT_END}`,
      'i',
    ),
  ],
  ['condense', new RegExp(`${APART}(?:shorten|condense) (?:it|this|that|them|${THE_WORDS})${AT_END}`, 'i')],
  ['generate', new RegExp(`${APART}write (?:it|this|that|them|${THE_WORDS}) out(?: in full)?${AT_END}`, 'i')],
];

function textModeIn(text: string): Found<TextMode> | undefined {
  for (const [value, words] of textModes) {
    const found = words.exec(text);
    if (found) return { value, phrase: found[0] };
  }
  return undefined;
}

/**
 * Matches a possible language, for example "German" in "slides in German". A name in lower case counts only at the end of a clause or
 * before certain words, because of "trends in polish furniture". A code must be in capitals, for example "EN" in "8 slides, EN".
 */
const LANGUAGE =
  /(?:\b(?:[Ii]n(?:to)?|to|[Mm]ake (?:it|them|that))|[Ll]anguage(?: (?:should|must) be)?:?) (\p{Lu}\p{L}+\b|\p{Ll}+(?=$|[.,;!?]| (?:about|as|for|on|please|pls|with|and)\b))|(?:^(?:(?:actually|no|ok|rather|hm+),? )?|[,.;?!] ?|(?<=\b(?:\d+|slides|pages|shorter|longer|pdf)) and )(\p{Lu}\p{L}+(?= (?:please|pls)\b| version\b| and \p{Ll}|[.!]?$|[,;.]| (?:is|would be) (?:fine|ok|okay|better|enough|good)\b)|\p{Ll}+(?=[.!]?$|[,;]|\. | (?:is|would be) (?:fine|ok|okay|better|enough|good)\b| (?:after all|instead|please|pls|then)\b))|(?<=[,.;] ?)(\p{Lu}\p{L}+) language\b|\b(?:the|an?) (\p{L}+) version\b/gu;

/** The language in a few words of another language: "board update, auf deutsch". Whole sentences are translated before. */
const FOREIGN =
  /,? \b(?:auf|en|in|på) (?:(?<de>deutsch|tysk)|(?<nb>norsk)|(?<sv>svensk)|(?<da>dansk)|(?<en>englisch|engelsk|anglais|ingl[eé]s)|(?<fr>franz[oö]sisch|fransk|fran[cç]ais|franc[eé]s)|(?<es>spanisch|spansk|espagnol|espa[nñ]ol)|(?<it>italienisch|italien|italiano))(?: bitte)?(?=[\s,.!?;]|$)/iu;

function languageIn(text: string): Found<string> | undefined {
  const { 0: foreign = '', groups = {} } = FOREIGN.exec(text) ?? {};
  const [spoken] = Object.entries(groups).find(([, word]) => word) ?? [];
  if (spoken) return { value: spoken, phrase: foreign };
  for (const { 0: phrase, 1: after, 2: apart, 3: before, 4: version, index } of text.matchAll(LANGUAGE)) {
    const code = languageNamed(after ?? apart ?? before ?? version ?? '');
    // Two languages belong to the topic: "false friends in English and Portuguese".
    const [, other] = /^ (?:and|or|&) (\p{L}+)/u.exec(text.slice(index + phrase.length)) ?? [];
    if (code && !(other && languageNamed(other))) return { value: code, phrase };
  }
  return undefined;
}

/** Codes of languages that mean a country or a department in capitals: "free in UK", "for people in HR and IT". */
const NO_CODE = /^(?:UK|IT|HR|IS|NO|ET|GA|AM|SE|US)$/;

/** Returns the code of a language that is named by its English name or by its code in capitals. */
export function languageNamed(said: string): string | undefined {
  return languages.find(
    ([code, name]) =>
      name.toLowerCase() === said.toLowerCase() ||
      (code.toUpperCase() === said && !NO_CODE.test(said)) ||
      (said.length > 5 && name.toLowerCase().startsWith(`${said.toLowerCase()} `)),
  )?.[0];
}

/** Matches a wish for a short document: ", short", "keep it short". Not "short paragraphs", and not "a short deck", which says little. */
const SHORT =
  /(?:[,;.] ?|\b(?:it|very|and|but|please) )(?:short|brief|kurz)(?=[,.;!]|$| (?:please|pls|bitte)\b)/i;
/** Number of slides of a short summary. */
const SHORT_SLIDES = 5;

/**
 * Returns the choices with a number of slides if a summary of a conversation should be short. The service follows the length of what was said,
 * so a month of messages would become a long presentation. A text that only names a topic needs no number.
 */
export function withShortness<C extends Pick<MentionChoices, 'format' | 'slides'>>(
  choices: C,
  words: string,
  { kind }: Pick<Ask['source'], 'kind'>,
): C {
  const { format = 'presentation', slides } = choices;
  const isTalk = kind === 'channel' || kind === 'thread';
  return isTalk && format === 'presentation' && slides === undefined && SHORT.test(words.trim())
    ? { ...choices, slides: SHORT_SLIDES }
    : choices;
}
