import { isSame } from '../../../asks/mention/card-orders.ts';
import { NOUN } from '../../../asks/mention/find-ask.ts';
import { questionsIn } from '../../../asks/mention/questions.ts';
import { talkIn } from '../../../asks/mention/talk.ts';
import { isClearYes } from '../../../asks/mention/yes.ts';
import type { OpenCard } from '../../../asks/proposals.ts';
import type { SlackContext } from '../../bolt/context.ts';
import { placeOf } from '../place.ts';
import { readSentence } from '../read-sentence.ts';
import type { Sentence } from '../sentence.ts';
import { carryOut, decide } from './decide-card.ts';
import { isBehindResult } from './older-card.ts';

/** Matches an answer to a card before a sentence of its own: "great, yes. Also a picture of a backpack". */
const ANSWER_FIRST =
  /^(?<answer>[^.!?;:\n]{1,40})[.!;]+ +(?:(?:and|then|also|now|next|plus)[ ,]+)*(?<rest>\S.{5,})$/is;
/** Matches words that say yes without doubt, also before another sentence. "OK" may only say that something was read. */
const EXPLICIT = /(?<!\p{L})(?:yes|yep|yeah|ja|oui|s[iíì]|go|go ahead|make it|do it)(?!\p{L})/iu;
/** Matches words that drop the newest card before a request: "no forget the picture, make the Norwegian post". */
const DROPS_FIRST = new RegExp(
  `^(?:(?:no|nope|ok|oh|sorry|nein)[ ,.!]+)+(?:forget|drop|scrap|skip) (?:about )?(?:the|this|that) (?:${NOUN}|picture|image|one|card)[,.;]+ +(?:and |but )?(?<rest>\\S.{5,})$`,
  'iu',
);

/**
 * Carries out the answer to the newest card with which a sentence begins, if a request of its own follows, or a question after a "no".
 * @returns the rest of the sentence, or the whole sentence if it does not begin with an answer, or if the rest only changes the card
 */
export async function withoutAnswer(sentence: Sentence, slack: SlackContext): Promise<Sentence> {
  const { actor, id, isAgain, files } = sentence;
  const found = files ? undefined : answerIn(sentence.text);
  if (!found) return sentence;
  const rest = { ...sentence, text: found.rest };
  // The rest may have its own decision about a card.
  const first = { ...sentence, id: id && `${id}:first` };
  const decided = isAgain && first.id ? await slack.openCards.decisionOf(actor, first.id) : undefined;
  const { cards, isAnswered, isOrderAnswered } = await slack.openCards.of(actor, placeOf(sentence));
  if (decided) {
    const left = cards.filter(({ proposal }) => decided.proposals.includes(proposal));
    return {
      ...rest,
      ...(await carried(left, (silent) => carryOut(decided.does, left, silent, slack), first)),
    };
  }
  const newest = cards.at(-1);
  if (!newest || (found.does === 'accept' && cards.length > 1)) return sentence;
  const isQuestion =
    found.does === 'forget' &&
    /^\s*(?:no|nope|nei|nein|non)\b/i.test(sentence.text) &&
    questionsIn(found.rest).length > 0;
  if (!found.isClear && !isQuestion && !(await isOwnRequest(rest, newest, slack))) return sentence;
  // The yes may be about what was answered or made since.
  const isElsewhere = isOrderAnswered || isAnswered || (await isBehindResult(newest, sentence, slack));
  if (found.does === 'accept' && isElsewhere) return { ...rest, also: STILL_OPEN };
  const does = (silent: Sentence) => decide(found.does, [newest], silent, slack);
  return { ...rest, ...(await carried([newest], does, first)) };
}

const STILL_OPEN = 'The card before this one is still open, too.';

interface Found {
  does: 'accept' | 'forget';
  rest: string;
  /** True if the rest is a request of its own in any case. */
  isClear?: boolean;
}

function answerIn(text: string): Found | undefined {
  const dropped = DROPS_FIRST.exec(text)?.groups?.rest;
  if (dropped) return { does: 'forget', rest: dropped, isClear: true };
  const { answer = '', rest = '' } = ANSWER_FIRST.exec(text)?.groups ?? {};
  if (talkIn(answer) === 'no') return { does: 'forget', rest };
  return EXPLICIT.test(answer) && isClearYes(answer) ? { does: 'accept', rest } : undefined;
}

/** Returns true if a sentence is a complete request, or asks for the last one again, and so changes no card. */
async function isOwnRequest(rest: Sentence, { proposal }: OpenCard, slack: SlackContext): Promise<boolean> {
  if (isSame(rest.text) || /^the same\b/i.test(rest.text)) return true;
  const open = (await slack.proposals.find(rest.actor, proposal)) ?? undefined;
  const read = await readSentence(rest, slack, 'direct', open);
  return 'wanted' in read && read.wanted.isComplete;
}

/** Carries out a decision. What it says is shown on the next card, because a sentence gets one answer. */
async function carried(
  cards: OpenCard[],
  does: (silent: Sentence) => Promise<unknown>,
  sentence: Sentence,
): Promise<Pick<Sentence, 'also'>> {
  let also = '';
  const answer = async ({ text }: { text: string }) => {
    also = text;
    return undefined;
  };
  if (cards.length > 0) await does({ ...sentence, answer });
  return also ? { also } : {};
}
