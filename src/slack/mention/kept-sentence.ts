import type { Actor } from '../../actor.ts';
import { isLikelyAmendment } from '../../asks/mention/amend.ts';
import { inPlainWords } from '../../asks/mention/card-orders.ts';
import { NOUN } from '../../asks/mention/find-ask.ts';
import { findEdit } from '../../asks/mention/find-edit.ts';
import { ruleText } from '../../asks/mention/other-languages.ts';
import { questionsIn } from '../../asks/mention/questions.ts';
import { PAGES } from '../../asks/mention/request.ts';
import { cardOrderIn, changeLead, likelyTopics, talkLead } from '../../asks/mention/topic-model.ts';
import { isDocumentTopic } from '../../asks/mention/topics.ts';
import { SEARCHED, understand } from '../../asks/mention/understand.ts';
import { parseCommand } from '../../asks/parse-command.ts';
import { type Ask, askSchema } from '../../asks/schema.ts';
import type { RenderedPost } from '../../generations/delivery/queued-posts.ts';
import type { Store } from '../../storage/store.ts';
import { clip } from '../../text.ts';
import type { KeptSentences, SlackContext } from '../bolt/context.ts';
import type { Acting } from '../bolt/permissions/permissions.ts';
import { NOT_FOR_GUESTS } from '../bolt/permissions/roles.ts';
import { isFirstWelcome } from '../bolt/requests.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { type KeptAsk, LET_IN, messageWithForm } from '../kit/admin-requests.ts';
import { button, buttons, buttonValue, type Message, section, typedWords } from '../kit/blocks/parts.ts';
import { isChannel } from '../kit/blocks/text.ts';
import { asksAboutClosed, isPlea, keptOf, type NewlyKept } from '../kit/copy/closed.ts';
import { sentenceOf } from './from-slackbot.ts';
import { placeOf } from './place.ts';
import { forPerson } from './proposal.ts';
import { changeCardOf } from './propose-change.ts';
import { whereOf } from './read-sentence.ts';
import { answerSentence, cardOf, type Sentence } from './sentence.ts';
import { isShare } from './share-words.ts';

/**
 * Keeps what people ask for until an admin allows it, and brings back its card in a direct message. Of a guest who may not use Deckhand, the
 * words are stored: names, dates and channels are looked up when the card is made. Of a person who asked an admin for credits, the ask is
 * stored, with its files and days.
 */

/** A sentence without what belongs to its request. */
type Words = Omit<Sentence, 'actor' | 'client' | 'answer' | 'remove' | 'keptAt'>;
/** `keptAt` is when the sentence was written, in milliseconds since the epoch. */
type KeptSentence = Words & { keptAt: number };
/** What is stored: a sentence, and those that it has replaced, the newest first. */
type Stored = KeptSentence & { former?: KeptSentence[] };

const DAY_MS = 86_400_000;
/** As long as the guest's request to the admins is stored. */
const KEPT_DAYS = 30;
/** Maximum number of characters that are kept of a sentence. */
const LONGEST = 12_000;
/** Maximum number of replaced sentences that are kept. */
const FORMER = 2;

/** @param retentionDays number of days for which people's texts may be kept */
export function createKeptSentences(
  store: Pick<Store<unknown>, 'get' | 'set' | 'delete'>,
  retentionDays: number,
): Pick<SlackContext, 'keptSentences' | 'keptAsks'> {
  const days = Math.min(KEPT_DAYS, retentionDays);
  const keptAs = (kind: string): KeptSentences => {
    const keyOf = ({ team, person }: Actor) => `${team}/${person}/${kind}`;
    return {
      days,
      of: (actor) => store.get(keyOf(actor)),
      set: (actor, sentence) => store.set(keyOf(actor), sentence, days * DAY_MS),
      delete: (actor) => store.delete(keyOf(actor)),
    };
  };
  return { keptSentences: keptAs('sentence'), keptAsks: keptAs('ask') };
}

/**
 * Keeps the sentence of a guest who may not use Deckhand, if it asks for a new document.
 * @param why the reason why the author may not use Deckhand
 * @returns what is kept, and which other sentence it replaces; undefined if the sentence is not kept
 */
