import { questionBehind } from '../../asks/mention/questions.ts';
import { talkIn } from '../../asks/mention/talk.ts';
import { endsInYes } from '../../asks/mention/yes.ts';
import type { SlackContext } from '../bolt/context.ts';
import { answerMoreOfDigest } from './digest-answers.ts';
import { answerFile } from './document-orders.ts';
import { answerOpenCard } from './open-card/open-card.ts';
import { answerMeant } from './open-card/take-other-meaning.ts';
import { placeOf } from './place.ts';
import { answerNamedChange } from './propose-change.ts';
import { answerQuestion, answerTo } from './question-answers.ts';
import { answerSearch } from './search-in-words.ts';
import { expectedFor, type Sentence } from './sentence.ts';
import { answerNamedShare, answerShare } from './share-in-words.ts';

/**
 * Changes the open card as the first part of a sentence says, and answers the question behind it on the card.
 * @returns false if the sentence has no question behind an order, or no card is open
 */
async function answerWithQuestion(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const found = questionBehind(sentence.text);
  const { cards } = found ? await slack.openCards.of(sentence.actor, placeOf(sentence)) : { cards: [] };
  const newest = cards.at(-1);
  const open = newest && ((await slack.proposals.find(sentence.actor, newest.proposal)) ?? undefined);
  // "OK, and when is it ready?" changes nothing.
  if (!found || !open || talkIn(found.first) !== undefined || endsInYes(found.first)) return false;
  // The changed card says its own cost, if it is known.
  const isKnown = (await expectedFor(open, slack)).credits !== undefined;
  const topics = found.topics.filter((topic) => !(topic === 'cost' && isKnown));
  const { text: also } = await answerTo(topics, { cards, open }, sentence, slack);
  return answerOpenCard({ ...sentence, text: found.first, also }, slack);
}

/**
 * Answers a search, a question about Deckhand, a sentence about a digest, a named document or an open card, and a wish to share a result.
 * These come before requests for a document in mentions, direct messages and commands. The first that recognizes the sentence answers it.
 * @returns false if none answered
 */
export async function answerFirst(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  return (
    (await answerWithQuestion(sentence, slack)) ||
    (await answerSearch(sentence, slack)) ||
    (await answerQuestion(sentence, slack)) ||
    (await answerMoreOfDigest(sentence, slack)) ||
    (await answerNamedChange(sentence, slack)) ||
    (await answerFile(sentence, slack)) ||
    (await answerNamedShare(sentence, slack)) ||
    (await answerMeant(sentence, slack)) ||
    (await answerOpenCard(sentence, slack)) ||
    (await answerShare(sentence, slack))
  );
}
