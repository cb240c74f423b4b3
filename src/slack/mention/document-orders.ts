import { formatOf, NOUN } from '../../asks/mention/find-ask.ts';
import type { Topic } from '../../asks/mention/topics.ts';
import type { OpenCard } from '../../asks/proposals.ts';
import { type Ask, isDirectMessageId, isPersonId } from '../../asks/schema.ts';
import type { Generation } from '../../generations/generation.ts';
import type { SlackContext } from '../bolt/context.ts';
import { type Message, section } from '../kit/blocks/parts.ts';
import { documentName, existing, titledMost } from './document-name.ts';
import { SEARCHED } from './document-questions.ts';
import { IT, namedWords, searchedWords } from './name-words.ts';
import { decide } from './open-card/decide-card.ts';
import { lastOf } from './open-card/older-card.ts';
import { withAsks } from './open-card/which-card.ts';
import { placeOf } from './place.ts';
import type { Sentence } from './sentence.ts';

/** Finds the finished document that a sentence is about, such as an order to delete it. topic-answers.ts has the answers. */

/**
 * Returns whether an order about a document is about one that exists, although a card is open: it names the document, or says "the last one".
 * "Delete it" while a change of a document waits for a yes is about the document, and drops the change.
 * @returns the document if its change was dropped
 */
export async function isOfDocument(
  topic: Topic,
  { cards, open }: { cards: OpenCard[]; open?: Ask | undefined },
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean | Generation> {
  const card = cards.at(-1);
  if (!card || !open || topic === 'finding') return true;
  const { text } = sentence;
  const isUnnamed = searchedWords(text).length === 0;
  if (topic === 'deleting' && open.work.kind === 'edit' && DELETED.test(text) && isUnnamed) {
    const changed = await openChange(sentence, slack);
    await decide('forget', [card], sentence, slack);
    return changed?.document ?? true;
  }
  if (open.work.kind === 'edit') return true;
  // A card cannot be archived.
  if (/\barchive\b/i.test(text)) return true;
  const recent = await slack.generations.recent(sentence.actor.team, sentence.actor.person, SEARCHED);
  if (LAST.test(text) || (topic === 'deleting' && HAS_KIND.test(text)))
    return recent.some(({ docId }) => docId);
  const words = searchedWords(text);
  const asks = await withAsks(cards, sentence, slack);
  const isOfCard = asks.some(({ ask }) => words.some((word) => ask.prompt.toLowerCase().includes(word)));
  return !isOfCard && titledMost(recent, words) !== undefined;
}

/** Matches words for the newest document. */
const LAST = /\b(?:last|latest|newest|letzte\w?|derni[eè]re?)\b/iu;
/** Matches the kind of a document. */
const HAS_KIND = new RegExp(`\\b(?<kind>${NOUN}|dokument|datei|fichier)\\b`, 'iu');

/** Matches a kind that means a document that exists: "the last deck". In "post it", the word is a verb. */
const THE_KIND = new RegExp(`\\b(?:the|my|our) (?:\\p{L}+ ){0,2}?(?<kind>${NOUN})\\b`, 'iu');

/** Matches words for a document. A change that waits for a yes is dropped or thrown away. */
const DELETED = /\b(?:deleted?|erased?|archived?|bin|trash)\b/i;

/**
 * Returns the document of the thread. Otherwise the one of the person's that the sentence names, or their last result in this conversation.
 * @returns `unknown` if the sentence names a document, and none of the person's has this name. The last one would be a false answer
 */
export async function documentFor(
  sentence: Sentence,
  slack: SlackContext,
): Promise<Generation | 'unknown' | undefined> {
  const { actor, channel, isDirect, text } = sentence;
  const { threadTs: ts } = placeOf(sentence);
  const below = ts ? await slack.generations.documentIn(actor.team, { channel, ts }) : undefined;
  if (below) return below;
  const recent = await slack.generations.recent(actor.team, actor.person, SEARCHED);
  const name = documentName(text, recent);
  if (name) return name.document ?? 'unknown';
  const isUnnamed = !IT.test(text) && namedWords(text).length === 0;
  const searched = isUnnamed ? titledMost(recent, searchedWords(text)) : undefined;
  if (searched) return searched;
  const made = existing(recent);
  if (isDirect && OLDER.test(text) && made.length > 1) return 'unknown';
  const format = isDirect && formatOf(THE_KIND.exec(text)?.groups?.kind ?? '');
  const ofKind = format ? made.find(({ ask }) => ask?.format === format) : undefined;
  const newest = isDirect && LAST.test(text) ? made[0] : undefined;
  if (ofKind ?? newest) return ofKind ?? newest;
  // While a change waits for a yes, "it" is the document that is changed.
  const open = ts ? undefined : await openChange(sentence, slack);
  if (open?.document) return open.document;
  const found = ts ? undefined : await lastOf(sentence, slack);
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
/** Matches an older document, without saying which. */
const OLDER =
  /\b(?:first|old|older|original|previous|erste\p{L}*|alte\p{L}*|premi[eè]re?) (?:one|version|deck|document|presentation|post|page|dokument|präsentation)\b/iu;

/**
 * Returns the open card of a change, its ask, and the changed document. A sentence such as "no, a German copy" or "make it new" replaces this
 * card. Undefined if the newest card is no change.
 */
export async function openChange(
  sentence: Sentence,
  slack: SlackContext,
): Promise<{ card: OpenCard; ask: Ask; document: Generation | undefined } | undefined> {
  const { actor } = sentence;
  const { cards } = await slack.openCards.of(actor, placeOf(sentence));
  const card = cards.at(-1);
  const ask = card && (await slack.proposals.find(actor, card.proposal));
  if (!card || !ask || ask.work.kind !== 'edit') return undefined;
  const { docId } = ask.work.document;
  const recent = await slack.generations.recent(actor.team, actor.person, SEARCHED);
  return { card, ask, document: recent.find((one) => one.docId === docId && one.work !== 'edit') };
}

/** Asks which document is meant, with the person's last ones to choose from. */
export async function whichDocument(
  { actor, text }: Sentence,
  { lists }: SlackContext,
  more = '',
): Promise<Message> {
  const list = await lists.recent(actor);
  const said = `${OLDER.test(text) || OTHER.test(text) ? 'I’m not sure which document you mean.' : UNKNOWN_DOCUMENT}${more}`;
  return { text: said, blocks: [section(said), ...list.blocks] };
}

const OTHER = /\b(?:other|andere\p{L}*|autre)(?!\p{L})/iu;
const UNKNOWN_DOCUMENT =
  'I find no document of yours with this name. `/deck find` searches all that you may see.';