export async function keepSentence(
  { actor, client, answer, remove, ...sentence }: Sentence,
  why: string,
  slack: SlackContext,
): Promise<NewlyKept | undefined> {
  if (why !== NOT_FOR_GUESTS) return undefined;
  const replaced = await keptOf(actor, slack);
  if (!isForNewDocument(sentence, replaced === undefined, slack)) return undefined;
  const kept = { ...sentence, text: clip(sentence.text, LONGEST), keptAt: slack.clock.now() };
  await store(kept, actor, slack);
  await slack.generations.waitAsGuest(actor);
  const stored = await keptOf(actor, slack);
  return stored && { ...stored, ...(replaced?.words !== stored.words && { replaced: replaced?.words }) };
}

/** Stores a sentence in place of the last one, which can be brought back. */
async function store(kept: KeptSentence, actor: Actor, { keptSentences }: SlackContext): Promise<void> {
  const { former = [], ...last } = ((await keptSentences.of(actor)) ?? {}) as Partial<Stored>;
  const before = [...(last.text ? [last as KeptSentence] : []), ...former];
  const others = before.filter(({ text }) => text !== kept.text).slice(0, FORMER);
  await keptSentences.set(actor, { ...kept, ...(others.length > 0 && { former: others }) });
}

/** Matches an order to keep one of several requests: "no, keep the shot list", "back to the old one". */
const KEEP =
  /^(?:(?:no|ok|okay|wait|actually|sorry|please|oh|and|but|can you|could you)[ ,.!]+)*(?:keep|bring back|restore|(?:go )?back to)\b/i;
/** Matches what an order not to keep names: "keep the list, not the prices". */
const NOT_THIS = /[ ,.]+(?:and |but )?(?:not|instead of|rather than)\b.*/is;
const OLD = /\b(?:(?<first>first|original)|old|older|other|earlier|previous|former|before|last but one)\b/i;

/**
 * Brings back a sentence that was replaced, if an order names it: "keep the shot list, not the prices", "keep the old one".
 * @returns what is kept now; undefined if the text is no such order
 */
export async function keepFormer(
  actor: Actor,
  text: string,
  slack: SlackContext,
): Promise<NewlyKept | undefined> {
  const replaced = KEEP.test(text) && questionsIn(text).length === 0 ? await keptOf(actor, slack) : undefined;
  if (!replaced) return undefined;
  const { former = [], ...last } = (await slack.keptSentences.of(actor)) as Stored;
  const wanted = text.replace(NOT_THIS, '');
  const namedIn = (one: KeptSentence) => {
    const words: string[] = one.text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
    return (wanted.toLowerCase().match(/\p{L}{4,}/gu) ?? []).filter((word) => words.includes(word)).length;
  };
  const [named] = former.filter((one) => namedIn(one) > namedIn(last));
  const old = OLD.exec(wanted)?.groups;
  const found = named ?? (old && (old.first ? former.at(-1) : former[0]));
  if (!found) return replaced;
  await store(found, actor, slack);
  const kept = await keptOf(actor, slack);
  return kept && { ...kept, replaced: replaced.words };
}

/** Matches a sentence that is about something that exists already. */
const COMMANDS =
  /^(?:(?:please|can you|could you|ok|and)[ ,]+)*(?:show|cancel|delete|share|send|open|find|list|stop|tell|forget|drop) (?!(?:me|us) (?:an?|how|some|\d))/i;

/** Returns true if a sentence is about documents that exist already: "delete the shot list", "recent". */
export function isAboutDocuments(text: string): boolean {
  const command = parseCommand(text);
  return Boolean(
    (command.kind === 'typo' ? command.meant : command.kind) === 'recent' ||
      questionsIn(text).some((topic) => isDocumentTopic(topic) || topic === 'mine') ||
      isShare(text) ||
      isEdit(text) ||
      COMMANDS.test(text),
  );
}

/** Returns true for a change of a document: "make that post punchier". */
export const isEdit = (text: string): boolean => findEdit(text) !== undefined && changeLead(text) > 0;

/** Returns the meaning of a sentence. Reads only its first `SEARCHED` characters. */
function readOf(sentence: Words, { clock }: SlackContext) {
  const text = sentence.text.slice(0, SEARCHED);
  const setting = { now: new Date(clock.now()), zone: 'UTC', hasChannel: !sentence.isDirect };
  const read = understand(text, setting, whereOf(sentence));
  return { text, read, isChange: isLikelyAmendment(ruleText(inPlainWords(text, false))) };
}

