import { formatOf, NOUN } from '../../asks/mention/find-ask.ts';
import { PART } from '../../asks/mention/find-edit.ts';
import { isDirectMessageId, isPersonId } from '../../asks/schema.ts';
import type { Generation } from '../../generations/generation.ts';
import type { SlackContext } from '../bolt/context.ts';
import { plainMessage } from '../kit/blocks/parts.ts';
import { titleOf } from '../kit/copy/generation-phrases.ts';
import { documentMessage, HOW_TO_DELETE, isTitled, NO_SENDING, SEARCHED } from './document-questions.ts';
import { decide } from './open-card/decide-card.ts';
import { lastOf } from './open-card/older-card.ts';
import { withAsks } from './open-card/which-card.ts';
import { placeOf } from './place.ts';
import type { Sentence } from './sentence.ts';

/** Answers orders about a finished document: to send it to a person, to delete it, or for its file. Nothing is done without a click. */

/** Says how a post in a channel is taken back. */
export const UNSHARE =
  'I can’t take a post back. In Slack, an admin can delete my message with its file. To close the document itself, choose *Comments, readers, archive…* in its menu.';

/**
 * Says how a document gets to a person, because Deckhand sends none. Shows the document that has this name, or without a name the last one of
 * this kind ("the memo"), or else the recent ones.
 * @returns false if the sentence may mean an open card
 */
export async function answerSending(name: string, sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { actor } = sentence;
  const { cards } = await slack.openCards.of(actor, placeOf(sentence));
  const recent = await slack.generations.recent(actor.team, actor.person, SEARCHED);
  const below = name ? undefined : await documentFor(sentence, slack);
  const kind = formatOf(
    new RegExp(`\\b(?:${NOUN})\\b(?= (?:to|with)\\b)`, 'iu').exec(sentence.text)?.[0] ?? '',
  );
  const isOfKind = (one: Generation) => kind !== undefined && one.work !== 'edit' && one.ask?.format === kind;
  const named = name
    ? recent.find((one) => one.docId && isTitled(one, name.split(' ')))
    : [...(below ? [below] : []), ...recent].find((one) => one.docId && isOfKind(one));
  if (cards.length > 0 && !(name && named)) return false;
  await sentence.answer(named ? documentMessage(named, NO_SENDING) : await slack.lists.recent(actor));
  return true;
}

