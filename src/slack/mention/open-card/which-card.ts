import { findChoices } from '../../../asks/mention/choices.ts';
import { formatOf, NOUN } from '../../../asks/mention/find-ask.ts';
import { withoutCourtesy } from '../../../asks/mention/flat-text.ts';
import type { OpenCard } from '../../../asks/proposals.ts';
import type { Ask } from '../../../asks/schema.ts';
import type { SlackContext } from '../../bolt/context.ts';
import type { DocumentName } from '../document-name.ts';
import type { Sentence } from '../sentence.ts';

/** Finds which of the open proposal cards a sentence means, for example "the second one", "both" or "yes, the web page too". */

/** Matches an answer that declines one of several cards, for example "no to the tweet", "forget the parking one". */
export const NO_TO =
  /^(?:(?:ok|and|no|oh)[ ,.!]+)*(?:no to|forget|scrap|cancel|discard|drop|delete) (?:the|this|that)\b/i;
/** Matches a yes that names a card, for example "yes the slides too". People also write this if only one card is open. */
const THIS_ONE =
  /^(?:(?:ok(?:ay)?|yes|yep)[, ]+(?:both\b|(?:the|this|that) [\p{L} -]{3,30})|(?:(?:and|yes|ok)[, ]+)*the other one,? (?:too|as well|also|please)[.!]*)$/iu;

/** Matches the verb in "yes make the web page". In "yes, make the title shorter", it is no yes. */
const MAKE_KIND = new RegExp(
  `^(yes|yep|ok(?:ay)?),? make (?=the (?:[\\p{L}-]+ )?(?:${NOUN}|picture|image)[.! ]*$)`,
  'iu',
);
/** Returns true for a yes that names a card, also if only one is open. */
export const isYesToThisOne = (words: string): boolean => THIS_ONE.test(words.replace(MAKE_KIND, '$1 '));

const POSITION =
  /^(?:(?:yes|ok|and|then|now|also|only|just|und|et|puis|nur),? )*(?:please )?(?:make )?(?:the |number )?(?:(?<first>first|1st|1|oldest)|(?<second>second|2nd|2)|(?<third>third|3rd|3)|(?<last>last|newest|latest))(?: (?:one|card))?(?:,? (?:too|as well|also|please|of course|obviously|naturally|then))*[ .!]*$/i;

/** Returns the index, in the list of `whichMessage`, of the card that words such as "the second one" mean; -1 if they name no position. */
function positionIn(words: string, count: number): number {
  const { first, second, third, last } = POSITION.exec(words)?.groups ?? {};
  if (last) return count - 1;
  return first ? 0 : second ? 1 : third ? 2 : -1;
}

const ALL =
  /^(?:(?:yes|ok|okay|then|and|please),? )*(?:(?:make|do|take) )?(?:(?<two>both)|all)(?: of them| cards| (?:(?<pair>two)|(?<three>three)|(?<four>four)))?(?: please)?[ .!]*$/i;

/** Returns how many cards words such as "both" or "all" mean; undefined if they mean something else. */
function countIn(words: string, count: number): number | undefined {
  const { two, pair, three, four } = ALL.exec(words)?.groups ?? {};
  if (two || pair) return 2;
  if (three) return 3;
  return four ? 4 : ALL.test(words) ? count : undefined;
}

/** Matches words that name a card by topic or format: "the flea market one", "the web page too", "no to the tweet, Ana wrote one". */
const NAMED =
  /^(?<yes>(?:yes|yep|ok|okay|and|then|now|also)[, ]+)*(?:please )?(?<made>(?:make|do|take) (?=.* one\b))?(?:make )?(?<no>(?:no[ ,.!]+)*(?:no to|forget|scrap|cancel|discard|drop|delete) )?(?:the|this|that) (?:one (?:about|on|for|with) (?:the |our )?)?(?<name>[^.,;:!?]{3,60}?)(?: (?:one|card))?(?:,? (?<agreed>yes|too|first|as well|also|please|now))*(?:[.,;!] ?(?<reason>.{0,60}))?$/i;

/** Matches a yes before the name of a card: "yes the picture". */
const IS_YES = /^(?:yes|yep|yeah|ja)[, ]+the /i;

/** Matches the verb of an answer that declines cards: "no to" in "no to the second". */
const DROPS = /^(?:(?:ok|and|no)[ ,.!]+)*(?:no to|forget|scrap|cancel|discard|drop|delete) (?=the |number )/i;

/**
 * Returns the open cards that words such as "both" or "the second one" mean; 'unclear' if the number does not fit. A topic names a card
 * only if Deckhand has asked which one, or if the sentence also accepts or declines.
 */
