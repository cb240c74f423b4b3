import { createHash } from 'node:crypto';
import type { Button } from '@slack/types';
import type { Actor } from '../../actor.ts';
import { type Admission, orToDirectMessage } from '../../asks/admission.ts';
import { isOnlyAudience } from '../../asks/mention/audience.ts';
import { findAsk, NOUN } from '../../asks/mention/find-ask.ts';
import { ruleText } from '../../asks/mention/other-languages.ts';
import { isQuestion } from '../../asks/mention/questions.ts';
import { mayBePrivate } from '../../asks/mention/request.ts';
import { SEARCHED } from '../../asks/mention/understand.ts';
import { parseCommand } from '../../asks/parse-command.ts';
import { type Ask, isDirectMessageId, isPersonId } from '../../asks/schema.ts';
import { within } from '../../clock.ts';
import type { ExpectedCredits } from '../../generations/expected-credits.ts';
import type { SlackClient } from '../../slack-client.ts';
import type { DaysCount } from '../../sources/preview.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Attached } from '../kit/ask-fields/file.ts';
import { type Message, plainMessage, withWords } from '../kit/blocks/parts.ts';
import { escaped, isChannel, serviceText } from '../kit/blocks/text.ts';
import { asProposed, blockedAnswer, firstBlocker, limitOf } from '../kit/check-ask.ts';
import type { ThreadRef } from '../kit/lookups/threads.ts';
import { admitCard } from './admit-card.ts';
import {
  addressIn,
  type Closed,
  closedMessage,
  limitMessage,
  linkMessage,
  openCardMessage,
  proposalMessage,
  topicMessage,
} from './cards.ts';
import { otherMeaningOf } from './other-meaning.ts';
import { placeOf } from './place.ts';
import { forPerson } from './proposal.ts';
import { isForPersonByDefault, makeAsk, type Read, readSentence, type Wanted } from './read-sentence.ts';
import { withRuleForms } from './rule-forms.ts';
import { answerTalk } from './talk-answers.ts';
import { linkText } from './who-sees.ts';

/** Words to Deckhand: a mention, a direct message, or the words after `/deck`. */
export interface Sentence extends Attached {
  actor: Actor;
  client: SlackClient;
  /** Mrkdwn, without the mention. */
  text: string;
  channel: string;
  isDirect: boolean;
  /** True for the words after `/deck`, which need no verb. Deckhand may be unable to post where they were typed. */
  isCommand?: boolean;
  /** True if the mention begins the sentence, so that the whole sentence is for Deckhand. */
  isAddressed?: boolean;
  /** The thread in which the sentence was written; not set in direct messages. */
  thread?: ThreadRef;
  /** Where the result goes unless the sentence says otherwise. */
  place: Ask['destination'];
  /** True if Deckhand handles the sentence again after a crash. Parts of the work may already be done. */
  isAgain?: boolean;
  /** Set if the sentence is in a button that was pressed. `instead` is the proposal whose card the answer replaces. */
  pressed?: { instead: string | undefined };
  /** What the changed card says in addition, as mrkdwn: the answer to a question in the same sentence. */
  also?: string;
  /** Slack's id of the event. If the sentence is handled again after a crash, it has the same id and gets the same proposal. */
  id?: string;
  /**
   * Set if the sentence was kept while its author might not use Deckhand: when it was written, in milliseconds since the epoch. The answer
   * is a direct message.
   */
  keptAt?: number;
  /**
   * Sends an answer that only the author sees, once for each event. After a crash, an ephemeral answer may be sent twice.
   * @param proposal id of the proposal whose card is the message
   * @returns the message's `ts` if the message can be updated
   */
  answer(message: Message, proposal?: string): Promise<string | undefined>;
  /** Deletes an earlier answer. Missing if answers are ephemeral. */
  remove?(ts: string): Promise<void>;
}

/** Returns true for a text that is too long to be about a card or a document. It is the content of a new one. */
export const isContent = ({ text }: Sentence): boolean => text.length > SEARCHED;

/** Milliseconds within which a second sentence with the same words counts as sent by mistake. */
const TWICE_MS = 3_000;

/**
 * Returns true if the person sent the same words and files here within `TWICE_MS`. Returns false if a sentence is handled again, or comes
 * from a button.
 */
