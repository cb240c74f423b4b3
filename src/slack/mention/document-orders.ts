import { placeIn } from '../../asks/mention/card-orders.ts';
import { languageNamed } from '../../asks/mention/choices.ts';
import { formatOf, NOUN } from '../../asks/mention/find-ask.ts';
import { PART } from '../../asks/mention/find-edit.ts';
import type { Topic } from '../../asks/mention/topics.ts';
import type { OpenCard } from '../../asks/proposals.ts';
import { type Ask, isDirectMessageId, isPersonId } from '../../asks/schema.ts';
import type { Generation } from '../../generations/generation.ts';
import type { SlackContext } from '../bolt/context.ts';
import { titleOf } from '../kit/copy/generation-phrases.ts';
import { isTitled, SEARCHED } from './document-questions.ts';
import { decide } from './open-card/decide-card.ts';
import { lastOf } from './open-card/older-card.ts';
import { withAsks } from './open-card/which-card.ts';
import { placeOf } from './place.ts';
import type { Sentence } from './sentence.ts';

/** Finds the finished document that a sentence is about, such as an order to delete it. topic-answers.ts has the answers. */

/**
 * Returns whether an order about a document is about one that exists, although a card is open: it names the document, or says "the last one".
 * "Delete it" while a change of a document waits for a yes is about the document, and drops the change.
 */
export async function isOfDocument(
  topic: Topic,
  { cards, open }: { cards: OpenCard[]; open?: Ask | undefined },
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  const card = cards.at(-1);
  if (!card || !open || topic === 'finding') return true;
  const { text } = sentence;
  const isUnnamed = searchedWords(text).length === 0;
  if (topic === 'deleting' && open.work.kind === 'edit' && DELETED.test(text) && isUnnamed) {
    await decide('forget', [card], sentence, slack);
    return true;
  }
  if (open.work.kind === 'edit') return true;
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

/** Matches words for a document. A change that waits for a yes is dropped or thrown away. */
const DELETED = /\b(?:deleted?|erased?|archived?|bin|trash)\b/i;

/** Returns the document of the thread. Otherwise the one of the person's that the sentence names, or their last result in this conversation. */
export async function documentFor(sentence: Sentence, slack: SlackContext): Promise<Generation | undefined> {
  const { actor, channel, isDirect, text } = sentence;
  const { threadTs: ts } = placeOf(sentence);
  const below = ts ? await slack.generations.documentIn(actor.team, { channel, ts }) : undefined;
  const words = namedWords(text);
  const titleWords = words.length > 0 || IT.test(text) ? words : searchedWords(text);
  const format = formatOf(HAS_KIND.exec(text)?.groups?.kind ?? '');
  const namesOne = titleWords.length > 0 || format !== undefined || LAST.test(text);
  if (!below && namesOne) {
    const recent = await slack.generations.recent(actor.team, actor.person, SEARCHED);
    const named = titledMost(recent, titleWords);
    // The answer for another document would be a false one.
    if (named || (words.length > 0 && ENDS_IN_KIND.test(text))) return named;
    const made = recent.filter(({ docId, work, deletedAt }) => docId && work !== 'edit' && !deletedAt);
    const ofKind = isDirect && format ? made.find(({ ask }) => ask?.format === format) : undefined;
    const newest = isDirect && LAST.test(text) ? made[0] : undefined;
    if (ofKind ?? newest) return ofKind ?? newest;
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
const KIND = `(?!slide\\b)(?:${NOUN}|${PAPERS}|page|guide|one)`;
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

/** Words of a sentence about a document that are in no title, in English, German, French, Spanish and Norwegian. */
const SMALL_WORDS = `dont cant wont didnt deleted archived erased removed gone dokument präsentation präsentationen
  présentation presentación earlier today yesterday wheres whats thats whos theres a an the this that
  these those it its them my our your his her their i me we us you he she they one ones thing things stuff
  any some all anything something please pls plz can could would will may do does did has have had don
  didn doesn isn was is are were be been to of on in at for from by with about as into out up and or but
  so if not no now ok okay hey hi again still already here there where what which who how when why find
  search look looking show see open send give get want need locate link links url made make called named
  titled list download export delete remove archive erase bin trash throw away rid forward share mail
  email e-mail post put take deckhand s re ve ll t d team teams people heute gestern last latest newest
  recent old other new first second third pdf pptx ppt powerpoint png word docx file files copy version
  theme template colours font title wo ist sind finde ich liegt such suche zeig zeige mir uns die das der
  den dem ein eine mein meine unser unsere von vom zum zur für mit und bitte löschen lösch schick datei
  gibt es etwas zu über kannst du le la les un une de des mon ma mes nos où est sont trouve cherche montre
  moi sur pour avec el los las mi mis dónde está están busca encuentra muestra sobre para con finn hvor er
  det på om og slett meg`;
/** Matches words that only point at a document. */
const IT = /\b(?:it|this|that|them|these|those)\b/i;

const NO_SEARCH = new RegExp(`^(?:${NOUN}|${SMALL_WORDS.split(/\s+/).join('|')})$`, 'iu');

/** Matches the words before a topic: "is there anything about …", "wo ist die Präsentation von heute über …". */
const BEFORE_TOPIC = /^.{4,60}? (?:about|on|for|über|zum?|sur|sobre|om) (?=\S)/iu;

/**
 * Returns the words of a sentence that may be in the title of a document, as they were typed: "Harbour plan" in "find us the document called
 * Harbour plan".
 */
export function searchedWords(text: string): string[] {
  const wordsIn = (part: string) =>
    (part.match(/[\p{L}\p{N}-]+(?=['’]?)/gu) ?? []).filter((word) => !NO_SEARCH.test(word));
  const behind = wordsIn(text.replace(BEFORE_TOPIC, ''));
  return behind.length > 0 ? behind : wordsIn(text);
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
  const isJoined = found.some((word) => placeIn(titleOf(titled), word) < 0 && !languageNamed(word));
  const isClear = hasKind || isWhole || isJoined || THAT_WAS_MADE.test(text) || found.join(' ').includes(' ');
  return isClear ? titled : undefined;
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
