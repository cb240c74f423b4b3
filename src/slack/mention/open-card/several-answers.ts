import type { OpenCard } from '../../../asks/proposals.ts';
import type { SlackContext } from '../../bolt/context.ts';
import type { Sentence } from '../sentence.ts';
import { decide } from './decide-card.ts';
import { cardsNamed } from './which-card.ts';

/** Reads an answer to several cards in one sentence: "yes to the hiring deck, skip the other", "1 and 3 yes, drop the bar charts". */

const BORDER =
  /\s*[,;.](?:\s+|$)(?:(?:and|but|then)\s+)*|\s+but\s+|\s+and\s+(?=(?:no to|yes to|skip|drop|forget|scrap|make|not)\b)/i;
const ANSWER =
  /^(?:(?:ok|oh|so|please)[ ,]+)*(?:(?<yes>yes to|yes|yep|yeah|make|do|take|only|just)|(?<no>no to|not|no|skip|drop|forget|scrap|cancel|discard|delete)) (?:all )?(?<which>\S.*?)(?: please| pls)?[ .!]*$/i;
const ANSWER_BEHIND =
  /^(?<which>\S.*?)(?: is| are)?:? (?:(?<yes>yes|yes please|please|ok)|(?<no>no|not|no thanks))[ .!]*$/i;
const REST = /^(?:the )?(?:rest|others?|other (?:one|card|two|three)s?|remaining ones?)$/i;

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
  const named = await Promise.all(
    answers.map((answer) => {
      const { which = '' } = answer ?? {};
      return REST.test(which) ? 'rest' : which ? cardsNamed(which, open, sentence, slack) : [];
    }),
  );
  const chosen = named.flatMap((cards) => (cards === 'rest' ? [] : cards));
  // Numbers mean the cards of a list that was shown.
  const hasNumbers = answers.some(
    (answer, at) => named[at]?.length === 0 && /^\d\D+\d/.test(answer?.which ?? ''),
  );
  if (hasNumbers) return 'unclear';
  // One card is chosen by `chosenCards`, which also knows reasons: "no to the tweet, Ana wrote one".
  const isForSeveral = chosen.length > 1 || (chosen.length === 1 && named.includes('rest'));
  if (!isForSeveral) return false;
  const isTwice = new Set(chosen).size < chosen.length;
  if (isTwice || named.some((cards) => cards.length === 0)) return 'unclear';
  const rest = open.cards.filter((card) => !chosen.includes(card));
  const of = (does: 'yes' | 'no') =>
    named.flatMap((cards, at) => (answers[at]?.[does] ? (cards === 'rest' ? rest : cards) : []));
  const [accepted, dropped] = [of('yes'), of('no')];
  // If the first decision is stored and the second is not, the other cards only stay open.
  if (accepted.length > 0) await decide('accept', accepted, sentence, slack);
  if (dropped.length > 0) await decide('discard', dropped, sentence, slack);
  return true;
}
