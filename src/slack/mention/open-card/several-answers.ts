import type { OpenCard } from '../../../asks/proposals.ts';
import { listOf } from '../../../text.ts';
import type { SlackContext } from '../../bolt/context.ts';
import { plainMessage } from '../../kit/blocks/parts.ts';
import type { Sentence } from '../sentence.ts';
import { carryOut, decide, nameOfCard } from './decide-card.ts';
import { cardsNamed, withAsks } from './which-card.ts';

/** Reads an answer to several cards in one sentence: "yes to the hiring deck, skip the other", "1 and 3 yes, drop the picture". */

/** Matches the border between two answers. */
const BORDER =
  /\s*[,;.](?:\s+|$)(?:(?:and|but|then)\s+)*|\s+but\s+|\s+and\s+(?=(?:no to|yes to|skip|drop|forget|scrap)\b)/i;
const YES = 'yes to|yes|yep|yeah|make|take';
const NO = 'no to|skip|drop|forget|scrap|cancel|discard';
/** Matches an answer before the name of its cards. */
const ANSWER = new RegExp(
  `^(?:(?:ok|oh|so|please)[ ,]+)*(?:(?<yes>${YES})|(?<no>${NO})) (?<which>\\S.*?)(?:,? (?:please|pls))?[ .!]*$`,
  'i',
);
/** Matches an answer behind the name of its cards. */
const ANSWER_BEHIND = /^(?<which>\S.*?):? (?:(?<yes>yes|yes please)|(?<no>no|no thanks))[ .!]*$/i;
/** Matches the cards that the other answers do not name, and how many these are. */
const REST =
  /^(?:the )?(?:(?<one>other|other one|other card)|(?<two>other two)|(?<three>other three)|rest|others|remaining ones)$/i;
/** Matches the name of a card: a position, numbers, or a name that is clearly one: "the tea deck", "the French one". */
const IS_NAME =
  /^(?:the (?!other\b)|that (?=.+ (?:one|card)$)|number |\d)|^(?:first|second|third|last|both|all)\b/i;

/** Matches verbs behind which only a card can be named. */
const NAMES = /^(?:yes to|no to|skip)\b/i;
/** Matches several numbers of the list: "1 and 3". */
const SEVERAL_NUMBERS = /^\d\D+\d/;
const PRONOUN = /^(?:it|that|this|them|those|me|us)\b/i;

/**
 * Carries out an answer to several cards, if each part of the sentence says yes or no to cards that it clearly names.
 * @returns false for other sentences; 'unclear' if some parts name cards and others do not
 */
export async function answerSeveral(
  open: { cards: OpenCard[]; asked?: string[] | undefined },
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean | 'unclear'> {
  const parts = sentence.text.split(BORDER).filter(Boolean);
  const answers = parts.map((part) => (ANSWER.exec(part) ?? ANSWER_BEHIND.exec(part))?.groups);
  const numbered =
    open.asked && SEVERAL_NUMBERS.test(sentence.text)
      ? await cardsNamed(sentence.text.trim(), open, sentence, slack)
      : [];
  if (numbered.length > 1) return decide('accept', numbered, sentence, slack);
  const named = await Promise.all(
    answers.map(async (answer, at) => {
      const { which = '' } = answer ?? {};
      if (REST.test(which)) return 'rest';
      const isName = IS_NAME.test(which) || (NAMES.test(parts[at] ?? '') && !PRONOUN.test(which));
      return isName ? cardsNamed(which, open, sentence, slack) : [];
    }),
  );
  const chosen = named.flatMap((cards) => (cards === 'rest' ? [] : cards));
  // Numbers mean the cards of a list that was shown.
  const hasNumbers = answers.some(
    (answer, at) => named[at]?.length === 0 && SEVERAL_NUMBERS.test(answer?.which ?? ''),
  );
  if (hasNumbers) return 'unclear';
  // One card is chosen by `chosenCards`, which also knows reasons: "no to the tweet, Ana wrote one".
  const rests = answers.flatMap((answer, at) => (named[at] === 'rest' ? (answer?.which ?? '') : []));
  const isForSeveral = chosen.length > 1 || (chosen.length === 1 && rests.length > 0);
  const isUnknown = parts.some((part, at) => named[at]?.length === 0 && /^yes to/i.test(part));
  if (!isForSeveral) return isUnknown ? 'unclear' : false;
  const isTwice = new Set(chosen).size < chosen.length || rests.length > 1;
  const rest = open.cards.filter((card) => !chosen.includes(card));
  const isOtherRest = rests.some((words) => !isCount(words, rest.length));
  if (isTwice || isOtherRest || named.some((cards) => cards.length === 0)) return 'unclear';
  const of = (does: 'yes' | 'no') =>
    named.flatMap((cards, at) => (answers[at]?.[does] ? (cards === 'rest' ? rest : cards) : []));
  const [accepted, dropped] = [of('yes'), of('no')];
  if (accepted.length === 0) return decide('discard', dropped, sentence, slack);
  const names = (await withAsks(dropped, sentence, slack)).map(({ ask }) => nameOfCard(ask));
  // If the first decision is stored and the second is not, the other cards only stay open.
  await decide('accept', accepted, sentence, slack);
  if (dropped.length === 0) return true;
  await carryOut('discard', dropped, { ...sentence, answer: async () => undefined }, slack);
  await sentence.answer(plainMessage(`OK, without ${listOf(names)}.`));
  return true;
}

/** Returns true if words for the rest of the cards fit their number. */
function isCount(words: string, count: number): boolean {
  const { one, two, three } = REST.exec(words)?.groups ?? {};
  const wanted = one ? 1 : two ? 2 : three ? 3 : undefined;
  return count > 0 && (wanted === undefined || wanted === count);
}
