import type { Message, Topic } from './messages.ts';
import { capitalised, clauseOf, weight } from './sentences.ts';

/** The outcome of a conversation: whole sentences of it, each with who said it and when. */

export interface Decision {
  /** The words that were agreed to. */
  text: string;
  /** Whose words they are. */
  message: Message;
  /** The message that settled it, where that is another one. */
  settledBy?: Message;
  /** What its topic is about. */
  about: string;
  /** The message that it answers, without which it would say too little. */
  on?: Message;
}

export interface Action {
  who: string;
  text: string;
  message: Message;
}

const stated = /^(?:decision|decided|final call)\s*:\s*(?=\S)/i;
const settles =
  /^(?:(?:good|ok(?:ay)?|yes|great)[.,!]\s*)?(?:decided|agreed|approved|do it|go ahead|let['’]s do it|go with|none from me|no objections?)\b/i;
const proposes =
  /\b(?:propos(?:e|al)|i would|i['’]d(?! (?:need|like to|love|say|know)\b)|i['’]?d? want to|let['’]s|we should|we could|shall we|then we|we (?:do not|don['’]t|hold|keep|stop))\b/i;
const proposal = /^(?:my )?propos(?:al|ed)(?: then)?\s*:\s*/i;

const opener = String.raw`(?:ok(?:ay)?|so|then|right|fine|good|great|yes|alright)\b[,.]?\s+`;
const act = '(?:go|take|keep|drop|use|do|hold|stop|ship|move|start|book|invite|cut|cap|stick|choose|pick)';
const acting = '(?:going (?:with|for)|dropping|choosing|cancelling|postponing)';
/** Decided in passing: "OK, so let's go with Lisbon then", "we're dropping the import", "Then 14 it is", "So: four charts". */
const passing = new RegExp(
  String.raw`^(?:${opener})+(?:let['’]s|we['’]ll|we will) ${act}\b|^let['’]s ${act}\b.*\bthen[.!]?$|^(?:${opener})*(?:we['’]re|we are) ${acting}\b|^(?:${opener})+\S+(?: \S+){0,3} it is[.!]?$|^so:\s`,
  'i',
);
/** Said in answer to somebody: "Take the £600." */
const orders =
  /^(?:(?:yes|ok(?:ay)?|good)[,.]\s+)?(?:take (?:it|the)\b|go (?:to \d|with\b|for\b)|(?:try|drop|do) it\b)/i;

/** Decisions: stated as such, proposed by one person and settled by another, or taken in passing. */
export function decisionsIn(topics: Topic[]): Decision[] {
  return topics.flatMap((topic) => {
    const about = headlineOf(topic);
    const found = topic.flatMap((message, at): Decision[] => {
      const text = message.sentences.join(' ');
      if (stated.test(text)) return [{ text: sentence(text.replace(stated, '')), message, about }];
      const before = topic.slice(0, at).filter((other) => other.by !== message.by);
      const proposed = before.findLast((other) => other.sentences.some((said) => proposes.test(said)));
      if (proposed && settles.test(text) && !message.sentences[0]?.endsWith('?'))
        return [{ text: proposedIn(proposed), message: proposed, settledBy: message, about }];
      return passingIn(message, topic[at - 1], about);
    });
    // What several people settle, or what was put in passing first, is one decision.
    return found.filter(
      ({ message }, at) =>
        !found.some((other, i) => other.message === message && (i > at || (i < at && other.settledBy))),
    );
  });
}

/** What ends in a question is still open. */
function passingIn(message: Message, before: Message | undefined, about: string): Decision[] {
  if (!before) return [];
  const { sentences } = message;
  const isAnswer = before.by !== message.by;
  const from = sentences.findIndex((said) => passing.test(said) || (isAnswer && orders.test(said)));
  const rest = sentences.slice(Math.max(from, 0));
  if (from < 0 || rest.some((said) => said.endsWith('?'))) return [];
  const isShort =
    isAnswer && (orders.test(rest[0] ?? '') || /\b(?:it|them|both|that)\b/i.test(rest[0] ?? ''));
  return [{ text: sentence(rest.join(' ')), message, about, ...(isShort ? { on: before } : {}) }];
}

/** A proposal from the sentence that makes it to its end. */
function proposedIn({ sentences }: Message): string {
  const from = sentences.findIndex((said) => proposes.test(said));
  // "Any objection?" is for those who were there.
  const end = sentences.findLastIndex((said) => !said.endsWith('?')) + 1;
  return sentence(
    sentences
      .slice(from, Math.max(end, from + 1))
      .join(' ')
      .replace(proposal, '')
      .replace(/^and /i, ''),
  );
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const promises =
  /(?<!\b(?:where|what|when|how|why|who) )\b(?:i['’]ll|i will)\s+(?!say\b|be\b|see\b|walk\b|tell you\b|take that\b)/i;
const asks = /^(.{2,40}?),\s+please\s+/i;
const owned = /\b[Oo]wner:?\s+(@?\p{Lu}[\p{L}'’-]+)/u;

/** Action items: promised in the first person, asked of somebody by name, or given an owner. */
export function actionsIn(topics: Topic[]): Action[] {
  const names = [...new Set(topics.flat().map((message) => message.by))];
  const named = (word: string) =>
    names.find((name) => name === word || name.split(' ')[0] === word.replace(/^@/, ''));
  return topics.flat().flatMap((message) =>
    message.sentences.flatMap((text, at): Action[] => {
      if (text.endsWith('?') || /^(?:if|when)\b/i.test(text)) return [];
      // "I'll fit it myself" says nothing alone.
      if (promises.test(text)) return text.length < 20 ? [] : [{ who: message.by, text, message }];
      const asked =
        asks
          .exec(text)?.[1]
          ?.split(/,\s*|\s+and\s+/)
          .map(named) ?? [];
      if (asked.length > 0 && asked.every((name) => name !== undefined))
        return [{ who: asked.join(' and '), text, message }];
      const owner = named(owned.exec(text)?.[1] ?? '');
      // An owner is named after what there is to do.
      return owner
        ? [{ who: owner, text: [message.sentences[at - 1], text].filter(Boolean).join(' '), message }]
        : [];
    }),
  );
}

/** Questions that nobody answered: the last word of their topic. */
export function openQuestions(topics: Topic[]): { text: string; message: Message }[] {
  return topics.flatMap((topic) => {
    const message = topic.at(-1) as Message;
    const text = message.sentences.at(-1) ?? '';
    return text.endsWith('?') && text.length >= 24 ? [{ text, message }] : [];
  });
}

/** Words that lean on what was said before: such a sentence says too little by itself. */
const leans =
  /^(?:and|so|but|then|not|that|this|these|those|it|its|they|he|she|them|which|if|yes|no|nope|i|we|you|left|true|same|also|both|neither|nor|or|because|ok|good|agreed|in favour|thanks?|done|of)\b/i;
const amount =
  /(?:[-+−]?[$€£]\s?\d[\d.,]*(?:\s?(?:k|m|bn|million)\b)?|[-+−]?\d[\d.,]*\s?%|\b\d[\d.,]*\s(?:units|orders|tickets|packs|accounts|readers|days|weeks|months)\b)/giu;

/** Sentences with figures that can be understood alone, the weightiest of them in the order in which they were said. */
export function figuresIn(messages: Message[], most: number): { text: string; message: Message }[] {
  const found = messages.flatMap((message) => {
    const says = (text: string) =>
      text.length >= 32 &&
      text.length <= 150 &&
      /^\p{L}/u.test(text) &&
      text.match(amount) &&
      standsAlone(text);
    // Where a message begins with a figure, its further ones are about the same.
    const [first = ''] = message.sentences;
    const text = first.match(amount) ? [first].find(says) : message.sentences.find(says);
    return text ? [{ text, message }] : [];
  });
  return heaviest(found, most, ({ text }) => (text.match(amount) ?? []).length + weight(text, 1) / 2);
}

export function standsAlone(text: string): boolean {
  const isWhole = (text.match(/[([]/g) ?? []).length === (text.match(/[)\]]/g) ?? []).length;
  return isWhole && !leans.test(text) && !/[?:]$/.test(text);
}

/** Characters of a message that a card shows; the rest of it is left out at the end of a sentence. */
const EXCERPT = 190;

/** The beginning of a message, in whole sentences. */
export function excerptOf({ sentences, tables }: Message): string {
  let text = '';
  for (const said of sentences) {
    // It leads in the table, which stands elsewhere.
    if (tables.length > 0 && said.endsWith(':')) continue;
    // The points of a list belong together, so its text may be longer.
    const most = /[;:]$/.test(text) ? 2 * EXCERPT : EXCERPT;
    if (text && text.length + said.length > most) break;
    text = text ? `${text} ${said}` : said;
  }
  return text.replace(/;$/, '.');
}

/** The messages that say the most, in the order in which they were said. */
export function weightiestIn(messages: Message[], most: number): Message[] {
  const found = messages.filter((message) => {
    const statements = message.sentences.filter((text) => !/[?:]$/.test(text)).join(' ');
    return statements.length >= 40 && excerptOf(message).length <= 2 * EXCERPT;
  });
  return heaviest(
    found,
    most,
    (message) =>
      weight(excerptOf(message), 1) +
      (standsAlone(excerptOf(message)) ? 1 : 0) +
      // Others speak of "a" and "number 2", which say nothing without the list of them.
      (/\(a\).*\(b\)|\b1\).*\b2\)/s.test(excerptOf(message)) ? 4 : 0),
  );
}

/** Those of the highest rank, in their own order. */
export function heaviest<T>(all: T[], most: number, rank: (one: T) => number): T[] {
  const kept = new Set([...all].sort((a, b) => rank(b) - rank(a)).slice(0, most));
  return all.filter((one) => kept.has(one));
}

const greeting =
  /^(?:good (?:morning|afternoon)|morning|hi|hello|hey|thanks|team|all|folks)\b[^,.!?]{0,20}[,.!?]\s*/i;
const opening =
  /^(?:(?:quick|one|small) (?:question|one)|question|heads[- ]up|reminder|fyi|update)\s*[:,–—-]\s+/i;

/** Characters of a question that names a topic. */
const ASKED = 70;
/** "Decision needed by Friday: what happens …?" */
const beforeQuestion =
  /^[^:?]{3,60}:\s+(?=(?:what|who|how|when|where|which|why|can|could|should|shall|do|does|is|are)\b.*\?$)/i;

/** The headline of a topic: what it asks in few words, else its first sentence, or the beginning of that where it is long. */
export function headlineOf([first]: Topic): string {
  const lines = first.sentences.map((one) => {
    const said = one.replace(greeting, '').replace(opening, '');
    const asked = said.replace(beforeQuestion, '');
    return asked.length <= ASKED ? asked : said;
  });
  const asked = lines.slice(0, 3).find((one) => /\?$/.test(one) && one.length <= ASKED && !leans.test(one));
  return capitalised(clauseOf(asked ?? lines.find((one) => one.length > 3) ?? ''));
}