export async function isRepeated(
  { actor, text, files = [], isAgain, pressed, place: { channel, threadTs = '' } }: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  if (pressed) return false;
  const said = [text.toLowerCase().replace(/\s+/g, ' ').trim(), ...files.map(({ id }) => id)].join('\n');
  const words = createHash('sha256').update(said).digest('hex');
  const isFirst = await slack.once(
    actor.team,
    `said:${actor.person}:${channel}:${threadTs}:${words}`,
    TWICE_MS,
  );
  return !isFirst && !isAgain;
}

/** Answers a sentence, without spending credits. If it requests a document, shows a card with a button that starts the generation. */
export async function answerSentence(given: Sentence, slack: SlackContext): Promise<void> {
  if (given.isNoneRead) {
    await given.answer(plainMessage(escaped((given.fileNotes ?? []).join(' '), 600)));
    return;
  }
  const sentence = await withUnfinishedDays(given, slack);
  const read = await readSentence(sentence, slack);
  if (sentence.isDirect && (await answerWithoutChannel(read, sentence, slack))) return;
  if ('talk' in read) {
    // `answerOpenCard` handles each "yes" without a file, so a "yes" with open cards has a file here.
    const findCards = () => slack.openCards.of(sentence.actor, placeOf(sentence));
    const isAboutCard = read.talk === 'yes' || (read.talk === 'question' && !sentence.thread);
    if (!isAboutCard || (await findCards()).cards.length === 0) {
      if (read.talk === 'question' && (await proposeSummary(sentence, slack))) return;
      return answerTalk(read.talk, read.words, sentence, slack);
    }
    await sentence.answer(
      read.talk === 'yes' ? plainMessage(NOT_FOR_FILE) : openCardMessage(addressIn(sentence)),
    );
    return;
  }
  const { words } = read;
  const wanted = sentence === given ? await withUnfinished(read.wanted, sentence, slack) : read.wanted;
  if (LINK.test(wanted.prompt)) {
    await sentence.answer(linkMessage());
    return;
  }
  if (wanted.closed) return answerClosed(wanted.closed, sentence, slack);
  const ask = await makeAsk(wanted, sentence, slack);
  if (ask)
    return propose(
      ask,
      await admitCard(ask, sentence, slack),
      {
        words,
        notes: [...new Set([...(sentence.fileNotes ?? []), ...wanted.notes])],
        mayBeChange: !wanted.isComplete,
      },
      sentence,
      slack,
    );
  await sentence.answer(topicMessage(words, sentence, [...(sentence.fileNotes ?? []), ...wanted.notes]));
  // "Nobody outside may open it" may have been about something else, and must not close the link of a much later card.
  const { sharing, ...others } = wanted.choices;
  if (!sharing || Object.values(others).some((choice) => choice !== undefined))
    await slack.openCards.addUnfinished(sentence.actor, placeOf(sentence), sentence.text);
}

const NO_ANSWERS =
  'I make documents, so I don’t answer that here. This sums up what was said about it. For other days, say for example `of the last month`.';

/** Proposes a summary of the channel to a question about what people said there. @returns false for other questions, and outside of channels */
async function proposeSummary(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  if (sentence.isDirect || sentence.thread || !WAS_SAID.test(sentence.text)) return false;
  const text = `summarize ${sentence.text}`;
  const { words, ...read } = await readSentence({ ...sentence, text }, slack, 'direct');
  const ask = 'wanted' in read && read.wanted.days && (await makeAsk(read.wanted, sentence, slack));
  if (!ask) return false;
  await propose(ask, await admitCard(ask, sentence, slack), { words, notes: [NO_ANSWERS] }, sentence, slack);
  return true;
}

/** Answers a request about a channel that the author cannot see. @param name the channel's name, as it was typed */
export async function answerClosed(name: string, sentence: Sentence, slack: SlackContext): Promise<void> {
  const { answer, isCommand, text, keptAt } = sentence;
  const message = closedMessage(name, (await slack.roleOf(sentence)) === 'guest');
  await answer(isCommand && keptAt === undefined ? withWords(message, text) : message);
}