export async function chosenCards(
  said: string,
  { cards, asked }: { cards: OpenCard[]; asked?: string[] | undefined },
  sentence: Sentence,
  slack: SlackContext,
): Promise<OpenCard[] | 'unclear'> {
  const words = withoutCourtesy(said.trim().replace(MAKE_KIND, '$1 '));
  // If Deckhand has not asked which card is meant, "3" may also mean three slides.
  if (!asked && cards.length > 1 && /^\d[.!]*$/.test(words)) return 'unclear';
  const count = countIn(words, cards.length);
  if (count !== undefined) return count === cards.length ? cards : 'unclear';
  // A position means a card of the list that was shown, even if other cards of this list have been answered since.
  const listed = asked
    ? asked.map((proposal) => cards.find((card) => card.proposal === proposal) ?? { proposal })
    : cards;
  const position = positionIn(words.replace(DROPS, ''), listed.length);
  const isDoubtfulPosition = !asked && cards.length > 1 && isAnyMoved(cards) && !DROPS.test(words);
  if (position >= 0 && isDoubtfulPosition) return 'unclear';
  if (position >= 0) return listed.slice(position, position + 1);
  const { yes, no, made, name = '', agreed, reason } = NAMED.exec(words)?.groups ?? {};
  // "Make the boots thing a deck too" says what to make of something else.
  if (!name || (reason && !no) || / (?:an?|another) /i.test(name)) return [];
  // "And the other one too" means the last card that is open.
  const isOne = /^one$/i.test(name) || (/^other$/i.test(name) && cards.length === 1 && agreed !== undefined);
  const [single] = isOne && cards.length === 1 ? await withAsks(cards, sentence, slack) : [];
  // "The other one too" may also be about the other document.
  if (!asked && single?.ask.work.kind === 'edit') return 'unclear';
  // If Deckhand has not asked which card, "the web page" is not a choice, but "the web page too" can be.
  if (
    !asked &&
    !no &&
    !(made && cards.length > 1) &&
    !(agreed && (yes || cards.length > 1)) &&
    !IS_YES.test(words) &&
    !(isOne && (yes || agreed))
  )
    return [];
  if (isOne) return asked && cards.length > 1 ? 'unclear' : cards.slice(-1);
  // If one of two cards was made just now, "the other" is the one that is left.
  if (no && /^other$/i.test(name)) return cards.length < 3 ? cards.slice(0, 1) : [];
  const open = await withAsks(cards, sentence, slack);
  const named = open.filter(({ ask }) => isNamed(ask, name));
  // "The prices first" and "ok the cakes too" may also be about the content.
  const isKind = ONLY_KIND.test(name) && open.some(({ ask }) => isOfKind(ask, name));
  const isDoubtful = agreed && !asked && !no && !isKind && !/\b(?:one|card)\b/i.test(words);
  if (isDoubtful) return cards.length > 1 || IS_YES.test(words) ? 'unclear' : [];
  if (named.length !== 1) return IS_YES.test(words) ? 'unclear' : [];
  return named.map(({ card }) => card);
}

/** Matches numbers of cards: "1 and 3". */
const NUMBERS = /^(?:the |numbers? |cards? )?\d(?: ?(?:,|and|&|\+) ?\d)*$/i;

/**
 * Returns the open cards that a name such as "the hiring deck", "the second one" or "1 and 3" means. Empty if it names none, or could mean
 * several.
 */
export async function cardsNamed(
  name: string,
  { cards, asked }: { cards: OpenCard[]; asked?: string[] | undefined },
  sentence: Sentence,
  slack: SlackContext,
): Promise<OpenCard[]> {
  const listed = asked ? cards.filter(({ proposal }) => asked.includes(proposal)) : cards;
  const count = countIn(name, cards.length);
  if (count !== undefined) return count === cards.length ? cards : [];
  if (NUMBERS.test(name)) {
    const numbers = [...new Set(name.match(/\d/g))].map(Number);
    const found = numbers.flatMap((number) => listed[number - 1] ?? []);
    return asked && listed.length === asked.length && found.length === numbers.length ? found : [];
  }
  const position = positionIn(name, listed.length);
  if (position >= 0) {
    const isUnclear = asked ? listed.length < asked.length : isAnyMoved(cards);
    return isUnclear ? [] : listed.slice(position, position + 1);
  }
  const topic = name.replace(/^(?:the |that |this )+/i, '').replace(/ (?:one|card)$/i, '');
  const open = await withAsks(cards, sentence, slack);
  const named = topic ? open.filter(({ ask }) => isNamed(ask, topic)) : [];
  return named.length === 1 ? named.map(({ card }) => card) : [];
}

const FIRST_THEN_CHANGE =
  /^(?:(?:and|for|make|ok|then|now|can|could|please)[ ,]+)*(?:the )?(?:(?<position>first|second|third|last|1st|2nd|3rd|newest|oldest)(?: one| card)?|(?<other>other|earlier|older|previous)(?: one| card)|(?<kind>(?:social )?post|presentation|deck|document|one-pager|web ?page|picture)|(?<name>[\p{L}\d -]{3,40}?) one)(?:[,:]| to| be| sh(?:ould|oud|uld|ud) (?:be|have)| have| as)?(?: but| and)? (?<change>(?:in|as|for|with|without|add|only|just|make it|\d+|\p{L}+ slides?|shorter|longer)\b.{0,80})$/iu;