/** Matches words for a document that exists already: "my slides", "the 8 slides", "delete". */
const EXISTING = new RegExp(
  `^(?:\\p{L}+ ){0,2}(?:delete|erase)\\b|\\b(?:the|my|our|your|their|his|her|this|that|these|those|last) (?:[\\p{L}\\d-]+ ){0,2}(?:${NOUN}|pages?)(?![\\p{L}-])`,
  'iu',
);

const ONLY_LINK = /^\s*<?https?:\/\/\S+\s*$/;

/**
 * Returns true if a sentence clearly asks for a new document, so that it is kept whatever else it says: a message with files, "why bees
 * matter, 10 slides", "who reads this? And make slides on tea".
 */
export function isClearRequest(sentence: Words, slack: SlackContext): boolean {
  if (sentence.files) return true;
  const { text, read, isChange } = readOf(sentence, slack);
  if (read.kind !== 'make' || read.prompt === '' || !read.choices.format || isChange) return false;
  if (ONLY_LINK.test(text)) return false;
  // "Open day flyer, one page" opens nothing, because only a new document gets a number of pages.
  const isSized = read.choices.slides !== undefined || PAGES.test(text);
  return !EXISTING.test(text) && (isSized || !(isAboutDocuments(text) || questionsIn(text).length > 0));
}

/** Returns true if a text is likelier a request or a change than anything else. */
function isForDocument(text: string): boolean {
  const isTopic = likelyTopics(text).some(({ lead }) => lead > 0);
  return !isTopic && talkLead(text) < 0 && cardOrderIn(text) === undefined;
}

/** @param isFirst true if nothing is kept yet, so that a sentence such as "in German: ten slides on tea" cannot be a change of it */
function isForNewDocument(sentence: Words, isFirst: boolean, slack: SlackContext): boolean {
  if (isClearRequest(sentence, slack)) return true;
  const { text, read, isChange } = readOf(sentence, slack);
  if (isAboutDocuments(text)) return false;
  if (isPlea(text) || asksAboutClosed(text) || ONLY_LINK.test(text)) return false;
  if (!isForDocument(text) || !(isFirst || changeLead(text) < 0)) return false;
  // A polite order in another language can look like a question.
  if (read.kind !== 'make') return read.kind === 'talk' && read.talk === 'question';
  // A change of what is kept already must not replace it: "mach es auf Deutsch".
  if (isChange) return isFirst && read.prompt !== '' && read.choices.format !== undefined;
  // Words without a topic must not replace a topic that is kept already.
  return Boolean(read.prompt || read.days || read.named.length > 0 || sentence.thread);
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
  // This message welcomes the guest, so no other welcome follows in the middle of the conversation.
  const onPosted = async () => void (await isFirstWelcome(actor, slack));
  if (!kept?.text) return { message: NOTHING_KEPT, onPosted };
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
  const open = proposal === undefined ? undefined : await slack.proposals.find(actor, proposal);
  if (open && proposal !== undefined && (await isPrivate(open, slack))) {
    const meant = forPerson(open);
    await slack.proposals.amend(actor, proposal, () => meant);
    card = await cardOf(meant, proposal, { notes: [] }, sentenceOf(acting, ''), slack);
  }
  if (!card) return { message: NOTHING_KEPT, onPosted };
  const { text, blocks } = card;
  // Without a proposal, the answer says what else stands in the way, for example a limit of credits.
  const lead = `${proposal ? LET_IN : 'A Slack admin has let guests in.'} This is what you asked for last.`;
  const words = proposal ? [] : typedWords(await slack.threads.plain(actor.team, kept.text));
  return {
    message: { text: `${lead} ${text}`, blocks: [section(lead), ...words, ...blocks] },
    async onPosted({ channel, ts }) {
      await slack.keptSentences.delete(actor);
      if (proposal) await slack.openCards.add(actor, { channel }, { proposal, ts });
      await onPosted();
    },
  };
}

