import { createHash } from 'node:crypto';
import type { Actor } from '../../actor.ts';
import { orToDirectMessage } from '../../asks/admission.ts';
import { findEdit } from '../../asks/mention/find-edit.ts';
import type { CardPlace } from '../../asks/proposals.ts';
import type { Ask, SourceFile } from '../../asks/schema.ts';
import { within } from '../../clock.ts';
import type { Generation } from '../../generations/generation.ts';
import type { SlackClient } from '../../slack-client.ts';
import type { DaysCount } from '../../sources/preview.ts';
import type { SlackContext } from '../bolt/context.ts';
import { denialOn, mayChange } from '../bolt/permissions/permissions.ts';
import { type Message, plainMessage, withWords } from '../kit/blocks/parts.ts';
import { changeAsk, changeProposalMessage } from '../kit/change/document-change.ts';
import { admitAsk, blockedAnswer, checkAsk, withOutline } from '../kit/check-ask.ts';
import type { ThreadRef } from '../kit/lookups/threads.ts';
import { linkMessage, proposalMessage, topicMessage } from './cards.ts';
import { isForPersonByDefault, makeAsk, readSentence, type Wanted } from './read-sentence.ts';
import { answerTalk } from './talk-answers.ts';

/** Words to Deckhand: a mention, a direct message, or the words after `/deck`. */
export interface Sentence {
  actor: Actor;
  client: SlackClient;
  /** Mrkdwn, without the mention. */
  text: string;
  channel: string;
  isDirect: boolean;
  /** True for words after `/deck`. They request a document even without a verb. Deckhand may not be able to post in this conversation. */
  isCommand?: boolean;
  /** True if the mention begins the sentence, so that the whole sentence is for Deckhand. */
  isAddressed?: boolean;
  /** The thread in which the sentence was written; not set in direct messages. */
  thread?: ThreadRef;
  /** The attached files that Deckhand reads. */
  files?: SourceFile[];
  /** Sentences about the attached files that are not used. */
  fileNotes?: string[];
  /** Where the result goes unless the sentence says otherwise. */
  place: Ask['destination'];
  /** True if Deckhand handles the sentence again after a crash. Parts of the work may already be done. */
  isAgain?: boolean;
  /** Slack's id of the event. If the sentence is handled again after a crash, it has the same id and gets the same proposal. */
  id?: string;
  /**
   * Sends an answer that only the author sees. The answer is sent once, even if Slack delivers the event again. Only after a crash can an
   * ephemeral answer be sent twice.
   * @returns the message's `ts` if the message can be updated
   */
  answer(message: Message): Promise<string | undefined>;
  /** Deletes an earlier answer. Missing if answers are ephemeral. */
  remove?(ts: string): Promise<void>;
}

/** Milliseconds within which a second sentence with the same words counts as sent by mistake. */
const TWICE_MS = 3_000;

/**
 * Returns true if the person sent the same words and files to the same place within the last three seconds. Returns false for a sentence that
 * is handled again after a crash.
 */
export async function isRepeated(
  { actor, text, files = [], isAgain, place: { channel, threadTs = '' } }: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  const said = [text.toLowerCase().replace(/\s+/g, ' ').trim(), ...files.map(({ id }) => id)].join('\n');
  const words = createHash('sha256').update(said).digest('hex');
  const isFirst = await slack.once(
    actor.team,
    `said:${actor.person}:${channel}:${threadTs}:${words}`,
    TWICE_MS,
  );
  return !isFirst && !isAgain;
}

/** Returns the conversation or thread of a sentence. A card can be answered in words only in the place where it was shown. */
export function placeOf({ channel, isDirect, thread, place }: Sentence): CardPlace {
  return { channel, threadTs: isDirect ? place.threadTs : thread?.ts };
}

/**
 * Answers a sentence. If it requests a document, shows a card with what was understood and a button that starts the generation. Spends no
 * credits. There are four stages: read the sentence (parse it and resolve names), make the ask, check admission, and show the card.
 */
export async function answerSentence(sentence: Sentence, slack: SlackContext): Promise<void> {
  const read = await readSentence(sentence, slack);
  if ('talk' in read) {
    // A "yes" with a file gets here even if a card is open, because `answerOpenCard` is not called for sentences with files.
    const findCards = () => slack.openCards.of(sentence.actor, placeOf(sentence));
    if (read.talk !== 'yes' || (await findCards()).cards.length === 0)
      return answerTalk(read.talk, read.words, sentence, slack);
    await sentence.answer(plainMessage(NOT_FOR_FILE));
    return;
  }
  const { words } = read;
  const wanted = await withUnfinished(read.wanted, sentence, slack);
  if (LINK.test(wanted.prompt)) {
    await sentence.answer(linkMessage());
    return;
  }
  const ask = await makeAsk(wanted, sentence, slack);
  if (ask)
    return propose(
      ask,
      await admitAsk(ask, 'later', slack),
      { words, notes: [...(sentence.fileNotes ?? []), ...wanted.notes] },
      sentence,
      slack,
    );
  await sentence.answer(topicMessage(words, sentence, sentence.fileNotes));
  await slack.openCards.addUnfinished(sentence.actor, placeOf(sentence), sentence.text);
}

const NOT_FOR_FILE =
  'My last card does not use this file. Say *yes* alone to have it made as it is, or tell me what to make of the file.';

