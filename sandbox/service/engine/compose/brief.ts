import { plain } from '../deck.ts';
import { outsideBrackets, phrasesOf } from '../read/figures.ts';
import type { Outline } from '../read/outline.ts';
import { capitalised, sentencesOf } from '../read/sentences.ts';

/** A prompt of a line or two that names what a deck is to be about, rather than being its text. */
export interface Brief {
  title: string;
  /** "the board", where the prompt says for whom. */
  audience?: string;
  topics: Topic[];
}

export interface Topic {
  /** The prompt's own words, whole. */
  words: string;
  /** Its name: the words without what stands in brackets or after a colon. */
  title: string;
  /** Its details, from brackets or after a colon. */
  points: string[];
}

const BRIEF_LIMIT = 700;

const KIND = `(?:deck|presentation|slides?|slide deck|document|doc|one[- ]pager|web ?page|(?:landing|launch) page|(?:social|instagram|linkedin|facebook) post|post|pitch deck)`;
/** "Please make me a 10-slide deck about …": the order to make something is not its content. */
const order = new RegExp(
  String.raw`^(?:(?:please|pls|can you|could you|just|hi|hey|hello)[,!]?\s+)*(?:create|make|write|build|generate|prepare|draft|design|give|put together|turn|summari[sz]e|produce)\s+(?:me\s+|us\s+)?(?:(?:a|an|the|some|this|these)\s+)?(?:(?:short|quick|brief|nice|good|new|simple|great|\d+[- ]?(?:slides?|cards?|pages?))\s+)*(?:(?:${KIND}|summary|report|pitch|talk)\b\s*)?(?:(?:about|on|covering|that covers|explaining|describing|to explain|of|which explains)\s+)?`,
  'i',
);
/** "5 slides about …", "Launch page for …": what is asked for, without a verb. */
const noun = new RegExp(
  String.raw`^(?:(?:a|an|the|\d+|two|three|five|ten)\s+)?${KIND}\s+(?:about|on|for|of|covering)\s+(?=\S)`,
  'i',
);

/** "Exactly 3 slides, no wait, 12 slides about …" */
const counting =
  /^(?:(?:exactly|just|only|maybe|around)\s+)?(?:\d+|two|three|five|ten)\s+(?:slides?|cards?|pages?)\b[,.]?\s*(?:(?:no|wait|actually|sorry|rather|or)\b,?\s*)*(?:(?:about|on|for|of)\s+)?/i;
