import type { Actor } from '../../actor.ts';
import { findEdit } from '../../asks/mention/find-edit.ts';
import { understand } from '../../asks/mention/understand.ts';
import type { RenderedPost } from '../../generations/delivery/queued-posts.ts';
import type { Store } from '../../storage/store.ts';
import { clip } from '../../text.ts';
import type { KeptSentences, SlackContext } from '../bolt/context.ts';
import type { Acting } from '../bolt/permissions/permissions.ts';
import { NOT_FOR_GUESTS } from '../bolt/permissions/roles.ts';
import { LET_IN, messageWithForm } from '../kit/admin-requests.ts';
import { type Message, section, typedWords } from '../kit/blocks/parts.ts';
import { whereOf } from './read-sentence.ts';
import { searchIn } from './search-in-words.ts';
import { answerSentence, type Sentence } from './sentence.ts';
import { isShare } from './share-in-words.ts';

/**
 * Keeps what a guest asks for while guests may not use Deckhand. Once an admin allows guests, the guest gets its card in a direct message.
 * Until then, the words are only stored: names, dates and channels are looked up when the card is made.
 */

/** A sentence without what belongs to its request. `keptAt` is when it was written, in milliseconds since the epoch. */
type KeptSentence = Omit<Sentence, 'actor' | 'client' | 'answer' | 'remove' | 'keptAt'> & {
  keptAt: number;
};

const DAY_MS = 86_400_000;
/** As long as the guest's request to the admins is stored. */
const KEPT_DAYS = 30;
/** Maximum number of characters that are kept of a sentence. */
const LONGEST = 12_000;

/** @param retentionDays number of days for which people's texts may be kept */
export function createKeptSentences(
  store: Pick<Store<unknown>, 'get' | 'set' | 'delete'>,
  retentionDays: number,
): KeptSentences {
  const keyOf = ({ team, person }: Actor) => `${team}/${person}`;
  const keptMs = Math.min(KEPT_DAYS, retentionDays) * DAY_MS;
  return {
    of: (actor) => store.get(keyOf(actor)),
    set: (actor, sentence) => store.set(keyOf(actor), sentence, keptMs),
    delete: (actor) => store.delete(keyOf(actor)),
  };
}

/**
 * Keeps the sentence of a guest who may not use Deckhand, if it asks for a new document.
 * @param why the reason why the author may not use Deckhand
 * @returns true if the sentence is kept
 */
export async function keepSentence(
  { actor, client, answer, remove, ...sentence }: Sentence,
  why: string,
  slack: SlackContext,
): Promise<boolean> {
  if (why !== NOT_FOR_GUESTS || !isForNewDocument(sentence, slack)) return false;
  const kept = { ...sentence, text: clip(sentence.text, LONGEST), keptAt: slack.clock.now() };
  await slack.keptSentences.set(actor, kept);
  await slack.generations.waitAsGuest(actor);
  return true;
}

function isForNewDocument(sentence: Omit<KeptSentence, 'keptAt'>, { clock }: SlackContext): boolean {
  const { text, isDirect } = sentence;
  if (searchIn(text) || isShare(text) || findEdit(text)) return false;
  const setting = { now: new Date(clock.now()), zone: 'UTC', hasChannel: !isDirect };
  return understand(text, setting, whereOf(sentence)).kind === 'make';
}

/**
 * Returns the message to a guest who waited until guests are allowed: with the card for the kept sentence, or with the reason why there is
 * none. Returns null if guests are not allowed any more. The guest then waits again.
 */
export async function letInMessage(
  acting: Acting,
  slack: SlackContext,
): Promise<RenderedPost<Message> | null> {
  const { actor } = acting;
  const kept = (await slack.keptSentences.of(actor)) as KeptSentence | undefined;
  if ((await slack.settings.of(actor.team)).guests === 'no') {
    if (kept) await slack.generations.waitAsGuest(actor);
    return null;
  }
  if (!kept) return { message: NOTHING_KEPT };
  let card: Message | undefined;
  let proposal: string | undefined;
  const sentence: Sentence = {
    ...{ ...kept, ...acting, isAgain: true },
    // If the message is rendered again, its proposal keeps this id.
    id: `kept ${actor.team}/${actor.person}/${kept.keptAt}`,
    async answer(message, id) {
      card = message;
      proposal = id;
      return undefined;
    },
  };
  await answerSentence(sentence, slack);
  if (!card) return { message: NOTHING_KEPT };
  const { text, blocks } = card;
  // Without a proposal, the answer says what else stands in the way, for example a limit of credits.
  const lead = `${proposal ? LET_IN : 'A Slack admin has let guests in.'} This is what you asked for last.`;
  const words = proposal ? [] : typedWords(await slack.threads.plain(actor.team, kept.text));
  return {
    message: { text: `${lead} ${text}`, blocks: [section(lead), ...words, ...blocks] },
    async onPosted({ channel, ts }) {
      await slack.keptSentences.delete(actor);
      if (proposal) await slack.openCards.add(actor, { channel }, { proposal, ts });
    },
  };
}

const NOTHING_KEPT = messageWithForm(`${LET_IN} Write to me what you want, or type \`/deck\` in a channel.`);
