import { formatOf } from '../../../asks/mention/find-ask.ts';
import { clickValue, locationOf, replaceMessage, reply } from '../../bolt/answers/click.ts';
import type { SlackContext } from '../../bolt/context.ts';
import { canSeeGeneration } from '../../bolt/permissions/generation-access.ts';
import type { Click } from '../../bolt/requests.ts';
import { isChannel } from '../../kit/blocks/text.ts';
import { replaceGone } from '../../kit/gone-card.ts';
import { documentFor } from '../document-orders.ts';
import { isTitled } from '../document-questions.ts';
import { type OtherMeaning, otherMeaningIn } from '../other-meaning.ts';
import { placeOf } from '../place.ts';
import { proposeChangeOf } from '../propose-change.ts';
import { answerNearest } from '../question-answers.ts';
import { readSentence } from '../read-sentence.ts';
import { answerSentence, type Sentence } from '../sentence.ts';
import { answerShare } from '../share-in-words.ts';
import { addToChange, changeCard, changeTo, undoChange } from './change-card.ts';

/** Handles the button for the other meaning of a sentence (other-meaning.ts). The answer replaces the clicked card. */
export async function takeOtherMeaning(click: Click, slack: SlackContext): Promise<void> {
  const meaning = otherMeaningIn(clickValue(click) ?? '');
  const sentence = meaning && sentenceOf(click, meaning);
  if (!sentence) return;
  if (meaning.to === 'new') return answerAnew(click, meaning, sentence, slack);
  const { actor } = click;
  const { to, instead = '' } = meaning;
  const take = { card: addToCard, document: changeDocument, fresh: makeFresh }[to];
  // Two clicks change the card once, because the proposal is deleted with the first.
  const isTaken = await slack.proposals.use(actor, instead, async () => {
    if (!(await take(meaning, sentence, slack, click))) return null;
    await slack.openCards.markReplaced(actor, takenName(meaning));
    return true;
  });
  if (isTaken === undefined) await answerLateClick(click, meaning, slack);
  if (isTaken === null && to !== 'fresh') await reply(click, GONE[to]);
}

const GONE = {
  card: 'That card was answered already, or is older than a day. This one is still open.',
  document: 'I can’t change that document. This card is still open.',
};

/** Returns the name under which it is stored that a newer card replaces the card of a pressed button. */
const takenName = ({ to, id, instead, changes }: OtherMeaning) => `${to} ${instead ?? `${id} ${changes}`}`;

/**
 * Answers a click on a card that is no longer open. Does nothing for the second click of a double click, because the clicked message shows
 * the answer to the first by then.
 */
async function answerLateClick(click: Click, meaning: OtherMeaning, slack: SlackContext): Promise<void> {
  if (!(await slack.openCards.wasReplaced(click.actor, takenName(meaning)))) await replaceGone(click, slack);
}

/** Returns the sentence as if it was typed where the card is. The first answer replaces the card. */
function sentenceOf(click: Click, { words, instead, isCommand = false }: OtherMeaning): Sentence | undefined {
  const { actor, client, body } = click;
  const at = locationOf(click);
  if (!at) return undefined;
  const { channel, threadTs } = at;
  const isDirect = !isChannel(channel);
  const ts = body.container.is_ephemeral ? undefined : body.message?.ts;
  return {
    ...{ actor, client, text: words, channel, isDirect, isCommand, place: at, pressed: { instead } },
    ...(threadTs && !isDirect && { thread: { channel, ts: threadTs } }),
    async answer(message) {
      await replaceMessage(click, message);
      return ts;
    },
    ...(ts && {
      async remove(old) {
        await client.chat.delete({ channel, ts: old });
      },
    }),
  };
}

/** Changes an open card as the sentence says. Words that no rule understands are added to its text. @returns false if it is not open */
async function addToCard(meaning: OtherMeaning, sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { actor, text } = sentence;
  const { cards } = await slack.openCards.of(actor, placeOf(sentence));
  const card = cards.find(({ proposal }) => proposal === meaning.id) ?? { proposal: meaning.id };
  const before = await slack.proposals.find(actor, card.proposal);
  if (!before) return false;
  if (before.work.kind === 'edit') return addToChange(card, before, text, sentence, slack);
  const read = await readSentence(sentence, slack, 'direct', before);
  if ('wanted' in read) return changeCard(card, before, read, sentence, slack, true);
  const prompt = [before.prompt, text].filter(Boolean).join('\n');
  return changeTo({ ...before, prompt }, card, before, [], sentence, slack);
}