/** Matches a prompt that consists only of a link. */
const LINK = /^(?:(?:from|of|about|this|the|page|article|link|:|at)\s*)*[<[(]*https?:\/\/[^\s]+$/i;

/** Adds the choices and the audience of the person's previous sentence, if it got no card because it had no topic. */
async function withUnfinished(wanted: Wanted, sentence: Sentence, slack: SlackContext): Promise<Wanted> {
  const { unfinished } = await slack.openCards.of(sentence.actor, placeOf(sentence));
  if (!unfinished || wanted.prompt === '') return wanted;
  const before = await readSentence({ ...sentence, text: unfinished }, slack);
  if ('talk' in before) return wanted;
  const said = Object.entries(wanted.choices).filter(([, value]) => value !== undefined);
  const prompt = [wanted.prompt, before.wanted.prompt].filter(Boolean).join(' ');
  return { ...wanted, prompt, choices: { ...before.wanted.choices, ...Object.fromEntries(said) } };
}

type Admission = Awaited<ReturnType<typeof admitAsk>>;

/** The sentence of a proposal as plain text, and notes that the card shows about the sentence. */
interface Said {
  words: string;
  notes: string[];
}

/** Saves a proposal for an ask and shows its card. If the ask is blocked, only answers why. */
export async function propose(
  understood: Ask,
  found: Admission,
  { words, notes }: Said,
  sentence: Sentence,
  slack: SlackContext,
): Promise<void> {
  const { isCommand = false, isDirect, place, id: origin, actor } = sentence;
  const typed = withChannelName(words, understood, found, sentence);
  const isOwnPlace = understood.destination.channel === place.channel;
  const whole = withOutline(understood, found);
  const { ask, admission, isRedirected } =
    isCommand && isOwnPlace
      ? orToDirectMessage(whole, found)
      : { ask: whole, admission: found, isRedirected: false };
  // In direct messages, the answer stays below the typed words. An answer to a command has to repeat the words, because Slack hides them.
  const shown = isCommand ? { words: typed } : { isLasting: isDirect };
  const blocked = await blockedAnswer(admission, ask, sentence, slack, shown);
  if (blocked) {
    await sentence.answer(isCommand ? withWords(blocked, typed) : blocked);
    return;
  }
  if (!isCommand && (await isRepeated(sentence, slack))) return;
  const proposal = await slack.proposals.save(ask, { origin });
  const closed = isRedirected ? place.channel : undefined;
  const card = await cardOf(ask, proposal, { closed, notes }, sentence, slack);
  const ts = await sentence.answer(card);
  await slack.openCards.add(actor, placeOf(sentence), { proposal, ts });
}

/** Returns the words with the source channel's name in place of "this channel", by which `readSentence` has replaced the name. */
function withChannelName(
  words: string,
  { source }: Ask,
  { blockers, conversation }: Admission,
  { channel }: Sentence,
): string {
  if (source.kind !== 'channel' || source.channel === channel) return words;
  const isOutside = blockers.some(({ part, blocker }) => part === 'source' && blocker === 'not_a_member');
  const name = conversation && !isOutside ? `#${conversation.name}` : 'that channel';
  return words.replace(/\bthis channel\b/, () => name);
}

/** Returns the card of a proposal, with the expected cost. */
export async function cardOf(
  ask: Ask,
  proposal: string,
  shown: { closed?: string | undefined; notes: string[] },
  sentence: Sentence,
  slack: SlackContext,
): Promise<Message> {
  const [credits, said, isForPersonFirst] = await Promise.all([
    slack.generations.expectedCredits(ask).catch((err) => {
      slack.log.warn({ team: ask.team, err }, 'The expected cost of an ask could not be read');
      return undefined;
    }),
    saidIn(ask, slack),
    isForPersonByDefault(ask, sentence, slack),
  ]);
  const isHere = sentence.isDirect && !sentence.isCommand;
  return proposalMessage(ask, proposal, { ...shown, isHere, isForPersonFirst, credits, said });
}

/** Timeout of counting a channel's messages for a card, in milliseconds. After a timeout, the card shows no number of messages. */
const COUNT_WITHIN_MS = 2500;

/** Counts the messages and people in an ask's source; undefined if the source is not a channel or Slack does not respond in time. */
function saidIn(
  { team, source }: Ask,
  { threads, clock, log }: SlackContext,
): Promise<DaysCount | undefined> {
  if (source.kind !== 'channel') return Promise.resolve(undefined);
  const count = () => threads.countDays(team, source);
  return within(clock, COUNT_WITHIN_MS, count, undefined).catch((err) => {
    log.info({ team, err }, 'The messages of a channel could not be counted for a card');
    return undefined;
  });
}

/**
 * Handles a request such as `@Deckhand make the title shorter` in the thread of a document: answers with a card that proposes the change.
 * @returns false if the sentence requests no change, or the thread has no document
 */
export async function proposeChange(
  sentence: Sentence,
  thread: ThreadRef,
  slack: SlackContext,
): Promise<boolean> {
  const { actor, text } = sentence;
  const instruction = findEdit(await slack.threads.plain(actor.team, text));
  const document = instruction && (await slack.generations.documentIn(actor.team, thread));
  return document ? proposeChangeOf(document, instruction, sentence, slack) : false;
}

/** Answers with a card that proposes a change of a document. @returns false if the document cannot be changed */
export async function proposeChangeOf(
  document: Generation,
  instruction: string,
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  const ask = changeAsk(document, sentence.actor, instruction);
  if (!ask) return false;
  const denial = await denialOn(document, mayChange, sentence, slack);
  const blocked = denial ? plainMessage(denial) : await checkAsk(ask, sentence, slack, 'later');
  if (blocked) await sentence.answer(blocked);
  else {
    const id = await slack.proposals.save(ask, { origin: sentence.id });
    await sentence.answer(changeProposalMessage(ask, id));
  }
  return true;
}