/** Said to whoever makes it. */
const swearing = /\b(?:damn(?:ed)?|stupid|bloody|f[u*]+cking|freaking|goddamn|crappy|shitty)\s+/gi;
const aside =
  /^(?:and\s+|but\s+)?(?:please\s+)?(?:(?:don['’]t|do not)\b(?!.*\d)|make (?:it|sure)\b|keep it\b|no need\b|thanks?\b|asap\b|hurry\b)/i;

function withoutOrder(text: string): string {
  let rest = text.replace(swearing, '').replace(order, '').replace(noun, '').trim();
  while (counting.test(rest)) rest = rest.replace(counting, '');
  return rest.length >= 3 ? rest : text;
}

export function isOrder(text: string): boolean {
  return text.length < 300 && order.test(text) && (order.exec(text)?.[0].length ?? 0) > 0;
}

/** Whether a text is a brief: short, no structure of its own. */
export function isBrief(text: string, outline: Outline): boolean {
  if (text.trim().length > BRIEF_LIMIT || outline.sections.length > 0 || outline.title !== undefined)
    return false;
  // Four plain statements in a row are a text, to be shown as its writer put it.
  const plainly = sentencesOf(text).filter(
    (said) => said.length > 20 && !/[:;]|,.*,/.test(said) && !isOrder(said),
  );
  return (
    plainly.length < 4 &&
    outline.lead.length <= 2 &&
    outline.lead.every((block) => block.kind === 'paragraph')
  );
}

export function briefOf(outline: Outline): Brief {
  const text = outline.lead
    .map((block) => (block.kind === 'paragraph' ? plain(block.spans) : ''))
    .join(' ')
    // Signs that part a text in other scripts.
    .replace(/[：；，（）]/g, (sign) => `${sign.normalize('NFKC')} `)
    .replace(/[、،]/g, ', ')
    .replace(/。/g, '. ')
    .replace(/\s+/g, ' ')
    .trim();
  const { subject, rest } = parted(withoutOrder(text));
  const audience = addressed.exec(rest)?.[1] ?? audienceOf(subject) ?? audienceOf(rest);
  const topics = listIn(rest.replace(addressed, '')).flatMap(topicOf);
  const names = topics.map((topic) => topic.title.toLowerCase());
  return {
    title: titleOf(subject),
    audience,
    topics: topics.filter((topic, at) => names.indexOf(topic.title.toLowerCase()) === at),
  };
}

/** The subject, and what is to be said of it: after a colon or dash, in further sentences, or after "with", "covering". */
function parted(text: string): { subject: string; rest: string } {
  const found =
    /^(.{3,110}?)(?:\s*:\s+|\s+[–—-]\s+|[.!?]\s+|,?\s+(?:with|covering|including|focus(?:ing|ed)? on|and cover|cover)\s+)(.+)$/is.exec(
      text,
    );
  if (found) {
    const [whole, subject = '', rest = ''] = found;
    const sign = whole.charAt(subject.length);
    // "Keyboard only: three ideas" is one name; a list after a colon is what is to be said.
    const isName = sign === ':' && rest.length <= 60 && listIn(rest).length === 1 && !/[\d.]/.test(rest);
    if (isName) return { subject: text, rest: '' };
    const [first = subject, ...others] = phrasesOf(subject);
    const saysIt = /[.!?]/.test(sign) && (others.length > 0 || /\d/.test(subject));
    return saysIt ? { subject: first, rest: text } : { subject, rest };
  }
  const list = phrasesOf(text);
  return list.length >= 3 ? { subject: list[0] ?? '', rest: text } : { subject: text, rest: '' };
}

/** Commas that part a list, not the digits of a number. */
const LIST = /(?<!\d),|,(?!\d)/g;

/** The parts of a list as its writer parted them: at sentences and semicolons, else at commas and the last "and". */
function listIn(text: string): string[] {
  // "Went well: this; that" is one topic with its points.
  const groups = sentencesOf(text).flatMap((said) =>
    /^[^:;,]{2,40}:\s/.test(said) ? [said] : outsideBrackets(said, /;\s*/g),
  );
  const split = groups.flatMap((group) => {
    if (groups.length > 1 && /^[^:;,]{2,40}:\s/.test(group)) return [group];
    const parts = outsideBrackets(group, LIST).map((part) => part.replace(/^and\s+/i, ''));
    const [named = ''] = parts;
    // "Risks: this, that" goes on to the end.
    const at = parts.findIndex((part) => /^[^:]{2,30}s:\s/i.test(part));
    if (at >= 0) return [...parts.slice(0, at), parts.slice(at).join(', ')];
    if (isSentence(named) || (parts.length === 1 && groups.length > 1)) return [group];
    return parts.flatMap((part, at) =>
      at === parts.length - 1 ? outsideBrackets(part, /\s+and\s+/g) : [part],
    );
  });
  return split.map((part) => part.trim()).filter(Boolean);
}

/** Has a verb of its own, so a comma in it does not begin another topic. */
const isSentence = (text: string) =>
  /\b(?:we|they|you|it|i)\s+\p{L}+/iu.test(text) && text.split(' ').length > 3;

/** "Audience: shop staff." is said to the service, not to the audience. */
const addressed = /(?:^|(?<=[.;!?]\s))(?:audience|tone|style):\s*([^.;]+)[.;]?\s*/i;

export function audienceOf(text: string): string | undefined {
  const found =
    /\bfor\s+((?:the|our|my|all|new)\s+[\p{L}\s'-]{2,40}?)(?=[,.;:!?]|\s+(?:about|on|with|in|at|to|that|who|covering)\b|$)/iu.exec(
      text,
    );
  return found?.[1]?.trim();
}

function titleOf(subject: string): string {
  const bare = subject
    .replace(/[\s.,;:!–—-]+$/, '')
    .replace(/^(?:about|on|an?|the)\s+(?=\S)/i, (article) => (/^(about|on)/i.test(article) ? '' : article));
  return capitalised(bare.length > 110 ? bare.slice(0, bare.lastIndexOf(' ', 100)) : bare) || 'Untitled';
}

function topicOf(phrase: string): Topic[] {
  const words = phrase
    .replace(
      /^(?:and|et|und|or|then|plus|as well as|cover|include|(?:mention|note|say)(?:\s+that)?|that|with)\s+/i,
      '',
    )
    .replace(/[.,\s]+$/, '');
  if (!/[\p{L}\d]/u.test(words) || aside.test(phrase)) return [];
  const found = /^([^()]{2,60}?)\s*\(([^()]+)\)$/.exec(words) ?? /^([^:(]{2,60}):\s+(.+)$/.exec(words);
  const [, name = words, detail = ''] = found ?? [];
  const points = outsideBrackets(detail, detail.includes(';') ? /;/g : LIST).map(capitalised);
  return [{ words: capitalised(words), title: capitalised(name.trim()), points }];
}
