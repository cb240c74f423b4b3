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
import { isTitled, SEARCHED } from './document-questions.ts';
import { lastOf } from './last-result.ts';
import { placeOf } from './place.ts';
import { answerClosed, type Sentence } from './sentence.ts';
import { SHARE, SHARE_BY_NAME } from './share-words.ts';

/** Answers "share it in #general" after a result with the result's own *Share to channel…*. Nothing is posted without a click. */

/** @returns false if the sentence names no channel for a result, or if there is no result */
export async function answerShare(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { channel, closed } = SHARE.exec(sentence.text)?.groups ?? {};
  if (SHARE_BY_NAME.test(sentence.text)) return answerByName(sentence, slack);
  const byTitle = channel || closed ? undefined : await sharedByTitle(sentence, slack);
  if (byTitle) {
    const problem = await problemOf(byTitle.document, byTitle.channel, sentence, slack);
    const text = `The button posts it in ${channelMention(byTitle.channel)}, after you have seen the form.`;
    const share = shareButton(byTitle.document, byTitle.channel);
    await sentence.answer(problem ? plainMessage(problem) : shareMessage(byTitle.document, text, share));
    return true;
  }
  const document = (channel || closed) && (await documentFor(sentence, slack));
  if (document && closed) {
    await answerClosed(closed, sentence, slack);
    return true;
  }
  if (!channel || !document) return false;
  const answer = await problemOf(document, channel, sentence, slack);
  if (answer) {
    await sentence.answer(plainMessage(answer));
    return true;
  }
  const text = `The button posts it in ${channelMention(channel)}, after you have seen the form.`;
  await sentence.answer(shareMessage(document, text, shareButton(document, channel)));
  return true;
}

/** Matches a document that is named by its title: "share Call sheet v2 in #product-launch", as mrkdwn. */
const BY_TITLE =
  /^(?:(?:please|can you|could you|now|and) )*(?:share|post|publish|put) (?!it\b|this\b|that\b)(?:the |my |our )?(?<title>[^<>]{3,80}?) (?:in|to|into|with) <#(?<channel>[CG][A-Z0-9]+)(?:\|[^>]*)?>[\s.!?]*$/i;

/** Returns the person's document whose title a sentence names, and the channel; undefined for other sentences. */
async function sharedByTitle(sentence: Sentence, slack: SlackContext) {
  const { title = '', channel = '' } = BY_TITLE.exec(sentence.text)?.groups ?? {};
  if (!title) return undefined;
  const { team, person } = sentence.actor;
  const words = title
    .toLowerCase()
    .replace(/ (?:deck|slides|document|page|post)$/, '')
    .split(' ');
  const recent = await slack.generations.recent(team, person, SEARCHED);
  const document = recent.find((one) => one.docId && one.work !== 'edit' && isTitled(one, words));
  return document && { document, channel };
}

function shareMessage(document: Generation, text: string, share: Button | undefined): Message {
  const title = `*${linked(titleOf(document), document.docUrl)}*`;
  return { text, blocks: [section(`${title}\n${text}`), ...buttons(share)] };
}

/** Answers a sentence that names the channel without "#". The person chooses the channel in the form. @returns false if there is no result */
async function answerByName(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const document = await documentFor(sentence, slack);
  if (!document || !isDocument(document)) return false;
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

/** Returns why the result cannot be shared in the channel, and what is possible; undefined if it can. */
async function problemOf(
  document: Generation,
  channel: string,
  sentence: Sentence,
  slack: SlackContext,
): Promise<string | undefined> {
  const denial = await denialOn(document, mayShare, sentence, slack);
  if (denial) return denial;
  if (!isDocument(document)) return 'It is not there yet. *Share to channel…* comes with the result.';
  if (document.archivedAt) return 'It is archived, so it cannot be shared.';
  if (document.channel === channel) return `It is in ${channelMention(channel)} already.`;
  if (!isDirectMessageId(document.channel))
    return `It is in ${channelMention(document.channel)}, for the people there. To show it in ${channelMention(channel)} too, paste its link: ${linked(titleOf(document), document.docUrl)}`;
  return shareProblem(document, channel, 'later', sentence, slack);
}