/** Returns the card that the beginning of a sentence names, and the change: "first one 7 slides", "the boots one in German". */
export async function cardAndChange(
  said: string,
  { cards, asked }: { cards: OpenCard[]; asked?: string[] | undefined },
  sentence: Sentence,
  slack: SlackContext,
): Promise<{ card: OpenCard; change: string } | undefined> {
  const {
    position,
    other,
    kind,
    name = kind ?? '',
    change: wish,
  } = FIRST_THEN_CHANGE.exec(said.trim())?.groups ?? {};
  if (!wish || (other && cards.length !== 2)) return undefined;
  const change = wish.replace(/[ ?]+$/, '');
  const open = asked ? cards.filter(({ proposal }) => asked.includes(proposal)) : cards;
  const listed = open.toSorted((one, another) => (one.since ?? 0) - (another.since ?? 0));
  const named = other
    ? cards.slice(0, 1)
    : position
      ? listed.slice(positionIn(position, listed.length)).slice(0, 1)
      : (await withAsks(cards, sentence, slack))
          .filter(({ ask }) => isNamed(ask, name))
          .map(({ card }) => card);
  const [card, ...others] = named;
  return card && others.length === 0 ? { card, change } : undefined;
}

/**
 * Returns whether a name such as "the deck for the vets" fits an ask. Each word must be in the ask's topic or name its kind. A change is
 * named by the title of its document.
 */
function isNamed(ask: Ask, name: string): boolean {
  if (ask.work.kind === 'edit') {
    const { title } = ask.work.document;
    const words = wordsIn(name.replace(KIND, ' '))
      .trim()
      .split(' ')
      .filter((word) => word && !SMALL.has(word));
    return words.length > 0 && words.every((word) => hasWord(title, word));
  }
  if (ONLY_KIND.test(name) && isOfKind(ask, name)) return true;
  const [kind = ''] = KIND.exec(name) ?? [];
  if (kind && !isOfKind(ask, kind)) return false;
  const words = wordsIn(name.replace(KIND, ' '))
    .trim()
    .split(' ')
    .filter((word) => !SMALL.has(word));
  // "The French one" names a card by its language.
  const { language } = findChoices(`in ${words[0]}`, '').choices;
  if (words.length === 1 && language !== undefined && language === ask.language) return true;
  return (kind !== '' || words.length > 0) && words.every((word) => hasWord(ask.prompt, word));
}

/** Returns whether a text has a word, with or without the "s" of the plural: "the belt one" names slides on belts. */
export function hasWord(text: string, word: string): boolean {
  const words = wordsIn(text);
  const one = word.toLowerCase();
  return [one, `${one}s`, one.replace(/s$/, '')].some((form) => words.includes(` ${form} `));
}

/** Milliseconds after which a card that is shown again counts as changed. */
const MOVED_MS = 1000;

/** Returns true if a card was changed. It moves below the others then, so "the second" can mean its old or its new position. */
const isAnyMoved = (cards: OpenCard[]): boolean =>
  cards.some(({ at = 0, since = at }) => at - since > MOVED_MS);

const KIND = new RegExp(
  `\\b(?:(?:linkedin|instagram|facebook|social|web|landing|one) )?(?:${NOUN}|picture|image|photo|drawing|illustration)\\b`,
  'iu',
);
/** Matches a name that may only name a kind: "web page", "the slides". */
const ONLY_KIND =
  /^(?:(?:linkedin|instagram|facebook|social|blog|web|landing|slide|one|single) )?[\p{L}-]+$/iu;
const SMALL = new Set(['the', 'our', 'my', 'a', 'an', 'for', 'about', 'on', 'of', 'with', 'and', 'to', 'in']);

/** Returns whether a noun such as "web page" names what the ask makes. */
export function isOfKind({ work, format }: Ask, name: string): boolean {
  const isPicture = /^(?:picture|image|photo|drawing|illustration)$/i.test(name);
  if (work.kind === 'edit') return false;
  return work.kind === 'image' ? isPicture : !isPicture && format === formatOf(name);
}

/** Returns true if the name of a document may also mean the ask of an open card. */
export function isNameOf({ words, kind = '' }: Pick<DocumentName, 'words' | 'kind'>, ask: Ask): boolean {
  if (ask.work.kind === 'edit') return false;
  return words.length > 0 ? words.every((word) => hasWord(ask.prompt, word)) : isOfKind(ask, kind);
}

/** Returns the words of a text in lower case, with a space before and after each. */
function wordsIn(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
}

/** Matches words that name a further card behind the change of one: "first one in German, second one 3 pages". */
const FURTHER =
  /(?:,|;|\.| and| und) (?:make )?(?:the )?(?:first|second|third|last|other|1st|2nd|3rd)(?: one| card)?\b/i;

/** Returns true if a sentence changes two cards. Only one card can be changed at a time. */
export function isForTwoCards(said: string): boolean {
  const { change = '' } = FIRST_THEN_CHANGE.exec(said.trim())?.groups ?? {};
  return FURTHER.test(change);
}

export async function withAsks(cards: OpenCard[], { actor }: Sentence, slack: SlackContext) {
  const found = await Promise.all(
    cards.map(async (card) => ({ card, ask: await slack.proposals.find(actor, card.proposal) })),
  );
  return found.flatMap(({ card, ask }) => (ask ? [{ card, ask }] : []));
}
