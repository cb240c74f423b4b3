import type { SlackContext } from '../bolt/context.ts';
import { answerMoreOfDigest } from './digest-answers.ts';
import { answerOpenCard } from './open-card/open-card.ts';
import { answerNamedChange } from './propose-change.ts';
import { answerQuestion } from './question-answers.ts';
import { answerSearch } from './search-in-words.ts';
import type { Sentence } from './sentence.ts';
import { answerNamedShare, answerShare } from './share-in-words.ts';

/**
 * Answers a search, a question about Deckhand, a sentence about a digest, a named document or an open card, and a wish to share a result.
 * These come before requests for a document in mentions, direct messages and commands. The first that recognizes the sentence answers it.
 * @returns false if none answered
 */
export async function answerFirst(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  return (
    (await answerSearch(sentence, slack)) ||
    (await answerQuestion(sentence, slack)) ||
    (await answerMoreOfDigest(sentence, slack)) ||
    (await answerNamedChange(sentence, slack)) ||
    (await answerNamedShare(sentence, slack)) ||
    (await answerOpenCard(sentence, slack)) ||
    (await answerShare(sentence, slack))
  );
}