/** Matches the title of a document that a sentence deletes: "can you delete call sheet v2?" */
const DELETES =
  /^(?:(?:please|can you|could you|now|and|no|i want to|i['’]?d like to|i would like to)[ ,]+)*(?:delete|erase|archive) (?:the |my |our )?(?:(?:one|deck|document|post|page) (?:with|about|on|called|named) )?(?<title>[\p{L}\d][^?!.,]{2,60}?)(?: one)?(?: (?:pls|please))?(?:, .{0,40})?[ ?!.]*$/iu;

/** Words that name no document, or an open card by its position: "the first one". */
const NO_NAME =
  /^(?:(?:it|this|that|everything|all|me|slide|page)\b|(?:first|second|third|last|latest|newest|other|old|new)$)/;

/** Returns the title of the person's document that a sentence deletes, in lower case; undefined if no document has it. */
export async function deletedTitle(
  words: string,
  { actor }: Sentence,
  slack: SlackContext,
): Promise<string | undefined> {
  const title = DELETES.exec(words)?.groups?.title?.toLowerCase();
  if (!title || NO_NAME.test(title)) return undefined;
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
  const kind = formatOf(new RegExp(`\\b(?:${NOUN})\\b(?=[^\\p{L}]*$)`, 'iu').exec(sentence.text)?.[0] ?? '');
  const titled = recent.filter(
    (one) => one.docId && one.work !== 'edit' && !one.deletedAt && isTitled(one, name.split(' ')),
  );
  const named = titled.find((one) => one.ask?.format === kind) ?? titled[0];
  const { cards } = await slack.openCards.of(actor, placeOf(sentence));
  const open = await withAsks(cards, sentence, slack);
  if (open.some(({ ask }) => ask.prompt.toLowerCase().includes(name)) || (!named && open.length > 0))
    return false;
  await sentence.answer(named ? documentMessage(named, HOW_TO_DELETE) : await slack.lists.recent(actor));
  return true;
}

/**
 * Shows the person's last result with how to delete it. If a change of a document waits for a yes, shows that document and drops the change.
 * @returns false if there is none, or if "that one" may mean an open card; the card is then dropped
 */
export async function answerDeletion(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { actor, text } = sentence;
  const { team, person } = actor;
  const card = (await slack.openCards.of(actor, placeOf(sentence))).cards.at(-1);
  const open = card && (await slack.proposals.find(actor, card.proposal));
  const changed = open?.work.kind === 'edit' && DELETED.test(text) ? open.work.document.docId : undefined;
  const mayBeCard = !/\b(?:last|latest|newest)\b/i.test(text) && /\b(?:one|throw|want)\b/i.test(text);
  if (card && mayBeCard && !changed) return false;
  const recent = sentence.isDirect || changed ? await slack.generations.recent(team, person, SEARCHED) : [];
  const document =
    (changed ? recent.find(({ docId, work }) => docId === changed && work !== 'edit') : undefined) ??
    (await documentFor(sentence, slack)) ??
    recent.find(({ docId, deletedAt }) => docId && !deletedAt);
  if (card && changed && document) await decide('forget', [card], sentence, slack);
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

/** Matches words for a document. A change that waits for a yes is dropped or thrown away. */
const DELETED = /\b(?:deleted?|erased?|archived?)\b/i;

const POLITE =
  '^(?:(?:please|pls|can you|could you|can (?:i|we)|ok|and|now|also|hey|thanks|actually|oh|oh dear|no|wait|sorry|damn|oops)[ ,.!]+)*';
/** Matches a wish for the file of a document: "send me the pdf again", "download pdf of the shot list". */
const FILE = new RegExp(
  `${POLITE}(?:(?:send|give|get|fetch|download|resend|have)(?: me| us)?|(?:i|we)(?: also)? (?:need|want)) (?:(?:the|an?|its|that)(?: new| finished)? )?(?:pdf|pptx?|powerpoint|png|file)(?: file| version)?(?: (?:of|from|for) (?:the |my |our )?(?<name>[^?!.,;]{2,50}?))?(?: (?:again|too|also|please|pls|now|here))*(?:[?.!,]+ ?.{0,40})?$`,
  'iu',
);
/** Matches a wish to take a result out of a channel again: "take this offer out of the channel again please". */
const UNSHARES = new RegExp(
  `${POLITE}(?:unshare\\b.{0,40}|(?:it|that|this) (?:went|is|was posted) (?:to|in) .{2,40}[,.] (?:please )?(?:can you |could you )?(?:take|get|pull) (?:the|my|our) [\\p{L} -]{2,30} back|(?:take|get|pull) (?:the|my|our) (?:[\\p{L}-]+ ){0,3}(?:post|message) back|how (?:do|can) (?:i|we) (?:delete|remove|take back) the (?:post|message) (?:in|from) \\S+|(?:i|we) (?:just |have |accidentally )*(?:shared|posted) .{2,80}[,.;–-]+ ?(?:please |so )*(?:take|get|pull) (?:it|that|this) (?:back|down|out).{0,20}|(?:remove|take|delete|withdraw|pull|get) (?:back )?(?:(?:it|this|that) (?:back|down) (?:out of|from) (?:the |this )?\\S+|what (?:i|we) (?:just )?(?:shared|posted)\\b.{0,50}|(?:(?:it|this|that|the|my|our)\\b.{0,40}) (?:out of|from|off|out from) (?:the |this |our )?(?:channel|<#[^>]+>|#[\\p{L}\\d_-]+)(?: channel)?))(?: again)?(?: please)?(?:[,.!]? .{0,30}(?:mistake|wrong channel|wrong one|too early|by accident).{0,20})?[?.! ]*$`,
  'iu',
);
/** Matches an order to delete a picture. */
const DELETES_PICTURE = new RegExp(
  `${POLITE}(?:delete|erase) (?:the|my|that|this|my last|the last) (?:picture|image|drawing|photo)(?: again)?(?: please| pls)?[?.! ]*$`,
  'iu',
);
/** Matches a wish for the file of a named document: "can I have the offer as a pdf file with the new price". */
const FILE_OF_NAMED = new RegExp(
  `${POLITE}(?:(?:have|get|send|give|download|export)(?: me| us)?|(?:i|we)(?: also)? (?:need|want)) (?:the|my|our) (?<name>[^?!.,;]{2,50}?)(?: (?:${NOUN}))? (?:as|in) (?:an? )?(?<kind>pdf|pptx?|powerpoint|png|word|docx?)(?: file| document)?(?: with .{2,40})?[?.! ]*$`,
  'iu',
);
const FILE_IS =
  'Its file is in the thread below the document. The menu here (⋯) exports it again, for example as PDF.';
const NO_WORD =
  'I can read Word files, but not make them. The menu here (⋯) exports it as PowerPoint or PDF.';
const NO_DELETING = 'I can’t delete a picture. In Slack, an admin can delete my message with it.';

/**
 * Answers wishes for the file of a finished document, to take it out of a channel again, or to delete a picture.
 * @returns false for other sentences
 */
export async function answerFile(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { actor, text } = sentence;
  if (UNSHARES.test(text)) {
    await sentence.answer(plainMessage(UNSHARE));
    return true;
  }
  const found = FILE.exec(text) ?? FILE_OF_NAMED.exec(text);
  const isPicture = DELETES_PICTURE.test(text);
  if (!found && !isPicture) return false;
  const { cards } = await slack.openCards.of(actor, placeOf(sentence));
  const name = found?.groups?.name?.toLowerCase();
  if (cards.length > 0 && !name) return false;
  if (isPicture) {
    await sentence.answer(plainMessage(NO_DELETING));
    return true;
  }
  const recent = name ? await slack.generations.recent(actor.team, actor.person, SEARCHED) : [];
  const document = name
    ? recent.find((one) => one.docId && one.work !== 'edit' && isTitled(one, name.split(' ')))
    : await documentFor(sentence, slack);
  if (document)
    await sentence.answer(
      documentMessage(
        document,
        /^(?:word|docx?)$/i.test(found?.groups?.kind ?? '') ? NO_WORD : FILE_IS,
        'It is still being made. Its file comes with it.',
      ),
    );
  return document !== undefined;
}

/** Returns the document of the thread. Otherwise the one of the person's that the sentence names, or their last result in this conversation. */
export async function documentFor(sentence: Sentence, slack: SlackContext): Promise<Generation | undefined> {
  const { actor, channel, isDirect, text } = sentence;
  const { threadTs: ts } = placeOf(sentence);
  const below = ts ? await slack.generations.documentIn(actor.team, { channel, ts }) : undefined;
  const words = namedWords(text);
  if (words.length > 0 && !below) {
    const recent = await slack.generations.recent(actor.team, actor.person, SEARCHED);
    const named = titledMost(recent, words);
    // The answer for another document would be a false one.
    if (named || ENDS_IN_KIND.test(text)) return named;
  }
  const found = ts ? below : await lastOf(sentence, slack);
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
/** Matches a document that a question names: "who can open the revenue deck?", "who sees the portfolio?" */
const OF_NAMED =
  /\b(?:the|my|our) (?<name>(?!(?:last|latest|new|newest|whole|other|same|first|second)\b)(?:[\p{L}\d’'-]+ ){0,3}[\p{L}\d’'-]+)/iu;
/** Kinds of documents that are often a word of the title. */
const PAPERS = 'offer|pitch|proposal|quote';
const IS_PAPER = new RegExp(`^(?:${PAPERS})s?$`);
/** Kinds of documents. One slide is a part. */
const KIND = `(?!slide\\b)(?:${NOUN}|${PAPERS}|page|guide)`;
/** Matches a name with its kind behind: "the revenue deck". */
export const ENDS_IN_KIND = new RegExp(`\\b(?:the|my|our) (?:[\\p{L}\\d’'-]+ ){1,3}${KIND}\\b`, 'iu');
const IS_KIND = new RegExp(`^${KIND}$`, 'i');
const IS_PART = new RegExp(`^(?:${PART})$`, 'i');
/** Matches a part before its document: "the title of" in "the title of the Halden offer". Only a document has a link. */
const PART_OF = new RegExp(
  `\\b(?:the|its) links? (?:of|to) (?=(?:the|my|our)\\b)|\\b(?:the|my|our) (?:[\\p{L}\\d-]+ ){0,2}(?:${PART}) (?:of|in|on|from) (?=(?:the|my|our) (?:[\\p{L}\\d’'-]+ ){0,3}(?!slides?\\b|pages?\\b)${KIND}\\b)`,
  'giu',
);
/** Words that name no document: kinds, and what documents have. */
const NO_TITLE = new RegExp(
  `^(?:${NOUN}|links?|channel|team|result|readers?|cost|credits?|file|title|card|workspace|company|admins?|people|the|and|or|in|on|of|for|with|as|that|which|when|if|is|are|to|it|one|at|by|from|can|you|we|they)$`,
  'iu',
);

/** Words behind a name: "my offer and make it shorter". */
const BREAKS = / (?:and|or|but|that|which|when|if|is|are|can|so|too|as|from|in|with)(?= |$)/;

/** Matches what is said of a document, behind its kind: "shorter" in "my offer shorter". In "the guide dog deck", "deck" is the kind. */
const BEHIND_KIND = new RegExp(
  `(?<=(?:^| )${KIND}) (?!(?:to|for|of|on|about|at)\\b|\\S*\\d|.*\\b${KIND}\\b).*$`,
  'i',
);

/** Returns the words of the first name in a sentence, in lower case. "To" stays with its word, because a title may have "to Halden". */
function nameIn(text: string): string[] {
  const name = OF_NAMED.exec(text.replace(PART_OF, ''))?.groups?.name ?? '';
  const words = (name.toLowerCase().split(BREAKS)[0] ?? '').replace(BEHIND_KIND, '');
  return words.split(/(?<!(?:^| )to) /);
}

/** Returns the words of a sentence that may be in the title of a document, in lower case. */
export function namedWords(text: string): string[] {
  const words = nameIn(text);
  // "The price slide" is a part of some document. Only a title with both words, such as "Price list", is meant.
  if (words.some((word) => IS_PART.test(word)) && !words.some((word) => IS_KIND.test(word)))
    return words.length > 1 ? [words.slice(0, 2).join(' ')] : [];
  return words.filter((word) => word.length > 2 && !NO_TITLE.test(word));
}

const THAT_WAS_MADE = /\b(?:that|which) (?:(?:i|we|you) (?:just )?made|was made)\b/i;

/**
 * Returns the document that a sentence clearly names: by its kind and a word of its title ("the Halden offer"), by two words, by its whole
 * title, or as "the plan that we made". One word, such as "the map", may also be about the content of another document.
 * @param documents the first of several with the same words is returned
 */
export function clearlyNamed(documents: Generation[], text: string): Generation | undefined {
  const words = namedWords(text);
  const titled = titledMost(documents, words);
  if (!titled) return undefined;
  const found = words.filter((word) => isTitled(titled, [word]));
  const isWhole = found.join(' ') === titleOf(titled).toLowerCase();
  const hasKind = nameIn(text).some((word) => IS_KIND.test(word) && !IS_PART.test(word));
  return hasKind || isWhole || THAT_WAS_MADE.test(text) || found.join(' ').includes(' ') ? titled : undefined;
}

/**
 * Returns the document whose title has the largest number of the words, the newest if there are several. Returns undefined if no title has
 * one of them. A word such as "offer" counts only beside another one, unless it is the only word.
 */
export function titledMost(recent: Generation[], words: string[]): Generation | undefined {
  // "To two pages" behind a name is in no title.
  const isInTitle = (word: string) => recent.some((one) => isTitled(one, [word]));
  const own = words.filter((word) => !IS_PAPER.test(word) && (!word.startsWith('to ') || isInTitle(word)));
  const count = (one: Generation) =>
    own.length > 0 && !own.some((word) => isTitled(one, [word]))
      ? 0
      : words.filter((word) => isTitled(one, [word])).length;
  const [best] = recent
    .filter((one) => one.docId && one.work !== 'edit' && !one.deletedAt && count(one) > 0)
    .toSorted((one, other) => count(other) - count(one));
  return best;
}
