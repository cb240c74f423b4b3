import { newDigestValue } from '../../asks/mention/digest-words.ts';
import { NOUN } from '../../asks/mention/find-ask.ts';
import { isQuestion } from '../../asks/mention/questions.ts';
import { DIGESTS, talkIn } from '../../asks/mention/talk.ts';
import { likelyTopics } from '../../asks/mention/topic-model.ts';
import type { SlackContext } from '../bolt/context.ts';
import { type Message, plainMessage } from '../kit/blocks/parts.ts';
import { closedMessage } from './cards.ts';
import { placeOf } from './place.ts';
import type { Sentence } from './sentence.ts';

/** Answers sentences about digests with the list of digests and its buttons. Nothing is changed without a click. */

/** Matches a wish for the list of digests, which is the whole answer. */
const ASKS_FOR_LIST = /^(?:(?:please|show|list|me|all|my|our|the|your) )*digests?\b/i;
/** Matches an order to stop a digest: "pause the digest", "no more digests". */
const STOPS_DIGEST =
  /\b(?:stop|pause|delete|cancel|end|remove|unsubscribe|turn off|switch off|mute|no more|don['’]?t (?:want|need|send))\b/i;
/** Matches an order to change a digest: "make the digest come at 8". */
const CHANGES_DIGEST =
  /\b(?:change|edit|move|shift|reschedule|manage)\b.*\bdigests?\b|\b(?:is|would be|works) better for (?:the|my|our|this) digest\b|\b(?:the|my|our|this)(?: [\p{L}\d#-]+){0,2} digests? (?:to )?(?:come|run|arrive|go|be|at|on|every|weekly|daily|monthly|earlier|later|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b/iu;
/** Matches a question how a digest is changed. */
const ASKS_CHANGE = /\bdigests?\b.*\bhow (?:do|can) (?:i|we) (?:change|edit|move|pause|stop|delete)\b/i;
/** Matches the name of a digest that exists: "the revenue digest". */
const ONE_DIGEST =
  /\b(?:the|my|our|this|that|vom|zum|den|der|das|mein\p{L}*|unser\p{L}*|du|le|mon|notre|digesten|digestet) (?:[\p{L}\d#-]+ ){0,2}(?:digests?|(?:daily|weekly|monthly|\p{L}+day) (?:summar(?:y|ies)|recap|thing))\b/iu;
/** Minimum lead of the topic in a sentence that also names a digest: "make the digest shorter, 5 slides" is near a request. */
const NEAR_DIGEST = -0.2;

/** How the list of digests is shown as the answer to an order to one of them. */
const ofOneDigest = (hint: string) => ({ hint, ofNone: NO_DIGEST, isOne: true });

/** Returns the answer to an order to a digest that exists, such as "make the digest shorter"; undefined for questions and other sentences. */
export async function digestOrderAnswer(
  sentence: Sentence,
  slack: SlackContext,
): Promise<Message | undefined> {
  const { actor, text, isDirect, channel } = sentence;
  const stops = STOPS_DIGEST.test(text);
  if (!ASKS_CHANGE.test(text) && (isQuestion(text) || !(stops || ONE_DIGEST.test(text)))) return undefined;
  await slack.openCards.addUnfinished(actor, placeOf(sentence), text);
  const ofOthers = stops && OF_OTHERS.test(text) && { hint: STOP_HINT, ofNone: NONE_TO_STOP };
  const shown = ofOthers || ofOneDigest(stops ? STOP_HINT : CHANGE_HINT);
  return slack.lists.digests(sentence, isDirect ? undefined : channel, shown);
}
/** Matches digests of other people, which an admin may stop: "stop Ben's digest", "no more digests from Ben". */
const OF_OTHERS =
  /\ball digests\b|\bdigests (?:from|by) (?!(?:me|us)\b)[\p{L}<]|['’]s? digests?\b|\b(?:any|every)(?:body|one)\b|\bdigests? (?:in|of) the workspace\b|['’]s(?: digests?)?[.!? ]*$|\bdigest that (?!i\b|we\b)/iu;
const NONE_TO_STOP = 'There are no digests that you could stop.';
const STOP_HINT = 'Press *Pause* or *Delete* below the digest.';
const CHANGE_HINT = 'Press *Change* below the digest. The form has its day and time, and where it goes.';
const NO_DIGEST =
  'I find no digest of yours. Typed in a channel, `/deck digests` lists those of that channel.';
const DIGEST_HINT =
  'A summary that comes by itself is a digest. *New digest* sets one up. Typed in its channel, `/deck digests` changes, pauses or stops it.';
const NEW_HINT =
  'A summary that comes by itself is a digest. *New digest* opens the form, filled in with what you said.';
const MORE_HINT =
  'For the digest, *New digest* opens the form, filled in with what you said. Whatever is missing can be added there.';

const PRESS_NEW = 'Press *New digest* above: its form sets it up once you save it.';

/** Matches a question such as "when does my digest come?", to which the list of digests is the whole answer. */
const ASKS_ABOUT = /^(?:when|which|what|who)\b/i;

/** Returns the hint to the buttons with which an order is carried out; undefined for other sentences. */
function orderOf(words: string): string | undefined {
  if (ASKS_ABOUT.test(words)) return undefined;
  return STOPS_DIGEST.test(words) ? STOP_HINT : CHANGES_DIGEST.test(words) ? CHANGE_HINT : undefined;
}

/** Returns the answer to a sentence about digests, with the list of digests. */
export async function digestsAnswer(
  sentence: Sentence,
  words: string,
  slack: SlackContext,
): Promise<Message> {
  const channel = sentence.isDirect ? undefined : sentence.channel;
  const { text, closed } = await withDigestChannel(sentence, slack);
  const start = newDigestValue(text);
  const order = orderOf(words);
  if (order) await slack.openCards.addUnfinished(sentence.actor, placeOf(sentence), text);
  const ofOrder = OF_OTHERS.test(text) ? { ofNone: NONE_TO_STOP } : { ofNone: NO_DIGEST, start, isOne: true };
  if (order) return slack.lists.digests(sentence, channel, { hint: order, ...ofOrder });
  if (closed) return closedMessage(closed, (await slack.roleOf(sentence)) === 'guest');
  const isList = ASKS_ABOUT.test(words) || ASKS_FOR_LIST.test(words);
  const isNew = start !== 'new' && !ASKS_ABOUT.test(words);
  if (isNew) await slack.openCards.addUnfinished(sentence.actor, placeOf(sentence), text);
  const hint = isNew ? NEW_HINT : isList ? undefined : DIGEST_HINT;
  return slack.lists.digests(sentence, channel, { hint, start });
}

/** Matches a digest's channel that the author cannot see, or whose name has no "#". */
const DIGEST_CHANNEL =
  /\b(?:of|for|from|in) (?:the |our )?(?:channel )?(?:#(?<closed>(?=[\d_-]*\p{L})[\p{L}\d_-]{2,80})|(?<name>[\p{L}\d_-]{2,80}))/iu;

/** Returns the sentence with the id of the digest's channel, or the name of the channel that the author cannot see (`closed`). */
async function withDigestChannel(
  sentence: Sentence,
  slack: SlackContext,
): Promise<{ text: string; closed?: string | undefined }> {
  const { text } = sentence;
  const { 0: found = '', groups: { name, closed } = {} } = DIGEST_CHANNEL.exec(text) ?? {};
  const channel = name && (await slack.channelNamed(sentence, name));
  return channel ? { text: text.replace(found, `of <#${channel}>`) } : { text, closed };
}

/** Matches more about a digest that was just asked for: "at 8 and for finance", "on Fridays please". */
const MORE = new RegExp(
  `^(?!.*\\b(?:${NOUN})\\b)(?:(?:and|but|or|ok|no|better|rather|please|also|make it|actually)[ ,]+)*(?:at|on|every|each|daily|weekly|monthly|@|\\p{L}+days?\\b)[^:?]{0,60}\\??$`,
  'iu',
);

/** Matches an order that only a digest can carry out, because it comes again: "pause it for two weeks", "make it a PDF next time". */
const COMES_AGAIN =
  /^(?:(?:pls|please|ok|can you|could you|and)[ ,]+)*(?:pause|unpause|resume|snooze) (?:it|this|that|them)\b|\b(?:next|each|every) time[.!]*$/i;

/** Matches another day or time for a digest that exists: "change it to Monday 9am". A document has no such times. */
const MOVES =
  /^(?:(?:please|ok|no|and|now|actually|can you|could you)[ ,]+)*(?:make|change|move|set|shift|put|switch|reschedule) (?:it|that|this|them)(?: (?:to|on|at|for|be|run|come))* (?:every |each )?(?:\p{L}+days?|daily|weekly|monthly|mornings?|\d{1,2}(?:[:.]\d\d)? ?(?:am|pm|o.?clock)|\d{1,2}[:.]\d\d)\b[^,;:?]{0,30}(?::\d\d)?[^,;:?]{0,10}[.!?]*$/iu;

/**
 * Answers "yes", or a day and time, after the form of a new digest was offered. Otherwise they would make an older card, or become a document.
 * @returns false for other sentences
 */
export async function answerMoreOfDigest(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { actor, text, isDirect, channel } = sentence;
  // After a result, or with an open card, it would be a change of that.
  const [likely] = likelyTopics(text);
  const isOfDigest = ONE_DIGEST.test(text) && likely?.topic === 'digest' && likely.lead > NEAR_DIGEST;
  const ordered =
    text.length < 100 && (isOfDigest || ASKS_CHANGE.test(text))
      ? await digestOrderAnswer(sentence, slack)
      : undefined;
  if (ordered) {
    await sentence.answer(ordered);
    return true;
  }
  const more = newDigestValue(text);
  // A "yes" means the digest and must not make an older card.
  const isYes = talkIn(text) === 'yes';
  const isAgain = COMES_AGAIN.test(text);
  if (!isYes && !isAgain && (more === 'new' || !(MORE.test(text) || MOVES.test(text)))) return false;
  const { unfinished, cards } = await slack.openCards.of(actor, placeOf(sentence));
  if ((isAgain || (MOVES.test(text) && more !== 'new')) && cards.length === 0) {
    const own = await slack.digests.ownedBy(actor.team, actor.person);
    const shown = ofOneDigest(STOPS_DIGEST.test(text) ? STOP_HINT : CHANGE_HINT);
    if (own.length > 0) await sentence.answer(await slack.lists.digests(sentence, undefined, shown));
    if (own.length > 0) return true;
  }
  const isOrder = unfinished && STOPS_DIGEST.test(unfinished) && ONE_DIGEST.test(unfinished);
  if (!unfinished || !(DIGESTS.test(unfinished) || isOrder)) return false;
  // A digest that exists is changed with its own form. A new one would be a second digest.
  const isChange = CHANGES_DIGEST.test(unfinished) || STOPS_DIGEST.test(unfinished);
  if (!isChange && isYes && more === 'new') {
    await sentence.answer(plainMessage(PRESS_NEW));
    return true;
  }
  // The form uses the last value of each field.
  const start = `${newDigestValue(unfinished)}${more.slice('new'.length)}`;
  const shown = isChange ? ofOneDigest(CHANGE_HINT) : { hint: MORE_HINT, start };
  await sentence.answer(await slack.lists.digests(sentence, isDirect ? undefined : channel, shown));
  return true;
}