/** Matches a prompt that is about a conversation, without a topic: "what was discussed", "what we decided and who does what". */
const WAS_SAID =
  /^(?:(?:of|about|on) )?what (?:(?:was|were|is|has been|have been|did|have|we|we have|we've|people|they) )+(?:said?|say|discuss(?:ed)?|talk(?:ed)? about|decided?|agreed?|going on|written)\b/i;

/**
 * Answers a request in a direct message for the days of a channel that it does not name: Deckhand cannot read direct messages between
 * people, and asks for a channel.
 * @returns false if the sentence is no such request
 */
async function answerWithoutChannel(read: Read, sentence: Sentence, slack: SlackContext): Promise<boolean> {
  if (('wanted' in read && read.wanted.days) || sentence.files) return false;
  const inChannel = { ...sentence, isDirect: false };
  const dated = await readSentence(inChannel, slack, sentence.isCommand ? 'command' : 'direct');
  if (!('wanted' in dated) || !dated.wanted.days) return false;
  const { prompt, notes } = dated.wanted;
  if (prompt !== '' && !isOnlyAudience(prompt) && !WAS_SAID.test(prompt)) return false;
  const ask = sentence.isCommand ? await makeAsk(dated.wanted, inChannel, slack) : undefined;
  const admission = ask && (await admitCard(ask, sentence, slack));
  if (ask && admission?.blockers.some(({ part }) => part === 'source')) {
    await propose(ask, admission, { words: dated.words, notes }, inChannel, slack);
    return true;
  }
  await sentence.answer(WHICH_CHANNEL);
  await slack.openCards.addUnfinished(sentence.actor, placeOf(sentence), sentence.text);
  return true;
}

const WHICH_CHANNEL = plainMessage(
  'Of which channel? Name one that you are in, for example `slides of #product-launch since Monday`.',
);

/** Matches a sentence that only names a channel. */
const ONLY_CHANNEL = /^\s*(?:(?:in|of|from) )?(<#[CG][A-Z0-9]+(?:\|[^>]*)?>)[\s.!]*$/i;

/** If Deckhand has asked which channel is meant, adds the answer to the person's previous sentence. */
async function withUnfinishedDays(sentence: Sentence, slack: SlackContext): Promise<Sentence> {
  const channel = sentence.isDirect && ONLY_CHANNEL.exec(sentence.text)?.[1];
  if (!channel) return sentence;
  const { unfinished } = await slack.openCards.of(sentence.actor, placeOf(sentence));
  return unfinished
    ? { ...sentence, text: `${unfinished.replace(/[\s.!?]+$/, '')} in ${channel}` }
    : sentence;
}

const NOT_FOR_FILE =
  'My last card does not use this file. Say *yes* alone to have it made as it is, or tell me what to make of the file.';

/** Matches a prompt that consists only of a link. */
const LINK = /^(?:(?:from|of|about|this|the|page|article|link|:|at)\s*)*[<[(]*https?:\/\/[^\s]+$/i;

/** Adds the choices and the audience of the person's previous sentence, if that sentence got no card because its topic was missing. */
async function withUnfinished(wanted: Wanted, sentence: Sentence, slack: SlackContext): Promise<Wanted> {
  const { unfinished } = await slack.openCards.of(sentence.actor, placeOf(sentence));
  if (!unfinished || wanted.prompt === '' || /\bdigests?\b/i.test(unfinished)) return wanted;
  const before = await readSentence({ ...sentence, text: unfinished }, slack);
  if ('talk' in before) return wanted;
  const said = Object.entries(wanted.choices).filter(([, value]) => value !== undefined);
  const prompt = [wanted.prompt, before.wanted.prompt].filter(Boolean).join(' ');
  return { ...wanted, prompt, choices: { ...before.wanted.choices, ...Object.fromEntries(said) } };
}

/** The sentence of a proposal as plain text, and notes that the card shows about the sentence. */
interface Said {
  words: string;
  notes: string[];
  /** True if the sentence may be meant as a change of an open card or of the last result, so that the card has a button for that. */
  mayBeChange?: boolean;
}

/** Saves a proposal for an ask and shows its card. If the ask is blocked, saves nothing and answers with the reason. */
export async function propose(
  understood: Ask,
  found: Admission,
  { words, notes, mayBeChange = false }: Said,
  sentence: Sentence,
  slack: SlackContext,
): Promise<void> {
  const { isCommand = false, isDirect, place, id: origin, actor, keptAt } = sentence;
  const isKept = keptAt !== undefined;
  const typed = withChannelName(words, understood, found, sentence);
  const isOwnPlace = understood.destination.channel === place.channel;
  const whole = asProposed(understood, found);
  // The cost of a file is known only after it was read, so a limit is checked again.
  const isReadNow = whole.source.kind === 'file' && limitOf(found);
  const checked = isReadNow ? await admitCard(whole, sentence, slack) : found;
  const { ask, admission, isRedirected } =
    isCommand && isOwnPlace
      ? orToDirectMessage(whole, checked)
      : { ask: whole, admission: checked, isRedirected: false };
  // Slack does not show the words of a command, so the answer repeats them. The answer in a direct message stays visible (`isLasting`).
  const shown = { words: typed, isLasting: isKept || (isDirect && !isCommand), kept: { origin } };
  const blocked = await blockedAnswer(admission, ask, sentence, slack, shown);
  if (blocked) {
    await keepUntilConnected(ask, admission, typed, sentence, slack);
    const kept = keptForLimit(blocked, ask, admission, sentence);
    const message = kept ?? blocked;
    const refusal = mayBeChange ? await withRuleForms(message, sentence, slack) : message;
    const ts = await sentence.answer(isCommand && !isKept ? withWords(message, typed) : refusal);
    if (!kept || isKept) return;
    const proposal = await slack.proposals.save(ask, { origin });
    await slack.openCards.add(actor, placeOf(sentence), { proposal, ts });
    return;
  }
  if (!isCommand && (await isRepeated(sentence, slack))) return;
  const proposal = await slack.proposals.save(ask, { origin });
  const closed = isRedirected && !isKept ? await closedPlace(checked, sentence, slack) : undefined;
  const card = await cardOf(
    ask,
    proposal,
    {
      closed,
      notes: [
        ...notes,
        ...(await privacyNotes(ask, found, words, sentence, slack)),
        ...joinsNotes(ask, found),
        ...(sentence.also ? [sentence.also] : []),
      ],
      other: mayBeChange && !isKept ? await otherMeaningOf(sentence, proposal, slack) : undefined,
    },
    sentence,
    slack,
  );
  const ts = await sentence.answer(mayBeChange ? await withRuleForms(card, sentence, slack) : card, proposal);
  if (!isKept) await slack.openCards.add(actor, placeOf(sentence), { proposal, ts });
}

/** Returns why the result of a command cannot be posted where the command was typed. */
async function closedPlace(
  { blockers }: Admission,
  sentence: Sentence,
  slack: SlackContext,
): Promise<Closed | undefined> {
  const found = blockers.find(({ part }) => part === 'destination');
  if (found?.part !== 'destination') return undefined;
  const isGuest = found.blocker === 'not_a_member' && (await slack.roleOf(sentence)) === 'guest';
  return { channel: sentence.place.channel, blocker: found.blocker, isGuest };
}

/**
 * Returns the message about a limit for an ask that is kept, so that a sentence such as "make it 2 slides" can change it. It has no button
 * that makes the document. Returns undefined for other blockers, and for pictures and changes, which cannot be made smaller.
 */
export function keptForLimit(
  blocked: Message,
  ask: Ask,
  admission: Admission,
  sentence: Pick<Sentence, 'isDirect' | 'isCommand'>,
): Message | undefined {
  const limit = limitOf(admission);
  if (!limit || ask.work.kind === 'image' || ask.work.kind === 'edit') return undefined;
  return limitMessage(ask, blocked, { isUsedUp: limit.used >= limit.limit, address: addressIn(sentence) });
}

/**
 * Matches words that ask for more than a result that only its author sees in Slack: "a private deck", "slides on prices, confidential". Does
 * not match a topic: "private schools".
 */
const CONFIDENTIAL = new RegExp(
  `\\b(?:private|privat|confidential|vertraulich|secret)\\b(?! (?!(?:${NOUN}|please|bitte)\\b)\\p{L})|\\b(?:nobody|no ?one) (?:else|outside|may|should|but me)\\b|\\b(?:link|lien)\\b|[oö]ffnen\\b|\\bouvrir\\b`,
  'iu',
);

/**
 * Returns the note about a result for everyone in a channel, if the words may ask for the opposite ("between us"), or about the link of a
 * result for one person, if the words ask for a private document.
 * @param isAboutLink true if the words ask for a private document in any case
 */
export async function privacyNotes(
  ask: Ask,
  admission: Admission,
  words: string,
  sentence: Sentence,
  slack: SlackContext,
  isAboutLink = false,
): Promise<string[]> {
  const { destination, sharing, work } = ask;
  const { channel } = destination;
  const isForOne = isPersonId(channel) || isDirectMessageId(channel);
  const isClosable = sharing?.workspaceAccess !== 'noAccess' && sharing?.externalAccess !== 'noAccess';
  if (isClosable && work.kind !== 'image' && isForOne && (isAboutLink || CONFIDENTIAL.test(words))) {
    const service = serviceText(slack.serviceName);
    const link = await linkText({ sentence, slack, service, open: ask }, admission);
    const isClosed = admission.conversation?.isPrivate === true;
    return [isClosed ? link : `${link} Say \`nobody else may open the link\` to close it.`];
  }
  return isChannel(channel) && mayBePrivate(words) ? ['Is it for you alone? Then press *Just for me*.'] : [];
}

/** Returns the note that Slack announces in the channel when Deckhand joins it, if it has to join. */
export function joinsNotes({ source }: Ask, { conversation }: Admission): string[] {
  const isJoined = source.kind === 'channel' && conversation?.isJoined;
  return isJoined ? ['I join the channel to read it, and Slack says so there.'] : [];
}

/**
 * If only the connection is missing, keeps the ask, so that the person gets its card once the team is connected. Questions without an order,
 * and typos of commands, are not kept: a card for them later would surprise.
 */
export async function keepUntilConnected(
  ask: Ask,
  admission: Admission,
  words: string,
  sentence: Sentence,
  slack: SlackContext,
): Promise<void> {
  if (firstBlocker(admission)?.part !== 'connection') return;
  const isAsked = isQuestion(words) && !findAsk(ruleText(words));
  if (isAsked || parseCommand(words).kind === 'typo') return;
  const { actor, id: origin } = sentence;
  const isForPerson = await isForPersonByDefault(ask, sentence, slack);
  const proposal = await slack.proposals.save(isForPerson ? forPerson(ask) : ask, { origin });
  await slack.whenConnected.remember(actor.team, { person: actor.person, words, proposal });
}

/** Returns the words with the channel's name in place of "this channel", because `readSentence` has removed the name. */
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
  shown: { closed?: Closed | undefined; notes: string[]; other?: Button | undefined },
  sentence: Sentence,
  slack: SlackContext,
): Promise<Message> {
  const [{ said, credits }, isForPersonFirst] = await Promise.all([
    expectedFor(ask, slack),
    isForPersonByDefault(ask, sentence, slack),
  ]);
  const elsewhere = otherChannel(ask, sentence);
  const isKept = sentence.keptAt !== undefined;
  const isOutsideThread = ask.source.kind === 'thread' && (isKept || sentence.thread?.ts !== ask.source.ts);
  const address = isKept ? '' : addressIn(sentence);
  return proposalMessage(ask, proposal, {
    ...shown,
    ...{ isOutsideThread, isForPersonFirst, credits, said, address, elsewhere },
  });
}

/**
 * Returns the name of the channel in which the result is posted, as Slack wrote it in the sentence; empty if it is not there, because a
 * look-up would be one more call. Returns undefined if it is the sentence's own channel.
 */
function otherChannel({ destination: { channel } }: Ask, sentence: Sentence): string | undefined {
  if (!isChannel(channel) || channel === sentence.channel) return undefined;
  const [, name = ''] = new RegExp(`<#${channel}\\|([^>]+)>`).exec(sentence.text) ?? [];
  return name;
}

/** Timeout of counting a channel's messages for a card, in milliseconds. After a timeout, the card shows no number of messages. */
const COUNT_WITHIN_MS = 2500;

/** Returns what an ask is expected to cost and, for the days of a channel, how much was said there. The card and answers show the same. */
export async function expectedFor(
  ask: Ask,
  slack: SlackContext,
): Promise<{ said: DaysCount | undefined; credits: ExpectedCredits | undefined }> {
  const said = await saidIn(ask, slack);
  const messages = said?.isWhole ? said.messages : undefined;
  const credits = await slack.generations.expectedCredits(ask, messages).catch((err) => {
    slack.log.warn({ team: ask.team, err }, 'The expected cost of an ask could not be read');
    return undefined;
  });
  return { said, credits };
}

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
