import { type Choices, firstOf, usualExport } from '../new-ask.ts';
import type { Ask } from '../schema.ts';
import { isOnlyAudience } from './audience.ts';
import { exportIn } from './choices.ts';
import { formatOf } from './find-ask.ts';
import { withoutCourtesy } from './flat-text.ts';
import { NUMBER, numberOf } from './numbers.ts';
import { ruleText } from './other-languages.ts';
import { GLUE } from './prompt.ts';

/** Applies a sentence to a proposed ask: "in German, eight slides", "without the theme", "actually about Porto". */

/**
 * The understood parts of a sentence. `prompt` has the words that are not choices. `isComplete` is explained at `Request` in understand.ts.
 */
export interface Amendment {
  choices: Choices;
  prompt: string;
  isComplete: boolean;
}

/** Filler words before an amendment: "yes, but", "no,", "actually". */
const LEAD =
  /^(?:(?:yes|yep|yeah|nope|no(?=[,:.!]| wait)|ok|okay|sure|fine|great|good|nice|perfect|oh|and|but|also|actually|sorry|wrong(?=[,:])|wait|hmm|please|pls|then|now|maybe|rather|instead|can you|could you|i mean|i meant|or|better|even better|mm+h*|hm+|uh+|well|shall we(?: say)?|let['’]?s say|could we|can we)(?:[,:.!]+ ?| )(?=\S))+/iu;
/** Matches the beginning of a sentence that changes the open card. */
const AMENDS =
  /^(?:add|append|include|insert|mention|without|no|not|don['’]?t|with|w\/|in|for|as|to|using|use|from|make (?:it|them|that|this)|keep|focus|concentrate|emphasi[sz]e|highlight|leave|skip|drop|remove|replace|change|switch|set|put|start|begin|end|finish|give it|turn it|do it|shorter|longer|more|less|fewer|simpler|at most|at least|max(?:imum)?|up to|only|just|a bit|a little|slightly|much|too|about|on|since|it should|it needs|they should|title|call it|less|half|twice|double|take out|rather|(?:theme|template|images|pictures) (?:off|away|out)|(?:the )?(?:language|tone|audience|title|theme|file|deadline|length|style|format))(?![\p{L}-])/iu;
const TOPIC =
  /^(?:(?:make it |it(?:['’]?s| is) |let['’]?s make it |change (?:it|the topic) to )?(?:about|on) (?<topic>.+?)(?:,? instead)?|(?<other>.+),? instead)[.!]?$/iu;
/** Matches a sentence that replaces the topic. A sentence that does not match adds to the topic: "about 10 slides, on tea". */
const REPLACES =
  /^(?:no|actually|sorry|wait|i mean|i meant|rather|instead)\b|\binstead[.!]?$|^(?:make it |let['’]?s make it )?about (?!\d)/i;

/** Matches words that only name another format: "as a document", "a web page instead". */
const INSTEAD_AS =
  /^(?:(?:as|to|into|make (?:it|this|that)) )?(?:an? |the )?(?<thing>(?:(?:linkedin|instagram|facebook|social|blog|web|landing|word|slide) )?[\p{L}-]+)(?:,? (?:instead|after all|then))?[.!]?$/iu;

/** Matches the beginning of a new topic: a name, or words that announce one. */
const TOPIC_BEGINS =
  /^(?:our|my|how|why|what|another|the \p{L}+ (?:of|for|at)\b|\p{L}+ (?:for|of|about|on)\b)/iu;

/** Words that may follow "without", and the choices that remove what they name. */
const REMOVED: [RegExp, Choices][] = [
  [/\b(?:themes?|colou?rs)\b/i, { theme: undefined }],
  [/\btemplate\b/i, { template: undefined }],
  [/\b(?:files?|exports?|pdf|powerpoint|pptx|attachment)\b/i, { exportAs: 'none' }],
  [/\b(?:images?|pictures?|photos?|illustrations?)\b/i, { images: { source: 'noImages' } }],
  [/\b(?:audience|readers)\b/i, { audience: undefined }],
  [/\btone\b/i, { tone: undefined }],
  [/\btitle\b/i, { title: undefined }],
];
const WITHOUT =
  /^(?:without|no|remove|drop|skip|leave out|take out|delete|lose|not) (?:the |a |an |any |that )?(?<part>[\p{L} -]+?)[.!]?$|^(?:the |all )?(?<off>[\p{L} -]+?) (?:off|away|out)[.!]?$/iu;

/** Maximum length of a sentence that changes the open card although it does not begin like a change, in characters. */
const SHORT = 55;

/**
 * Returns whether a sentence changes the open card. If not, it is a new ask or not about the card.
 * @param isCommand true for the words of a command, which are a new ask unless they begin like a change
 */
export function isAmendment(words: string, { prompt, isComplete }: Amendment, isCommand = false): boolean {
  if (isComplete) return false;
  const text = withoutCourtesy(ruleText(words));
  const rest = text.replace(LEAD, '');
  const isFormat = formatOf(INSTEAD_AS.exec(rest)?.groups?.thing ?? '') !== undefined;
  const isShort = !isCommand && text.length <= SHORT && !TOPIC_BEGINS.test(text);
  return (
    prompt === '' ||
    rest !== text ||
    isShort ||
    isFormat ||
    AMENDS.test(rest) ||
    /\binstead[.!]?$/i.test(rest)
  );
}

/**
 * Returns the changed ask. Words of the sentence that are not choices are added to the prompt. If they are a new topic, they replace the
 * prompt.
 */
export function amend(ask: Ask, words: string, { choices, prompt }: Amendment): Ask {
  const text = withoutCourtesy(ruleText(words));
  const { part, off } = WITHOUT.exec(text.replace(LEAD, ''))?.groups ?? {};
  const removed = part ?? off ?? '';
  const without = removed ? REMOVED.find(([part]) => part.test(removed))?.[1] : undefined;
  if (without) return { ...ask, ...exportOf(ask, without), ...withoutExport(without) };
  const shorter = removed ? withoutLine(ask.prompt, removed) : undefined;
  if (shorter !== undefined) return { ...ask, prompt: shorter };
  // A picture has only its words, so its style stays in them.
  if (ask.work.kind === 'image' && choices.images) return { ...ask, prompt: withLine(ask, words.trim()) };
  const corrected = CORRECTED_COUNT.exec(prompt);
  const rest = prompt
    .replace(corrected?.[0] ?? '', '')
    .replace(LEAD, '')
    .trim();
  const thing = INSTEAD_AS.exec(rest)?.groups?.thing ?? '';
  const [format, exportAs] = [formatOf(thing), exportIn('', thing)?.value];
  const left = format || exportAs || GLUE.test(rest) ? '' : rest;
  const topic = REPLACES.test(text) && TOPIC.exec(left)?.groups;
  const counted = corrected ? { cards: numberOf(corrected.groups?.count ?? '') } : {};
  const said = { ...cardsOf(ask, left), ...firstOf<Choices>(counted, choices, { format, exportAs }) };
  return {
    ...ask,
    ...withoutExport(said),
    ...(said.sharing && { sharing: { ...ask.sharing, ...said.sharing } }),
    ...exportOf(ask, said),
    ...(said.format && said.format !== ask.format && !said.cards && ask.cards === 1 && { cards: undefined }),
    prompt:
      said.cards && COUNTS.test(left)
        ? ask.prompt
        : topic
          ? replacedTopic(ask.prompt, topic.topic ?? topic.other ?? left)
          : withLine(ask, left),
  };
}

/**
 * Returns the prompt with a new topic. A single name replaces the only name in the prompt, so that "actually about Porto" keeps the rest
 * of "tourism in Lisbon, for city guides".
 */
function replacedTopic(prompt: string, topic: string): string {
  const names = [...prompt.matchAll(/(?<=\P{L})\p{Lu}\p{Ll}+(?=\P{L}|$)/gu)];
  const [name] = names;
  return name && names.length === 1 && /^\p{Lu}\p{Ll}+$/u.test(topic)
    ? prompt.slice(0, name.index) + topic + prompt.slice(name.index + name[0].length)
    : topic;
}

/** A number of slides that can be understood only if a card is open: "9", "half as many slides", "shorter". */
const COUNTS = new RegExp(
  `^(?:(?:more|like|rather|about|only|just|make|keep|it|that|fewer|less|than|say|maybe|perhaps|to|let['’]?s|max|pls|please|ten|of|around|do|better|with|too|many|much|that['’]?s)[ ,]+)*(?:(?<number>${NUMBER})|(?<shorter>(?:(?:make|keep) it )?(?:a bit |a little )?shorter)|(?<half>half)(?: as many| of (?:them|it)| the)?|(?<double>twice as many|double)(?: it| that| the)?)(?: (?:slides?|pages?|number))?(?: (?:is|are|will be) (?:enough|fine|plenty|ok|okay))?[.!]?$`,
  'i',
);

function cardsOf({ cards }: Ask, text: string): Choices {
  const { number, half, shorter } = COUNTS.exec(text)?.groups ?? {};
  if (number) return { cards: numberOf(number) };
  return cards && COUNTS.test(text)
    ? { cards: Math.ceil(half ? cards / 2 : shorter ? (cards * 2) / 3 : cards * 2) }
    : {};
}

function withoutExport({ exportAs: _, ...choices }: Choices): Partial<Ask> {
  return choices as Partial<Ask>;
}

/**
 * Returns the kind of file of the changed ask. If the ask has the default kind of file for its former format, it gets the default for the
 * new format: a presentation as PowerPoint becomes a document as PDF. Another kind of file is kept.
 */
function exportOf(ask: Ask, { exportAs, format }: Choices): Pick<Ask, 'exportAs'> {
  const isUsual = (ask.exportAs ?? 'none') === usualExport(ask.format);
  const wanted = exportAs ?? (format && isUsual ? usualExport(format) : ask.exportAs);
  return { exportAs: wanted === 'none' ? undefined : wanted };
}

function withLine({ prompt }: Ask, line: string): string {
  const kept = isOnlyAudience(line) ? withoutAudience(prompt) : prompt;
  // If the sentence is handled again after a crash, its line is there already.
  return kept.endsWith(`\n${line}`) ? kept : [kept, line].filter(Boolean).join('\n');
}

/** Removes the audience at the end of a prompt, because another one replaces it. */
function withoutAudience(prompt: string): string {
  const [said = ''] = /(?:\n|,? ?)\bfor [^,.;:\n]+$/.exec(prompt) ?? [];
  return isOnlyAudience(said.replace(/^[\s,]+/, '')) ? prompt.slice(0, -said.length) : prompt;
}

/** Maximum length of a prompt in which a change is searched, in characters. A longer prompt is content. */
const WITH_CHANGES = 600;

/** Matches the second number in "make it 12 slides, no, 8". */
const CORRECTED_COUNT = new RegExp(
  `(?:^|[ ,])(?:no|rather|make that|let['’]?s say),? (?<count>${NUMBER})[.!]?$`,
  'i',
);

/** Returns the prompt without the earlier change that a person takes back ("drop the prices part"); undefined if there is no such change. */
function withoutLine(prompt: string, removed: string): string | undefined {
  const [topic = '', ...changes] = prompt.split('\n');
  const words = removed.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  const said = words.filter((word) => !/^(?:part|slides?|section|pages?|bit|thing|about|that)$/.test(word));
  const left = changes.filter((change) => !said.some((word) => change.toLowerCase().includes(word)));
  return prompt.length <= WITH_CHANGES && left.length < changes.length
    ? [topic, ...left].join('\n')
    : undefined;
}
