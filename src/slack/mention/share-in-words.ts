import type { Button } from '@slack/types';
import { isDirectMessageId } from '../../asks/schema.ts';
import type { Generation } from '../../generations/generation.ts';
import type { SlackContext } from '../bolt/context.ts';
import { denialOn, mayShare } from '../bolt/permissions/permissions.ts';
import { isDocument, shareButton } from '../kit/blocks/document-buttons.ts';
import { buttons, linked, type Message, plainMessage, section } from '../kit/blocks/parts.ts';
import { channelMention } from '../kit/blocks/text.ts';
import { titleOf } from '../kit/copy/generation-phrases.ts';
import { shareProblem } from '../kit/share-check.ts';
import { type DocumentName, documentName, existing, titledMost } from './document-name.ts';
import { documentFor, whichDocument } from './document-orders.ts';
import { NO_PICTURE, SEARCHED } from './document-questions.ts';
import { namedWords } from './name-words.ts';
import { answerOpenCard } from './open-card/open-card.ts';
import { isNameOf, withAsks } from './open-card/which-card.ts';
import { placeOf } from './place.ts';
import { answerClosed, type Sentence } from './sentence.ts';
import { AT_TIME, isShare } from './share-words.ts';

/** Answers "share it in #general" after a result with the result's own *Share to channel…*. Nothing is posted without a click. */

interface ShareWish extends Pick<DocumentName, 'words' | 'kind'> {
  /** The result that the sentence names. Undefined if it names none, or none of the person's results has this name. */
  document: Generation | undefined;
  /** False for "it" and "the deck", which mean the last result, or the open card. */
  isNamed: boolean;
  /** Id of the channel. Undefined if the sentence names none, or only by a name that is not known. */
  channel?: string | undefined;
  /** The name of a channel that the person cannot see. */
  closed?: string | undefined;
}

/** Returns what a sentence asks to post in a channel; undefined for other sentences. */
async function wishOf({ actor, text }: Sentence, slack: SlackContext): Promise<ShareWish | undefined> {
  const { channel, closed } = TARGET.exec(text)?.groups ?? {};
  const what = text.replace(TARGET, '#');
  const recent = await slack.generations.recent(actor.team, actor.person, SEARCHED);
  const results = recent.filter(({ work, state }) => work !== 'edit' && state === 'delivered');
  const picture = PICTURE.test(what) ? results.find(({ work }) => work === 'image') : undefined;
  const name = documentName(what, results);
  const said = picture ? what.replace(PICTURE, 'deck') : (name?.plain ?? what);
  const isCorrected = ONLY_TARGET.test(what);
  if (!(isShare(said) || isCorrected) || (NEW_THING.test(what) && !name)) return undefined;
  const words = BARE.exec(what)?.groups?.name?.split(' ') ?? namedWords(what);
  const document = picture ?? (name ? name.document : titledMost(results, words));
  const isNamed = Boolean(name ?? document) || words.length > 0;
  const kind = picture ? 'picture' : name?.kind;
  return { document, isNamed, words: name?.words ?? words, kind, channel, closed };
}

