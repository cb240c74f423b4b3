import { isDeepStrictEqual } from 'node:util';
import { isOnlyAudience } from '../../../asks/mention/audience.ts';
import { type Ask, isDirectMessageId, isPersonId } from '../../../asks/schema.ts';
import { listOf } from '../../../text.ts';
import { askPhrases, closerPhrases } from '../../kit/ask-fields/ask-form.ts';
import { imageSizeChoices } from '../../kit/ask-fields/choices.ts';
import { escaped, oneLine } from '../../kit/blocks/text.ts';

/** Maximum number of characters of an added text that are quoted. */
const QUOTE = 120;

/**
 * Returns what a sentence has changed on a card, and what it has only added to the text, because no rule understood it. As mrkdwn.
 * @param undo what the person says to take the change back; undefined if that is not possible
 */
export function changedText(from: Ask, to: Ask, undo: string | undefined): string {
  const [before, after] = [withReaders(from), withReaders(to)];
  const added = addedTo(before, after);
  const isAudience = added !== undefined && isOnlyAudience(added);
  const changes = changesOf(before, after, added, isAudience);
  const onlyAdded = isAudience ? undefined : added;
  // A conversation's messages are the text, so the words of the person are wishes.
  const isWish = after.wishes !== undefined || after.source.kind !== 'text';
  if (changes.length === 0 && onlyAdded === undefined) return UNCHANGED;
  return [
    changes.length > 0 && `Changed: ${listOf(changes)}.`,
    onlyAdded !== undefined &&
      `Added ${after.work.kind === 'edit' ? 'to the change' : isWish ? 'as a wish' : 'to the text'}: “${escaped(oneLine(onlyAdded.replace(/\n(?=\S)/g, '; ')), QUOTE)}”.`,
    onlyAdded !== undefined && undo && `Not meant so? Say ${undo}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

export const UNCHANGED = 'Nothing has changed, because the card said so already.';

/** Returns the ask with one destination for all direct messages, because only the asker sees the result in each of them. */
function withReaders(ask: Ask): Ask {
  const { channel } = ask.destination;
  const isPrivate = isPersonId(channel) || isDirectMessageId(channel);
  return isPrivate ? { ...ask, destination: { channel: ask.person } } : ask;
}

/** Returns the lines that were added to the prompt; undefined if none was added. */
export function addedTo({ prompt: before }: Ask, { prompt: after }: Ask): string | undefined {
  if (before !== '' && after.startsWith(`${before}\n`)) return after.slice(before.length + 1);
  const [last = '', ...others] = after.split('\n').toReversed();
  const isNew = others.length > 0 ? !before.split('\n').includes(last) : before === '' && last !== '';
  return isNew ? after.slice(after.length - last.length) : undefined;
}

/** Returns the lines that were removed from the prompt; undefined if it was changed in another way, or not at all. */
function removedFrom({ prompt: before }: Ask, { prompt: after }: Ask): string | undefined {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const gone = old.filter((line) => !now.includes(line));
  const isOnlyLess = gone.length > 0 && old.length - gone.length === now.length;
  return isOnlyLess && now.every((line) => old.includes(line)) ? gone.join('\n') : undefined;
}

/** @param isAudience true if `added` names the audience, and replaces another one */
function changesOf(before: Ask, after: Ask, added: string | undefined, isAudience: boolean): string[] {
  const [old, now] = [phrasesOf(before), phrasesOf(after)];
  // A choice that is gone has no phrase now, so it is named by its old phrase.
  const isGone = (key: string) => after[key as keyof Ask] === undefined;
  const kept = phrasesOf(Object.fromEntries(Object.entries(before).filter(([key]) => !isGone(key))) as Ask);
  // Between a picture and a document, the choices of the one are not missing in the other.
  const isOtherKind = (before.work.kind === 'image') !== (after.work.kind === 'image');
  const chosen = isOtherKind
    ? [after.work.kind === 'image' ? 'a picture' : listOf(now)]
    : [
        ...now.filter((phrase) => !old.includes(phrase)),
        ...old.filter((phrase) => !kept.includes(phrase)).map((phrase) => `no longer ${phrase}`),
      ];
  const isOfOther = !isDeepStrictEqual(before.source, after.source) && chosen.length === 0;
  const isElsewhere = !isDeepStrictEqual(before.destination, after.destination);
  const gone = added === undefined ? removedFrom(before, after) : undefined;
  const topic = added === undefined ? after.prompt : after.prompt.slice(0, -added.length).trim();
  return [
    ...chosen,
    ...(isOfOther ? ['what it is made from'] : []),
    ...(isElsewhere ? ['who will see it'] : []),
    ...(before.outline && after.outline && !isDeepStrictEqual(before.outline, after.outline)
      ? ['the slides']
      : []),
    ...(after.title !== before.title && after.title
      ? [`title “${escaped(oneLine(after.title), QUOTE)}”`]
      : []),
    ...(isAudience ? [escaped(added ?? '', QUOTE)] : []),
    ...(gone === undefined ? [] : [`no longer “${escaped(oneLine(gone), QUOTE)}”`]),
    ...(isAudience || gone !== undefined || topic === before.prompt ? [] : ['the topic']),
  ];
}

function phrasesOf(ask: Ask): string[] {
  if (ask.work.kind === 'edit') return [];
  if (ask.work.kind === 'image') {
    const { size } = ask.work;
    return imageSizeChoices.filter(([value]) => value === size).map(([, name]) => name);
  }
  return [...askPhrases(ask), ...closerPhrases(ask)];
}
