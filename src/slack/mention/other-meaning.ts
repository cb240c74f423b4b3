import type { Button } from '@slack/types';
import { splitPrompt } from '../../asks/wishes.ts';
import type { Generation } from '../../generations/generation.ts';
import { clip } from '../../text.ts';
import type { SlackContext } from '../bolt/context.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { button } from '../kit/blocks/parts.ts';
import { oneLine } from '../kit/blocks/text.ts';
import { isChangeable } from '../kit/change/document-change.ts';
import { placeOf } from './place.ts';
import type { Sentence } from './sentence.ts';

/**
 * Rules cannot always tell a new request from a change of an open card or of the last result. So a card has one button with the other
 * meaning of the sentence. The button's value is the sentence and what it may be about; open-card/take-other-meaning.ts reads it.
 */

/**
 * The other meaning of a sentence: a change of an open `card`, a change of a `document`, a `new` request in place of a change of the card, or
 * a `fresh` request in place of a change of a document.
 */
export interface OtherMeaning {
  to: 'card' | 'document' | 'new' | 'fresh';
  /** Id of the proposal of the card, or of the document's generation. */
  id: string;
  /** For `card`, `document` and `fresh`: id of the proposal that the sentence got, which is discarded if the person chooses the other meaning. */
  instead?: string | undefined;
  /** For `new`: how often the card was changed, so that a second click takes no older change back. */
  changes?: number | undefined;
  isCommand?: boolean | undefined;
  words: string;
}

/** Maximum length of a sentence with a second meaning, in characters. A button's value has at most 2,000. */
const LONGEST = 1500;
/** Maximum number of characters of a title on a button. */
const TITLE = 30;
/** Milliseconds after a result in which a new request may be meant as a change of it. */
const JUST_MADE_MS = 10 * 60_000;
/** How many of the person's newest generations are searched for a result. */
const SEARCHED = 3;

/** Returns the button for the other meaning of a sentence that got a new card. Returns undefined if there is nothing else to change. */
export async function otherMeaningOf(
  sentence: Sentence,
  instead: string,
  { openCards, proposals, generations, clock }: SlackContext,
): Promise<Button | undefined> {
  const { actor, text: words, isCommand, isDirect, files, pressed } = sentence;
  if (files || words.length > LONGEST) return undefined;
  const { cards } = await openCards.of(actor, placeOf(sentence));
  const open = cards.findLast(({ proposal }) => proposal !== instead && proposal !== pressed?.instead);
  const ask = open && (await proposals.find(actor, open.proposal));
  if (open && ask) {
    const title = oneLine(ask.work.kind === 'edit' ? ask.work.document.title : splitPrompt(ask).content);
    const value = encoded({ to: 'card', id: open.proposal, instead, isCommand, words });
    return meantButton(`Add to “${clip(title, TITLE) || 'the summary'}”`, value);
  }
  if (!isDirect || isCommand) return undefined;
  const { channel, threadTs: ts } = placeOf(sentence);
  const recent = ts ? [] : await generations.recent(actor.team, actor.person, SEARCHED);
  const last = ts
    ? await generations.documentIn(actor.team, { channel, ts })
    : recent.find((one) => isHere(one, sentence));
  if (!last || !isChangeable(last)) return undefined;
  if (!ts && clock.now() - last.updatedAt.getTime() > JUST_MADE_MS) return undefined;
  const value = encoded({ to: 'document', id: last.id, instead, words });
  return meantButton(`Change “${clip(oneLine(last.title || last.label), TITLE)}” instead`, value);
}

const isHere = ({ channel, state }: Generation, { channel: here, actor }: Sentence) =>
  state === 'delivered' && (channel === here || channel === actor.person);

/**
 * Returns the button on a changed card whose sentence may have been about something else.
 * @param changes number of changes that can be taken back
 */
export function notForCardButton(sentence: Sentence, id: string, changes: number): Button | undefined {
  const { text: words, isCommand } = sentence;
  if (words.length > LONGEST) return undefined;
  return meantButton('I meant something new', encoded({ to: 'new', id, changes, isCommand, words }));
}

/** Returns the button on the card of a change that was written in direct messages, outside of the document's thread. */
export function freshButton(
  { text: words, isDirect, isCommand, place }: Sentence,
  id: string,
): Button | undefined {
  if (!isDirect || isCommand || place.threadTs !== undefined || words.length > LONGEST) return undefined;
  return meantButton('Make something new', encoded({ to: 'fresh', id, instead: id, words }));
}

const meantButton = (label: string, value: string) => button(label, actions.otherMeaning, value);

const encoded = ({ to, id, instead, changes, isCommand = false, words }: OtherMeaning) =>
  [to, id, instead ?? changes, isCommand ? 'command' : '-', words].join(' ');

const VALUE = /^(?<to>card|document|new|fresh) (?<id>\S+) (?<instead>\S+) (?<by>command|-) (?<words>.+)$/s;

/** Reads the value of the button. Returns undefined for other values. */
export function otherMeaningIn(value: string): OtherMeaning | undefined {
  const { to, id = '', instead, by, words = '' } = VALUE.exec(value)?.groups ?? {};
  if (to !== 'card' && to !== 'document' && to !== 'new' && to !== 'fresh') return undefined;
  const which = to === 'new' ? { changes: Number(instead) } : { instead };
  return { to, id, ...which, isCommand: by === 'command', words };
}
