import { CARDS_LIMIT } from '../../service/options.ts';
import { type Choices, firstOf, usualExport } from '../new-ask.ts';
import { type Outline, slideTitles } from '../outline.ts';
import type { Ask } from '../schema.ts';
import { wishesAfter } from '../wishes.ts';
import { isOnlyAudience } from './audience.ts';
import { CORRECTED_COUNT, exportIn } from './choices.ts';
import { formatOf, NOUN } from './find-ask.ts';
import { LEAD, withoutCourtesy } from './flat-text.ts';
import { NUMBER, numberOf } from './numbers.ts';
import { ruleText } from './other-languages.ts';
import { sizeAtStart, sizeIn, sizeWithin } from './picture.ts';
import { GLUE } from './prompt.ts';
import { FOR_PERSON } from './request.ts';
import { changeLead, isLikelyChange } from './topic-model.ts';
import { isTypo } from './typos.ts';

/** Applies a sentence to a proposed ask, for example "without the theme" or "actually about Porto". */

/** The understood parts of a sentence. `prompt` has all words that are not choices. For `isComplete`, see `Request` in request.ts. */
export interface Amendment {
  choices: Choices;
  prompt: string;
  isComplete: boolean;
}

const TOPIC =
  /^(?:(?:make it |it(?:['’]?s| is) |let['’]?s make it |change (?:it|the topic) to )?(?:about|on) (?<topic>.+?)(?:,? instead)?|(?<other>.+),? instead)[.!]?$/iu;
/** Matches a sentence that replaces the topic. Other sentences add to the topic, for example "about 10 slides, on tea". */
const REPLACES =
  /^(?:no|actually|sorry|wait|i mean|i meant|rather|instead)\b|\binstead[.!]?$|^(?:make it |let['’]?s make it )?about (?!\d)/i;

/** Matches a choice that replaces another one: "shorter texts, and 6 slides instead". */
const CHOICE_INSTEAD = new RegExp(`\\b(?:${NOUN}|slides?|pages?|pdf|pptx?|powerpoint) instead[.!]?$`, 'i');

/** Matches "only", which belongs to the words behind it if these are kept: "only the numbers". */
const ONLY = /^(?:only (?=\p{L})|just (?=(?:the|our|what|numbers|facts|those)\b))/iu;

/** Matches words that only name another format: "as a document", "a web page instead". */
const INSTEAD_AS =
  /^(?:(?:as|to|into|make (?:it|this|that|the (?:summary|deck|slides|presentation|recap|whole thing|card))) )?(?:an? |the )?(?<thing>(?:(?:linkedin|instagram|facebook|social|blog|web|landing|word|slide|one|single) )?[\p{L}-]+)(?:,? (?:instead|after all|then))?[.!]?$/iu;

/** What a person can remove, for example with "without the theme", and the choices that remove it from the ask. */
const REMOVED: [RegExp, Choices][] = [
  [/\b(?:themes?|colou?rs)\b(?! (?:part|slide|section|page))/i, { theme: undefined }],
  [/\btemplate\b/i, { template: undefined }],
  [/\bfolder\b/i, { folder: undefined }],
  [/\b(?:files?|exports?|pdf|powerpoint|pptx|attachment)\b/i, { exportAs: 'none' }],
  [/\b(?:images?|pictures?|photos?|illustrations?)\b/i, { images: { source: 'noImages' } }],
  [/\b(?:audience|readers)\b/i, { audience: undefined }],
  [/\btone\b/i, { tone: undefined }],
  [/\btitle\b/i, { title: undefined }],
];
const WITHOUT =
  /^(?:without|no|remove|undo|take back|drop|skip|leave out|take out|turn off|switch off|delete|lose|not) (?:the |a |an |any |that )?(?<part>[\p{L}\d -]+?)[.!]?$|^(?:the |all )?(?<off>[\p{L} -]+?) (?:off|away|out)[.!]?$/iu;

/** Matches why something is removed: ", they must not see it". */
const WHY_REMOVED = /(?:, | because | since )(?:they|he|she|it|we|i|nobody|that|this|the \p{L}+)\b.{3,80}$/iu;

/** Minimum length of a text of several lines that counts as pasted content, in characters. */
const PASTED = 200;
/** Matches the beginning of a pasted text that is added to the open card. */
const ADDS_TEXT = /^(?:add|and|also|plus|include|with)\b/i;

/** Matches content that is taken out. "Delete everything about Hugo" erases a person. */
const TAKES_OUT = /^(?:remove|take out|leave out) (?:everything|all|anything) (?:about|on|with)\b/i;

/** Returns true if a sentence changes the proposed ask. Returns false for a new ask, and for words that are not about the proposed ask. */
export function isAmendment(words: string, { prompt, isComplete }: Amendment): boolean {
  if (isComplete) return false;
  // The classifier has learned from single sentences, so it is not used for pasted content.
  if (words.length > PASTED && words.includes('\n')) return ADDS_TEXT.test(words);
  const lead = Math.max(changeLead(words), changeLead(words.replace(LEAD, '')));
  return prompt === '' || GLUE.test(prompt) || lead > 0 || TAKES_OUT.test(words);
}

/** Matches the border between two changes in one sentence: "8 slides. And mention the warranty", "in English, and not 400, 350 pieces". */
const BETWEEN_CHANGES =
  /(?<=[\p{L}\d)%][.!;]) +(?=\S)|, (?=(?:i|we) (?:forgot|missed)\b)|,? (?:and|but) (?=(?:not \S|only \S|call (?:it|them|the)|mention|add|include|leave out|remove|drop|skip|make (?:it|them)|keep|use|change|set|put|switch)\b)/iu;

/** Splits a sentence into its changes. Returns one part for a sentence with one change, and for long texts. */
export function changesIn(words: string): string[] {
  if (words.length > 400 || words.includes('\n')) return [words];
  const parts = words
    .split(BETWEEN_CHANGES)
    .map((part) => part.replace(/^(?:and|but) |[ ,.;]+$/giu, '').trim());
  return parts.every((part) => part.length > 2) ? parts : [words];
}

/** Returns true if a sentence is likely a change of a proposed ask, or corrects a word ("May, not April"). @param text the sentence on one line */
export function isLikelyAmendment(text: string): boolean {
  const rest = withoutCourtesy(text).replace(LEAD, '');
  return (isLikelyChange(rest) && !rest.endsWith('?')) || NOT_THAT.test(rest);
}

/**
 * Returns the changed ask. Words of the sentence that are not choices are added to the prompt. If they are a new topic, they replace the
 * prompt.
 */
export function amend(ask: Ask, words: string, said: Amendment): Ask {
  const amended = withAmendment(ask, words, said);
  return { ...amended, wishes: wishesAfter(ask, amended.prompt) };
}

function withAmendment(ask: Ask, words: string, { choices, prompt }: Amendment): Ask {
  const text = withoutCourtesy(ruleText(words));
  const { part, off } = WITHOUT.exec(text.replace(LEAD, '').replace(WHY_REMOVED, ''))?.groups ?? {};
  const removed = part ?? off ?? '';
  const without = removed ? REMOVED.find(([part]) => part.test(removed))?.[1] : undefined;
  const isOnlyThat = !/\b(?:and|but)\b|,/i.test(removed) || Object.values(choices).filter(Boolean).length < 2;
  if (without && isOnlyThat) return { ...ask, ...exportOf(ask, without), ...withoutExport(without) };
  const outline = removed ? withoutSlide(ask, removed) : withSwapped(ask, text);
  if (outline) return { ...ask, outline };
  const shorter = removed ? withoutLine(ask.prompt, removed.toLowerCase()) : withPutBack(ask.prompt, text);
  if (shorter !== undefined) return { ...ask, prompt: shorter };
  const { size, phrase } = (ask.work.kind === 'image' && sizeIn(text)) || {};
  if (ask.work.kind === 'image' && size && phrase === text) return { ...ask, work: { ...ask.work, size } };
  const first = ask.work.kind === 'image' ? sizeAtStart(text) : undefined;
  if (ask.work.kind === 'image' && first)
    return { ...ask, work: { ...ask.work, size: first.size }, prompt: withLine(ask, first.rest) };
  const within = ask.work.kind === 'image' ? sizeWithin(text) : undefined;
  if (ask.work.kind === 'image' && within)
    return { ...ask, work: { ...ask.work, size: within.size }, prompt: withLine(ask, within.rest) };
  const { said: is, changed, any } = TOPIC_IS.exec(text)?.groups ?? {};
  const now = is ?? changed ?? (ask.work.kind === 'image' || text.includes(': ') ? any : undefined);
  if (now) return { ...ask, prompt: asTyped(words.trim(), now) };
  // The ask for a picture has no field for a style, so the sentence is added to the prompt.
  if (ask.work.kind === 'image' && choices.images) return { ...ask, prompt: withLine(ask, words.trim()) };
  const english = ruleText(prompt);
  const corrected = CORRECTED_COUNT.exec(english);
  const rest = withoutLead(english.replace(corrected?.[0] ?? '', ''));
  const thing = INSTEAD_AS.exec(rest)?.groups?.thing ?? '';
  const [format, exportAs] = [formatOf(thing), exportIn('', thing)?.value];
  const isChosen = Object.values(choices).some((value) => value !== undefined);
  const isRead = format || exportAs || GLUE.test(rest) || rest === '' || (isChosen && isRubble(rest));
  const only = ONLY.exec(text)?.[0] ?? '';
  const kept = withoutLead(
    prompt
      .replace(corrected?.[0] ?? '', '')
      .replace(/[ ,]+(?:(?:and|n|&) )?(?:(?:do|make(?: it)?|have)[ ,]+)?instead[.!]?$/i, ''),
  );
  const left = isRead ? '' : kept && only && !/^only\b/i.test(kept) ? `${only}${kept}` : kept;
  const isTopic = !isRead && REPLACES.test(text) && !CHOICE_INSTEAD.test(text);
  const { topic, other } = (isTopic && TOPIC.exec(rest)?.groups) || {};
  const newTopic = isOtherPicture(ask, text, left) ? left : asTyped(left, topic ?? other ?? '');
  const counted = corrected ? { slides: numberOf(corrected.groups?.count ?? '') } : {};
  const said = { ...slidesOf(ask, rest), ...firstOf<Choices>(counted, choices, { format, exportAs }) };
  return {
    ...ask,
    ...withoutExport(said),
    ...(said.sharing && { sharing: { ...ask.sharing, ...said.sharing } }),
    ...exportOf(ask, said),
    ...(ask.work.kind === 'image' &&
      said.format &&
      NO_PICTURE.test(text) && {
        work: { kind: 'document' },
        ...exportOf({ ...ask, exportAs: undefined, format: 'webpage' }, { format: said.format }),
      }),
    ...(said.format &&
      said.format !== ask.format &&
      !said.slides &&
      ask.slides === 1 && { slides: undefined }),
    prompt:
      said.slides && COUNTS.test(rest)
        ? ask.prompt
        : newTopic
          ? replacedTopic(ask.prompt, newTopic)
          : withLine(ask, left),
  };
}

/** Matches a document in place of a picture. */
const NO_PICTURE = /\b(?:slides|deck|presentation|document|one-?pager|report|web ?page)\b/i;

/** Matches a new topic: "the topic is just: green tea", and for a picture "change it to: a red backpack". */
const TOPIC_IS =
  /^(?:(?:no|sorry|ok|oh|wait)[ ,.]+)*(?:(?:the |its |my )?(?:topic|subject|description)(?: is| should be)(?: just| only| now)?:? (?<said>\S.{2,})|(?:change|switch|set) the (?:topic|subject|description) (?:to|into):? (?<changed>\S.{2,})|(?:change|switch) (?:it|the picture) (?:to|into):? (?<any>\S.{2,}))$/iu;

/** Words that say nothing beside choices, in English, German and French. */
const EMPTY = new Set(
  `a an the this that these those it its them one ones i m me you u deckhand slack to in on at for by with from into about as and or but so
  if then than do does did done is are was were be been have has had can could may might must should shall will would want wants like please
  pls plz there here now today yet still already also too just only really actually even s re ve ll d get gets give going gonna able okay ok
  yes yeah hi hey hello oh well sorry thanks thank thx wait hm hmm great good sure let lets tell something anything exactly roughly usually
  btw anyway though make use word pdf ppt pptx powerpoint file files format mean wish extra better rather norwegian english
  der die das den dem des ein eine einen einem einer ich du es ist sind und oder aber dann noch schon auch nur mit auf im bei hier bitte mal
  doch ja le la les un une de et ou mais je tu il elle en avec dans sur aussi oui ici alors svp`.split(/\s+/),
);

/** Returns true if words beside understood choices say nothing: "its a document" in "its a one page document, pdf". */
function isRubble(left: string): boolean {
  const words = left.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
  return words.length <= 8 && words.every((word) => EMPTY.has(word) || formatOf(word) !== undefined);
}

/** Returns the planned slides without the one that a sentence leaves out; undefined if it names none of them, or the only one. */
function withoutSlide({ outline }: Ask, removed: string): Outline | undefined {
  const at = outline ? slideNamed(outline, removed) : -1;
  if (!outline || at < 0 || outline.slides.length < 2) return undefined;
  return { ...outline, slides: outline.slides.toSpliced(at, 1) };
}

/** Matches an order to swap two slides: "swap findings and next steps". */
const SWAPS =
  /^(?:swap|switch|exchange) (?:slides? )?(?<one>.{2,60}?) (?:and|with) (?:slides? )?(?<other>.{2,60}?)[.!]*$/iu;

/** Returns the planned slides after two of them were swapped; undefined if a sentence does not name two. */
function withSwapped({ outline }: Ask, text: string): Outline | undefined {
  const { one = '', other = '' } = SWAPS.exec(text)?.groups ?? {};
  if (!outline || !one) return undefined;
  const { slides } = outline;
  const [first, second] = [slideNamed(outline, one), slideNamed(outline, other)];
  const [left, right] = [slides[first], slides[second]];
  if (!left || !right || first === second) return undefined;
  return { ...outline, slides: slides.with(first, right).with(second, left) };
}

/** Returns the index of the planned slide that words name by its number or title: "slide 2", "the goals"; -1 if there is none. */
function slideNamed(outline: Outline, said: string): number {
  const words = said
    .toLowerCase()
    .replace(/^(?:the|slide|page|section|part)\b ?| ?(?:slide|page|section|part)$/g, '')
    .trim();
  const titles = slideTitles(outline).map((title) => title.toLowerCase());
  if (/^\d{1,2}$/.test(words)) return Number(words) <= titles.length ? Number(words) - 1 : -1;
  return words.length < 3 ? -1 : titles.findIndex((title) => title.includes(words));
}

function withoutLead(words: string): string {
  return words.replace(LEAD, '').trim();
}

/** Returns the last words of `typed`, as many as `words` has. `words` may be translated, but the prompt keeps what the person typed. */
function asTyped(typed: string, words: string): string {
  return typed.includes(words) ? words : typed.split(' ').slice(-words.split(' ').length).join(' ');
}

/** Returns whether a sentence says what a picture is to show instead, for example "actually a goalkeeper catching a melon". */
function isOtherPicture({ work }: Ask, text: string, left: string): boolean {
  return work.kind === 'image' && REPLACES.test(text) && /^(?:an?|the|two|three) \S+ \S/i.test(left);
}

/**
 * Returns the prompt with a new topic. If the topic is a name and the prompt contains only one name, replaces only that name. For example,
 * "actually about Porto" keeps the rest of "tourism in Lisbon, for city guides".
 */
function replacedTopic(prompt: string, topic: string): string {
  const audience = audienceIn(prompt);
  const names = [...prompt.matchAll(/(?<=\P{L})\p{Lu}\p{Ll}+(?=\P{L}|$)/gu)];
  const [name] = names;
  return name && names.length === 1 && /^\p{Lu}\p{Ll}+$/u.test(topic)
    ? prompt.slice(0, name.index) + topic + prompt.slice(name.index + name[0].length)
    : [topic, audience].filter(Boolean).join(', ');
}

/** Up to 30 characters, which may be a time, a date or a hyphenated name: "18:30", "Anna-Lena". */
const FEW_WORDS = String.raw`(?:[\p{L}\d. €%]|(?<=[\p{L}\d])[:/-](?=[\p{L}\d])|(?<=\d),(?=\d)){1,30}?`;
/** Matches a correction of one word of the topic: "sorry, April not May", "it's 19:30, not 18:30". */
const NOT_THAT = new RegExp(
  `^(?:(?:sorry|no|oh|actually|wait|oops)[, ]+)*(?:(?:it['’]?s|it is|i meant?|make it) )?(?<now>${FEW_WORDS}),? (?:and )?not (?<was>${FEW_WORDS})(?:,? sorry)?[.!]*$`,
  'iu',
);

/** The same with the wrong word first: "not 400, 350 pieces", "the topic still says 400. It should say 350". */
const WRONG_FIRST =
  /^(?:(?:sorry|no|oh|hm+|and|but|actually|wait|oops)[,. ]+)*(?:not (?<not>(?:[\p{L}\d.]|(?<=\d),(?=\d)){1,20}(?: [\p{L}\d.]+){0,2}?)(?:,(?!\d)| ?[-–—]) (?:but |it['’]?s |rather )?(?:the )?|(?:(?:the |your )?(?:topic|title|card|text|it|that)(?: still| now)? says? (?<says>[\p{L}\d. ]{1,30}?)[.,;]+ )(?:it |that |this )?(?:should|must|has to) (?:say|be|read) )(?<now>(?:[\p{L}\d. ]|(?<=\d),(?=\d)){1,30}?)[.!]*$/iu;

/** Returns the ask with the corrected word; undefined if the sentence corrects no word of the topic. */
export function withCorrectedWord(ask: Ask, words: string): Ask | undefined {
  const { prompt } = ask;
  const found = WRONG_FIRST.exec(words)?.groups;
  const wrong = found?.not ?? found?.says;
  const right = found?.now ?? '';
  // "Not 400, 350 pieces" corrects only the number.
  const number = wrong && /^[\d.,]+$/.test(wrong) ? /^[\d.,]*\d(?![\p{L}\d])/u.exec(right)?.[0] : undefined;
  const { now = number ?? right, was = wrong } = NOT_THAT.exec(words)?.groups ?? {};
  if (!now || !was || prompt.length > WITH_CHANGES) return undefined;
  const other = withOtherReaders(prompt, now, was);
  if (other) return { ...ask, prompt: other };
  // "24 June, not 23" corrects "23 June". "7 slides, not 5" corrects "5 slides".
  const [unit = ''] = /^[\d.,]+$/.test(was) ? (/ \p{L}+$/u.exec(now) ?? []) : [];
  // "Sankt Anne, not Anna" corrects "Sankt Anna".
  const before = was.includes(' ') ? '' : now.slice(0, now.lastIndexOf(' ') + 1);
  const said = `(?:${before})?${was.replaceAll('.', '\\.')}${unit}`;
  const word = new RegExp(`(?<![\\p{L}\\d])${said}(?![\\p{L}\\d])`, 'giu');
  return word.test(prompt) ? { ...ask, prompt: prompt.replace(word, now) } : undefined;
}

/** Returns the prompt with other readers: "for hotel chains, not boutiques" for an offer "for boutique hotels". Undefined if it names none. */
function withOtherReaders(prompt: string, now: string, was: string): string | undefined {
  if (!/^for \p{L}/iu.test(now)) return undefined;
  const word = was
    .replace(/^for /i, '')
    .replace(/^(?:the|our) /i, '')
    .replace(/s$/, '')
    .toLowerCase();
  const phrase = (prompt.match(/\bfor [^,.;:\n]+/gi) ?? []).find((part) => part.toLowerCase().includes(word));
  return phrase && prompt.replace(phrase, now);
}

/** Matches an order to take out the last wish, or all: "remove the wish", "no wishes". */
const WITHOUT_WISH =
  /^(?:(?:no|and|ok|please|sorry|oh)[ ,.]+)*(?:(?:remove|drop|delete|without|no|leave out|forget|take out) )?(?:the |that |my |any |extra |last |all )*wish(?<all>es)?(?: please)?[.!]*$/i;

/** Returns the ask without its last wish, or without all; undefined if the sentence takes out no wish, or there is none. */
export function withoutWish(ask: Ask, text: string): Ask | undefined {
  const found = WITHOUT_WISH.exec(text.trim());
  const { wishes = 0, prompt } = ask;
  if (!found || wishes === 0) return undefined;
  const lines = prompt.split('\n').slice(0, found.groups?.all ? -wishes : -1);
  const left = found.groups?.all ? undefined : wishes - 1 || undefined;
  return { ...ask, prompt: lines.join('\n'), wishes: left };
}

/** Matches a sentence that changes only the number of slides of the proposed ask: "9", "half as many slides", "shorter". */
const COUNTS = new RegExp(
  `^(?:(?:more|like|rather|about|only|just|make|keep|it|that|fewer|less|than|say|maybe|perhaps|to|let['’]?s|max|pls|please|ten|of|around|do|better|with|too|many|much|that['’]?s)[ ,]+)*(?:(?<number>${NUMBER})(?: of (?:them|those))?|(?<shorter>(?:(?:make|keep) it )?(?:a bit |a little )?shorter)|(?<longer>(?:make it )?(?:a bit |a little |much )?longer)|(?<half>half)(?: as many| of (?:them|it)| the)?|(?<double>twice as many|double)(?: it| that| the)?)(?: (?:slides?|pages?|number))?(?: (?:is|are|will be) (?:enough|fine|plenty|ok|okay|better)| then| instead| please)?[.!]?$`,
  'i',
);

function slidesOf({ slides }: Ask, text: string): Choices {
  const { number, half, shorter, longer } = COUNTS.exec(text)?.groups ?? {};
  if (number) return { slides: numberOf(number) };
  if (slides && longer)
    return { slides: Math.min(Math.max(slides + 1, Math.ceil((slides * 4) / 3)), CARDS_LIMIT) };
  return slides && COUNTS.test(text)
    ? { slides: Math.ceil(half ? slides / 2 : shorter ? (slides * 2) / 3 : slides * 2) }
    : {};
}

function withoutExport({ exportAs: _, ...choices }: Choices): Partial<Ask> {
  return choices as Partial<Ask>;
}

/**
 * Returns the kind of file of the changed ask. If the format changes and the ask has the old format's default kind of file, it gets the new
 * format's default. For example, a presentation as PowerPoint becomes a document as PDF.
 */
function exportOf(ask: Ask, { exportAs, format }: Choices): Pick<Ask, 'exportAs'> {
  const isUsual = (ask.exportAs ?? 'none') === usualExport(ask.format);
  const wanted = exportAs ?? (format && isUsual ? usualExport(format) : ask.exportAs);
  return { exportAs: wanted === 'none' ? undefined : wanted };
}

function withLine({ prompt }: Ask, said: string): string {
  const line = said
    .replace(new RegExp(`${FOR_PERSON.source}(?: please)?`, 'iu'), '')
    .replace(/^[ ,;.]+|[ ,;]+$/g, '');
  if (!line || GLUE.test(line)) return prompt;
  const kept = isOnlyAudience(line) ? withoutAudience(prompt) : prompt;
  // If a sentence is handled again after a crash, do not add its line twice.
  return kept.endsWith(`\n${line}`) ? kept : [kept, line].filter(Boolean).join('\n');
}

/** Removes the audience from a prompt, because another one replaces it. */
function withoutAudience(prompt: string): string {
  const said = audienceIn(prompt);
  const at = prompt.indexOf(said);
  return (prompt.slice(0, at).replace(/(?:\n|,? ?)$/, '') + prompt.slice(at + said.length)).trim();
}

/** Returns the phrase of a prompt that names the audience, for example "for schoolkids" in "talk for schoolkids on printing"; may be empty. */
function audienceIn(prompt: string): string {
  const phrases = prompt.match(/(?<=^|[\s,])for [^,.;:\n]+?(?=$|[,.;:\n]| (?:on|about|in|with)\b)/g) ?? [];
  return phrases.find(isOnlyAudience) ?? '';
}

/** Maximum length of a prompt from which a person can take back a change, in characters. A longer prompt is treated as content. */
const WITH_CHANGES = 600;

/** Matches words that name an earlier change by its position, for example "second change". */
const NTH = /^(first|second|third|last)(?: (?:one|change|addition|point))?$/;

/**
 * Returns the prompt without the part that a person takes back ("drop the prices part"): an earlier change, or an item of a list in the
 * topic such as "prices" in "our market: stalls, prices, music". Returns undefined if there is no such part.
 */
function withoutLine(prompt: string, removed: string): string | undefined {
  const [topic = '', ...changes] = prompt.split('\n');
  const nth = NTH.exec(removed)?.[1];
  const at = nth === 'last' ? changes.length - 1 : ['first', 'second', 'third'].indexOf(nth ?? '');
  if (at >= 0 && at < changes.length) return [topic, ...changes.toSpliced(at, 1)].join('\n');
  const words = removed.match(/\p{L}{4,}/gu) ?? [];
  const said = words.filter((word) => !/^(?:part|slides?|section|pages?|bit|thing|about|that)$/.test(word));
  if (prompt.length > WITH_CHANGES || said.length === 0) return undefined;
  // Keep a change that names more, such as "costs and an appendix".
  const names = (change: string) =>
    !REMOVES.test(change) &&
    !/ and /i.test(change) &&
    said.some((word) => isNamed(word, change.toLowerCase()));
  const left = changes.filter((change) => !names(change));
  if (left.length < changes.length) return [topic, ...left].join('\n');
  const [first = '', ...items] = topic.split(/(?<=[,:;.]) /);
  const others = items.filter((item) => !names(item));
  if (items.length < 2 || others.length !== items.length - 1) return undefined;
  const shorter = [first, ...others].join(' ').replace(/[,;]$/, '');
  return [shorter, ...changes].join('\n');
}

/** Matches a change that itself takes something out, so "remove the cash part" does not take back "drop the cash part". */
const REMOVES = /^(?:please )?(?:drop|remove|without|leave out|take out|skip|delete|no|cut|lose)\b/i;

/** Matches words that take such a change back: "put the price back", "keep the price after all". */
const PUT_BACK =
  /^(?:put|bring|take|leave|keep|with|have) (?:the |our |my |a )?(?<what>[\p{L} -]{3,40}?) (?:back(?: in)?|in again|(?:in )?after all|again)[.!]*$/iu;

/** Returns the prompt without the change that took something out, if a sentence takes it back; undefined for other sentences. */
function withPutBack(prompt: string, text: string): string | undefined {
  const words =
    PUT_BACK.exec(text)
      ?.groups?.what?.toLowerCase()
      .match(/\p{L}{4,}/gu) ?? [];
  const lines = prompt.split('\n');
  const at = lines.findLastIndex(
    (line, index) =>
      index > 0 && REMOVES.test(line) && words.some((word) => isNamed(word, line.toLowerCase())),
  );
  return at > 0 ? lines.toSpliced(at, 1).join('\n') : undefined;
}

/** Returns true if a text has the word, also misspelt. */
function isNamed(word: string, text: string): boolean {
  return text.includes(word) || text.split(/\P{L}+/u).some((typed) => isTypo(typed, word, word.length));
}
