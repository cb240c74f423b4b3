import { isDirectMessageId, isPersonId } from '../../asks/schema.ts';
import type { Generation } from '../../generations/generation.ts';
import type { SlackContext } from '../bolt/context.ts';
import { titleOf } from '../kit/copy/generation-phrases.ts';
import { documentMessage, HOW_TO_DELETE, isTitled, SEARCHED } from './document-questions.ts';
import { lastOf } from './last-result.ts';
import { withAsks } from './open-card/which-card.ts';
import { placeOf } from './place.ts';
import type { Sentence } from './sentence.ts';

/** Answers orders about a finished document: to send it to a person, or to delete it. Nothing is done without a click. */

/** Says how a document gets to a person, because Deckhand sends none. Shows the document that has this name, or else the recent ones. */
export async function answerSending(name: string, sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { actor } = sentence;
  const recent = await slack.generations.recent(actor.team, actor.person, SEARCHED);
  const named = recent.find((one) => one.docId && isTitled(one, name.split(' ')));
  const { cards } = await slack.openCards.of(actor, placeOf(sentence));
  if (!named && cards.length > 0) return false;
  await sentence.answer(
    named
      ? documentMessage(named, 'I can’t send it to people. Its link is behind the title here; pass that on.')
      : await slack.lists.recent(actor),
  );
  return true;
}

/** Matches the title of a document that a sentence deletes: "can you delete call sheet v2?" */
const DELETES =
  /^(?:(?:please|can you|could you|now|and) )*(?:delete|erase|archive) (?:the |my |our )?(?:(?:one|deck|document|post|page) (?:with|about|on|called|named) )?(?<title>[\p{L}\d][^?!.,]{2,60}?)(?: (?:pls|please))?(?:,? .{0,40})?[ ?!.]*$/iu;

/** Returns the title of the person's document that a sentence deletes, in lower case; undefined if no document has it. */
export async function deletedTitle(
  words: string,
  { actor }: Sentence,
  slack: SlackContext,
): Promise<string | undefined> {
  const title = DELETES.exec(words)?.groups?.title?.toLowerCase();
  if (!title || /^(?:it|this|that|everything|all|me|slide|page)\b/.test(title)) return undefined;
  const recent = await slack.generations.recent(actor.team, actor.person, SEARCHED);
  return recent.some((one) => one.docId && isTitled(one, title.split(' '))) ? title : undefined;
}

/**
 * Shows the document that a sentence deletes by name, with how to delete it, or else the person's recent documents.
 * @returns false if the sentence may mean an open card
 */
export async function answerDeletionOf(
  name: string,
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  const { actor } = sentence;
  const recent = await slack.generations.recent(actor.team, actor.person, SEARCHED);
  const named = recent.find((one) => one.docId && !one.deletedAt && isTitled(one, name.split(' ')));
  const { cards } = await slack.openCards.of(actor, placeOf(sentence));
  const open = await withAsks(cards, sentence, slack);
  if (open.some(({ ask }) => ask.prompt.toLowerCase().includes(name)) || (!named && open.length > 0))
    return false;
  await sentence.answer(named ? documentMessage(named, HOW_TO_DELETE) : await slack.lists.recent(actor));
  return true;
}

/**
 * Shows the person's last result with how to delete it.
 * @returns false if there is none, or if "that one" may mean an open card; the card is then dropped
 */
export async function answerDeletion(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { team, person } = sentence.actor;
  const mayBeCard = !/\b(?:last|latest|newest)\b/i.test(sentence.text) && /\bone\b/i.test(sentence.text);
  if (mayBeCard && (await slack.openCards.of(sentence.actor, placeOf(sentence))).cards.length > 0)
    return false;
  const recent = sentence.isDirect ? await slack.generations.recent(team, person, SEARCHED) : [];
  const document =
    (await documentFor(sentence, slack)) ?? recent.find(({ docId, deletedAt }) => docId && !deletedAt);
  if (document)
    await sentence.answer(
      documentMessage(
        document,
        HOW_TO_DELETE,
        `“${titleOf(document)}” is still being made. *stop* stops it.`,
      ),
    );
  return document !== undefined;
}

/** Returns the document of the thread, or the person's last result in this conversation. */
export async function documentFor(sentence: Sentence, slack: SlackContext): Promise<Generation | undefined> {
  const { actor, channel, isDirect, text } = sentence;
  const { threadTs: ts } = placeOf(sentence);
  const name = OF_NAMED.exec(text)?.groups?.name?.trim().toLowerCase();
  const recent = name && isDirect ? await slack.generations.recent(actor.team, actor.person, SEARCHED) : [];
  const named = name ? recent.find((one) => one.docId && isTitled(one, name.split(' '))) : undefined;
  if (named) return named;
  const found = ts
    ? await slack.generations.documentIn(actor.team, { channel, ts })
    : await lastOf(sentence, slack);
  // "Who can see the one you just made?" in a channel can be about a result for the person alone.
  const isMeant = found && isPersonal(found.channel) && JUST_MADE.test(text);
  const isHere =
    found &&
    (isDirect || found.channel === channel || isMeant) &&
    !['failed', 'stopped'].includes(found.state);
  return isHere ? found : undefined;
}

const isPersonal = (channel: string) => isDirectMessageId(channel) || isPersonId(channel);
/** Matches words that mean the last result. */
const JUST_MADE =
  /\b(?:the (?:last )?(?:one|deck|document|post|page|slides)|just made|it|that|darauf|das|es|dessus|l[aà]-dessus|eso)\b/iu;
/** Matches a document that a question names: "who can open the revenue deck?" */
const OF_NAMED =
  /\b(?:the|my|our) (?<name>(?!(?:last|latest|new|newest|whole|other|same|first|second)\b)(?:\p{L}[\p{L}\d’'-]* ){1,3})(?:deck|slides|presentation|document|doc|one-pager|web ?page|post)\b/iu;
