import type { Button } from '@slack/types';
import { formatOf, NOUN } from '../../asks/mention/find-ask.ts';
import { ruleText } from '../../asks/mention/other-languages.ts';
import { type Ask, isDirectMessageId } from '../../asks/schema.ts';
import type { Generation } from '../../generations/generation.ts';
import type { SlackContext } from '../bolt/context.ts';
import { denialOn, mayShare } from '../bolt/permissions/permissions.ts';
import { isDocument, shareButton } from '../kit/blocks/document-buttons.ts';
import { buttons, linked, type Message, plainMessage, section } from '../kit/blocks/parts.ts';
import { channelMention } from '../kit/blocks/text.ts';
import { titleOf } from '../kit/copy/generation-phrases.ts';
import { shareProblem } from '../kit/share-check.ts';
import { searchedWords, titledMost } from './document-orders.ts';
import { isTitled, SEARCHED } from './document-questions.ts';
import { lastOf } from './open-card/older-card.ts';
import { isOfKind, withAsks } from './open-card/which-card.ts';
import { placeOf } from './place.ts';
import { answerClosed, type Sentence } from './sentence.ts';
import { AT_TIME, isShare, likelyTarget, type ShareWish, shareIn } from './share-words.ts';

/** Answers "share it in #general" after a result with the result's own *Share to channel…*. Nothing is posted without a click. */

/**
 * Answers a wish to share a result that the sentence names by its kind or title: "put the linkedin post in #sales".
 * @returns false if it names none of the person's results, or may mean an open card
 */
export async function answerNamedShare(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const known = shareIn(sentence.text);
  const wish = known ?? likelyWish(sentence.text);
  if (!wish || wish.isIt) return false;
  const { actor } = sentence;
  const recent = await slack.generations.recent(actor.team, actor.person, SEARCHED);
  if (!known && isOnlyOrder(wish.what, sentence.text, recent)) return false;
  const document = recent.find(
    (one) => one.work !== 'edit' && one.state === 'delivered' && isNamed(one, wish.what),
  );
  const { cards } = await slack.openCards.of(actor, placeOf(sentence));
  const open = await withAsks(cards, sentence, slack);
  const title = titleWords(wish.what);
  const mayBeCard = ({ ask }: { ask: Ask }) =>
    ask.work.kind !== 'edit' &&
    (title.length > 0
      ? title.every((word) => ask.prompt.toLowerCase().includes(word))
      : isOfKind(ask, wish.what));
  if (open.some(mayBeCard)) return false;
  if (document) return shareOne(document, wish, sentence, slack);
  const hasKind = formatOf(/\p{L}+$/u.exec(wish.what)?.[0] ?? '') !== undefined;
  if (!wish.channel || (known && (!hasKind || !SHARES.test(sentence.text)))) return false;
  await sentence.answer(await slack.lists.found(sentence, title.join(' ') || wish.what));
  return true;
}

/** Returns the wish of a sentence in which no pattern finds one: "post the hub risk deck in #sales with a note: draft". */
function likelyWish(mrkdwn: string): ShareWish | undefined {
  const channel = likelyTarget(mrkdwn);
  const what = searchedWords(mrkdwn.split('<#')[0] ?? '')
    .join(' ')
    .toLowerCase();
  return channel ? { what, isIt: what === '', channel } : undefined;
}

const HAS_KIND = new RegExp(`(?<![\\p{L}-])(?:${NOUN})(?![\\p{L}-])`, 'iu');

/** Returns true if the words name no result, because they are those of an order in another language: "teil das bitte mit #sales". */
function isOnlyOrder(what: string, mrkdwn: string, recent: Generation[]): boolean {
  return !HAS_KIND.test(ruleText(mrkdwn.split('<#')[0] ?? '')) && !titledMost(recent, what.split(' '));
}

/** Answers a wish to share the last result. @returns false if the sentence is no such wish, or if there is no result */
export async function answerShare(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const wish = shareIn(sentence.text) ?? likelyWish(sentence.text);
  const isIt = wish !== undefined && isShare(sentence.text);
  const document = isIt ? await documentFor(sentence, slack) : undefined;
  return wish !== undefined && document !== undefined && shareOne(document, wish, sentence, slack);
}

/** Matches a verb that only means a document that exists. "Post" and "put" may mean a new one. */
const SHARES = /^(?:\S+ ){0,3}(?:share|publish|forward) (?:the|my|our|that)\b/i;

const PICTURE = /\b(?:pictures?|images?|photos?|drawings?|illustrations?)\b/;