/** Matches a channel. Slack has linked it, or the person cannot see it. */
const TARGET =
  /(?:the channel )?(?:<#(?<channel>[CG][A-Z0-9]+)(?:\|[^>]*)?>|#(?<closed>[\p{L}\d_-]{1,80}))(?: channel)?/u;
/** Matches a name without an article: "share onboarding with #sales". */
const BARE =
  /\b(?:share|publish|forward) (?<name>(?!(?:it|this|that|them|the|my|our|in|to|with|on)\b)[\p{L}\d’' -]{3,60}?) (?:in|into|to|with|on) #/iu;
/** Matches another channel after an offer to share: "sorry, #product-launch", "hmm, better #revenue", "no, in #random". */
const ONLY_TARGET =
  /^(?:(?:no|non|nein|nee|ach|doch|sorry|oh|oops|wait|hm+|rather|better|lieber|plut[oô]t|en fait|wrong channel|i meant?|in|to|dans)[ ,]+)+#(?: instead| rather| please)*[.! ]*$/i;
/** Matches a new thing, which no document is yet: "every Friday a page of #revenue", "une page de #revenue". */
const NEW_THING = /(?:^|\s)(?:an?|une?|ein|eine[nr]?|una?) \p{L}/iu;
const PICTURE = /\b(?:pictures?|images?|photos?|drawings?|illustrations?)\b/i;

/**
 * Answers a wish to share a result that the sentence names by its kind or title: "put the linkedin post in #sales".
 * @returns false if it names none of the person's results, or may mean an open card
 */
export async function answerNamedShare(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const wish = await wishOf(sentence, slack);
  if (!wish?.isNamed) return false;
  const { cards } = await slack.openCards.of(sentence.actor, placeOf(sentence));
  const open = await withAsks(cards, sentence, slack);
  if (open.some(({ ask }) => isNameOf(wish, ask))) {
    const isOfCard = wish.channel && cards.length === 1;
    return isOfCard ? answerOpenCard({ ...sentence, text: `post it in <#${wish.channel}>` }, slack) : false;
  }
  return shareOne(wish.document ?? 'unknown', wish, sentence, slack);
}

/** Returns the document that was offered before, for a sentence that only names another channel or says "it". */
async function offeredBefore(
  { isNamed }: ShareWish,
  sentence: Sentence,
  { openCards, generations }: SlackContext,
): Promise<Generation | undefined> {
  const { actor } = sentence;
  const place = placeOf(sentence);
  const { offered } = await openCards.of(actor, place);
  if (!offered || isNamed || place.threadTs) return undefined;
  const recent = await generations.recent(actor.team, actor.person, SEARCHED);
  return recent.find(({ id }) => id === offered);
}

/** Answers a wish to share the last result. @returns false if the sentence is no such wish, or if there is no result */
export async function answerShare(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const wish = await wishOf(sentence, slack);
  const meant =
    wish && ((await offeredBefore(wish, sentence, slack)) ?? (await documentFor(sentence, slack)));
  if (!wish || !meant) return false;
  return shareOne(meant === 'unknown' ? meant : await changedDocument(meant, slack), wish, sentence, slack);
}

async function shareOne(
  document: Generation | 'unknown',
  { channel, closed }: ShareWish,
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  if (document === 'unknown') {
    await sentence.answer(await whichDocument(sentence, slack));
    return true;
  }
  await slack.openCards.markAnswered(sentence.actor, placeOf(sentence), true);
  if (closed) {
    await answerClosed(closed, sentence, slack);
    return true;
  }
  if (document.work === 'image') {
    await sentence.answer(plainMessage(document.state === 'delivered' ? NO_PICTURE : NOT_THERE));
    return true;
  }
  await slack.openCards.markOffered(sentence.actor, placeOf(sentence), document.id);
  if (!channel) return chooseChannel(document, sentence);
  const problem = await problemOf(document, channel, sentence, slack);
  const atOnce = AT_TIME.test(sentence.text) ? ' It posts at once: I can’t wait for a time.' : '';
  const one = SEVERAL.test(sentence.text)
    ? ' One document and one channel at a time: say the other next.'
    : '';
  const text = `The button posts it in ${channelMention(channel)}, after you have seen the form.${atOnce}${one}`;
  await sentence.answer(
    problem ? plainMessage(problem) : shareMessage(document, text, shareButton(document, channel)),
  );
  return true;
}

/** Matches two documents or two channels: "the web page and the deck", "in #general and #random". */
const SEVERAL = / (?:and|und|et|y) (?:in |to )?(?:the |my |our |<#|#)/i;

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

/** Returns the document that was changed, for a change of it. */
async function changedDocument(found: Generation, { generations }: SlackContext): Promise<Generation> {
  if (found.work !== 'edit') return found;
  const recent = await generations.recent(found.team, found.person, SEARCHED);
  return existing(recent).find(({ docId }) => docId === found.docId) ?? found;
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
