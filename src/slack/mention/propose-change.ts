import { withSame } from '../../asks/mention/card-orders.ts';
import { findCorrection, findEdit } from '../../asks/mention/find-edit.ts';
import type { Ask } from '../../asks/schema.ts';
import type { Generation } from '../../generations/generation.ts';
import type { SlackContext } from '../bolt/context.ts';
import { denialOn, mayChange } from '../bolt/permissions/permissions.ts';
import { type Message, plainMessage } from '../kit/blocks/parts.ts';
import { changeAsk, changeProposalMessage, laterChangeMessage } from '../kit/change/document-change.ts';
import { checkAsk } from '../kit/check-ask.ts';
import { creditsText } from '../kit/copy/credits-text.ts';
import type { ThreadRef } from '../kit/lookups/threads.ts';
import { addressIn } from './cards.ts';
import { answerAboutDocument, isAboutDocument } from './document-questions.ts';
import { expectedFor, placeOf, type Sentence } from './sentence.ts';

/** Answers sentences about an existing document. None of the answers spends credits. */

/**
 * Answers a sentence in the thread of a document. A change or a correction, such as "the second slide is too empty", gets a card.
 * @returns false if the sentence is not about the document, or the thread has no document
 */
export async function answerBelowDocument(
  sentence: Sentence,
  thread: ThreadRef,
  slack: SlackContext,
): Promise<boolean> {
  const { actor, text, isDirect, isAddressed } = sentence;
  const words = withSame(await slack.threads.plain(actor.team, text));
  // A sentence in a channel that does not begin with the mention may be for other people, so only a clear order is a change.
  const isForDeckhand = isDirect || isAddressed === true;
  const instruction = isForDeckhand ? findCorrection(words, true) : findEdit(words);
  const isAbout = isForDeckhand && !instruction && isAboutDocument(words);
  const document = (instruction || isAbout) && (await slack.generations.documentIn(actor.team, thread));
  if (!document) return false;
  return instruction
    ? proposeChangeOf(document, instruction, sentence, slack)
    : answerAboutDocument(words, document, sentence);
}

/** Returns the card of a change, with the expected cost. */
export async function changeCardOf(
  ask: Ask,
  proposal: string,
  notes: string[],
  sentence: Sentence,
  slack: SlackContext,
): Promise<Message> {
  const cost = creditsText((await expectedFor(ask, slack)).credits, ask);
  return changeProposalMessage(ask, proposal, { address: addressIn(sentence), notes, cost });
}

/**
 * Answers with a card that proposes a change of a document, or with a button for later if the document is still being made.
 * @returns false if the document cannot be changed
 */
export async function proposeChangeOf(
  document: Generation,
  instruction: string,
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  const ask = changeAsk(document, sentence.actor, instruction);
  const later = ask ? undefined : laterChangeMessage(document, instruction);
  if (later) await sentence.answer(later);
  if (!ask) return later !== undefined;
  const denial = await denialOn(document, mayChange, sentence, slack);
  const kept = { origin: sentence.id };
  const blocked = denial ? plainMessage(denial) : await checkAsk(ask, sentence, slack, 'later', { kept });
  if (blocked) await sentence.answer(blocked);
  else {
    const proposal = await slack.proposals.save(ask, { origin: sentence.id });
    const ts = await sentence.answer(await changeCardOf(ask, proposal, [], sentence, slack));
    await slack.openCards.add(sentence.actor, placeOf(sentence), { proposal, ts });
  }
  return true;
}