/** Returns true if words name a result: by its kind ("the picture", "the linkedin post"), by words of its title, or by both. */
function isNamed(one: Generation, what: string): boolean {
  const isPicture = PICTURE.test(what);
  if (isPicture !== (one.work === 'image'))
    return !isPicture && titleWords(what).length > 1 && isTitled(one, titleWords(what));
  const format = formatOf(/\p{L}+$/u.exec(what)?.[0] ?? '');
  if (format && !isPicture && one.ask?.format !== format && !isTitled(one, titleWords(what))) return false;
  const words = titleWords(what);
  return words.length > 0 ? isTitled(one, words) : isPicture || format !== undefined;
}

/** Returns the words of a name that may stand in a title. */
function titleWords(what: string): string[] {
  return what.replace(KINDS, ' ').split(' ').filter(Boolean);
}

/** Words that name a kind of result, and stand seldom in its title. */
const KINDS =
  /\b(?:the|my|our|last|latest|new|finished|other|one|linkedin|instagram|facebook|twitter|social|media|posts?|pictures?|images?|photos?|drawings?|decks?|slides|presentation|documents?|docs?|web ?page|page)\b/g;

export const NO_PICTURE =
  'I can’t share a picture. Its file is with its message: *Share file…* in Slack’s own menu of the file passes it on.';

async function shareOne(
  document: Generation,
  { channel, closed }: ShareWish,
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  await slack.openCards.markAnswered(sentence.actor, placeOf(sentence), true);
  if (closed) {
    await answerClosed(closed, sentence, slack);
    return true;
  }
  if (document.work === 'image') {
    await sentence.answer(plainMessage(document.state === 'delivered' ? NO_PICTURE : NOT_THERE));
    return true;
  }
  if (!channel) return chooseChannel(document, sentence);
  const problem = await problemOf(document, channel, sentence, slack);
  const atOnce = AT_TIME.test(sentence.text) ? ' It posts at once: I can’t wait for a time.' : '';
  const text = `The button posts it in ${channelMention(channel)}, after you have seen the form.${atOnce}`;
  await sentence.answer(
    problem ? plainMessage(problem) : shareMessage(document, text, shareButton(document, channel)),
  );
  return true;
}

function shareMessage(document: Generation, text: string, share: Button | undefined): Message {
  const title = `*${linked(titleOf(document), document.docUrl)}*`;
  return { text, blocks: [section(`${title}\n${text}`), ...buttons(share)] };
}

/** Answers a wish that names no channel that Slack has linked. The person chooses the channel in the form. @returns false if there is no document */
async function chooseChannel(document: Generation, sentence: Sentence): Promise<boolean> {
  if (!isDocument(document)) return false;
  const share = shareButton(document);
  const text = share
    ? 'The button posts it in a channel that you choose.'
    : 'It is posted for a channel already. To show it in another one too, paste its link there; the title here is the link.';
  await sentence.answer(shareMessage(document, text, share));
  return true;
}

/** Returns the document of the thread, or the person's last one. For a change, returns the document that was changed. */
async function documentFor(sentence: Sentence, slack: SlackContext): Promise<Generation | undefined> {
  const { actor } = sentence;
  const { channel, threadTs: ts } = placeOf(sentence);
  const found = ts
    ? ((await slack.generations.documentIn(actor.team, { channel, ts })) ?? undefined)
    : await lastOf(sentence, slack);
  if (found?.work !== 'edit') return found;
  const recent = await slack.generations.recent(actor.team, found.person, SEARCHED);
  return recent.find(({ docId, work }) => docId === found.docId && work !== 'edit') ?? found;
}

const NOT_THERE = 'It is not there yet. Once it is, say it again.';

/** Returns why the result cannot be shared in the channel, and what is possible; undefined if it can. */
async function problemOf(
  document: Generation,
  channel: string,
  sentence: Sentence,
  slack: SlackContext,
): Promise<string | undefined> {
  const denial = await denialOn(document, mayShare, sentence, slack);
  if (denial) return denial;
  if (!isDocument(document)) return NOT_THERE;
  if (document.archivedAt) return 'It is archived, so it cannot be shared.';
  if (document.channel === channel) return `It is in ${channelMention(channel)} already.`;
  if (!isDirectMessageId(document.channel))
    return `It is in ${channelMention(document.channel)}, for the people there. To show it in ${channelMention(channel)} too, paste its link: ${linked(titleOf(document), document.docUrl)}`;
  return shareProblem(document, channel, 'later', sentence, slack);
}