/** Proposes the sentence as a change of a document. @returns false if the document cannot be changed */
async function changeDocument(
  { id }: OtherMeaning,
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  const document = await slack.generations.find(sentence.actor.team, id);
  // The id can be forged.
  const canSee = document && (await canSeeGeneration(sentence, sentence.channel, document, slack));
  return document !== null && canSee === 'yes' && proposeChangeOf(document, sentence.text, sentence, slack);
}

/** Answers the sentence as a new request, in place of the card of a change. @returns false if it got no card, so the change stays open */
async function makeFresh(
  _: OtherMeaning,
  sentence: Sentence,
  slack: SlackContext,
  click: Click,
): Promise<boolean> {
  let isCard = false;
  const answer: Sentence['answer'] = async (message, proposal) => {
    if (proposal) {
      isCard = true;
      return sentence.answer(message);
    }
    await reply(click, message);
    return undefined;
  };
  await answerSentence({ ...sentence, answer }, slack);
  return isCard;
}

/** Matches words that say that a card was meant as a change of a document: "no, I mean in the brief", "that was about the deck above". */
const MEANT =
  /^(?:(?:no|nope|nein|oh|sorry|wait|hm+)[ ,.!]+)*(?:i (?:mean|meant)|i was talking about|(?:that|this|it)(?:[’']?s| is| was)(?: meant)?) ?(?:a change (?:of|to|in|for)|in|on|for|of|about|to)? (?:the|that|my) (?:(?:finished|last|same|old|existing|other) )?(?<thing>[\p{L}-]{3,30})(?: (?:above|from before|i just (?:got|had)|(?:you|we) (?:just )?made|that was (?:just )?made))?(?:[.,;] .{0,60})?[.!]*$/iu;

/**
 * Takes the newest card for a change of the document that the sentence names, and drops the card.
 * @returns false if the sentence says nothing of this kind, or names no document
 */
export async function answerMeant(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { actor, text } = sentence;
  const thing = MEANT.exec(text)?.groups?.thing?.toLowerCase();
  if (!thing) return false;
  const { cards } = await slack.openCards.of(actor, placeOf(sentence));
  const newest = cards.at(-1);
  const open = newest && (await slack.proposals.find(actor, newest.proposal));
  if (!newest || open?.work.kind !== 'document' || open.source.kind !== 'text') return false;
  const document = await documentFor(sentence, slack);
  if (!document || document === 'unknown') return false;
  const isNamed = formatOf(thing) !== undefined || isTitled(document, [thing]);
  if (!isNamed || !(await proposeChangeOf(document, open.prompt, sentence, slack))) return false;
  await slack.proposals.discard(actor, newest.proposal);
  if (newest.ts) await sentence.remove?.(newest.ts);
  return true;
}

/** Takes the last change of a card back, and answers the sentence as if the card was not open. */
async function answerAnew(
  click: Click,
  meaning: OtherMeaning,
  sentence: Sentence,
  slack: SlackContext,
): Promise<void> {
  const { id, changes } = meaning;
  const { actor, channel, place, text } = sentence;
  const { cards } = await slack.openCards.of(actor, placeOf(sentence));
  const card = cards.find(({ proposal }) => proposal === id);
  const open = await slack.proposals.find(actor, id);
  // After a second click, or another change, there is nothing to take back.
  if (!card || !open || card.former?.length !== changes) return answerLateClick(click, meaning, slack);
  await slack.openCards.markReplaced(actor, takenName(meaning));
  if (!(await undoChange(card, open, sentence, slack))) return;
  const thread = place.threadTs && { thread_ts: place.threadTs };
  const anew: Sentence = {
    ...sentence,
    async answer(message) {
      if (sentence.remove)
        return (await click.client.chat.postMessage({ channel, ...message, ...thread })).ts;
      await reply(click, message);
      return undefined;
    },
  };
  const isAnswered = (await answerShare(anew, slack)) || (await answerNearest({ ...anew, text }, slack));
  if (!isAnswered) await answerSentence(anew, slack);
}