/** Matches a question about what a guest has asked for: "what did I ask for?", "where is my request?" */
const ABOUT_KEPT =
  /^(?:(?:so|and|ok|hi|hey|hm+|but)[ ,]+)*(?:what (?:did|have) i ask(?:ed)?(?: you)?(?: for)?|(?:where|what)(?:['’]?s| is| are| about| happened (?:to|with)) (?:my|the) (?:request|ask|card|deck|slides)|where are you (?:at )?with (?:my|the) \p{L}+|do you still (?:have|keep|know|remember) (?:my|the|what i) (?:request|ask|words|asked(?: for)?)|(?:is|are) (?:my|the) (?:request|ask|card|slides|deck) (?:still )?(?:there|kept|open|waiting|done|ready))[\s?!.]*$/iu;

/** Returns true for a question about what is kept of a guest, or about its card. */
export const asksAboutKept = (text: string): boolean =>
  cardOrderIn(text) === 'openCards' || ABOUT_KEPT.test(text);

/**
 * Answers a guest who is let in, and asks for what they asked for before, with its card: "where is the card I was to get?", "keep the old one".
 * @returns false if nothing is kept, a card is open, or the sentence is about something else
 */
export async function answerWithKept(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { actor, client, text, channel } = sentence;
  const isMeant = (KEEP.test(text) && OLD.test(text)) || asksAboutKept(text);
  if (!isMeant || !(await keptOf(actor, slack))) return false;
  if ((await slack.openCards.of(actor, placeOf(sentence))).cards.length > 0) return false;
  await keepFormer(actor, text, slack);
  const { message, onPosted } = (await letInMessage({ actor, client }, slack)) ?? {};
  if (!message || message instanceof Function) return false;
  const ts = await sentence.answer(message);
  if (ts) await onPosted?.({ channel, ts });
  return true;
}

/**
 * Returns true if the default *Just for me* holds for a kept ask. Its card comes in a direct message, where a "yes" would not know the channel,
 * so the ask is made for the person alone.
 */
async function isPrivate(
  { team, person, destination: { channel }, work }: Ask,
  { defaults }: SlackContext,
): Promise<boolean> {
  // The default "Just for me" does not hold for a change: its result is posted in the document's thread.
  return (
    work.kind !== 'edit' &&
    isChannel(channel) &&
    (await defaults.forAsk({ team, person, channel })).seenBy === 'me'
  );
}

/** Begins the message to a person who asked an admin for credits, once the limits allow what they asked for. */
const LIFTED = 'You can make now what you asked the Slack admins about.';

/** Returns the message to a person who asked an admin for credits: with the card for what they asked for, or with their words. */
export async function liftedMessage(acting: Acting, slack: SlackContext): Promise<RenderedPost<Message>> {
  const { actor } = acting;
  const kept = (await slack.keptAsks.of(actor)) as Partial<KeptAsk> | undefined;
  const forget = async () => void (await slack.keptAsks.delete(actor));
  const ask = askSchema.safeParse(kept?.ask).data;
  if (!ask) {
    const { words = '' } = kept ?? {};
    return { message: words.trim() ? wordsAgain(words) : messageWithForm(LIFTED), onPosted: forget };
  }
  const meant = (await isPrivate(ask, slack)) ? forPerson(ask) : ask;
  // If the message is rendered again, its proposal keeps this id.
  const origin = `lifted ${actor.team}/${actor.person}/${kept?.keptAt}`;
  const proposal = await slack.proposals.save(meant, { origin });
  const card =
    ask.work.kind === 'edit'
      ? await changeCardOf(ask, proposal, [], sentenceOf(acting, ''), slack)
      : await cardOf(meant, proposal, { notes: [] }, sentenceOf(acting, ''), slack);
  return {
    message: { text: `${LIFTED} ${card.text}`, blocks: [section(LIFTED), ...card.blocks] },
    async onPosted({ channel, ts }) {
      await forget();
      await slack.openCards.add(actor, { channel }, { proposal, ts });
    },
  };
}

function wordsAgain(words: string): Message {
  const form = button('Create a deck', actions.createHere, buttonValue(words), 'primary');
  return { text: LIFTED, blocks: [section(LIFTED), ...typedWords(words), ...buttons(form)] };
}

const NOTHING_KEPT = messageWithForm(`${LET_IN} Write to me what you want, or type \`/deck\` in a channel.`);
