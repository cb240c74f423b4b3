import type { Button } from '@slack/types';
import type { Blocker } from '../../asks/admission.ts';
import { isOnlyAudience } from '../../asks/mention/audience.ts';
import { slideTitles } from '../../asks/outline.ts';
import { textModeOf } from '../../asks/request-text.ts';
import { type Ask, isDirectMessageId, isPersonId, type SourceFile } from '../../asks/schema.ts';
import { titleIn } from '../../asks/title.ts';
import { splitPrompt } from '../../asks/wishes.ts';
import type { ExpectedCredits } from '../../generations/expected-credits.ts';
import type { DaysCount } from '../../sources/preview.ts';
import { listOf, plural, thousands } from '../../text.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { askPhrases, closerPhrases } from '../kit/ask-fields/ask-form.ts';
import { unitsOf } from '../kit/ask-fields/choices.ts';
import { FROM_THIS_THREAD } from '../kit/ask-fields/fields.ts';
import {
  button,
  buttons,
  buttonValue,
  confirmation,
  context,
  type Deployment,
  type Message,
  plainMessage,
  section,
} from '../kit/blocks/parts.ts';
import { channelMention, escaped, isChannel, oneLine, quoted, serviceText } from '../kit/blocks/text.ts';
import { changeText } from '../kit/change/document-change.ts';
import { NOT_SHARED_OUTSIDE } from '../kit/copy/blocker-copy.ts';
import { cardCreditsText, creditsText } from '../kit/copy/credits-text.ts';
import { imageDetails, slideTitlesText } from '../kit/copy/generation-phrases.ts';

/** Builds the messages that answer a mention, a direct message or a command. In a channel, only the author sees them. */

/** A conversation in which no result can be posted for the person, and why. `isGuest`: the person is a guest, who cannot join channels. */
export interface Closed {
  channel: string;
  blocker: Extract<Blocker, { part: 'destination' }>['blocker'];
  isGuest: boolean;
}

/** What the card of a proposal shows in addition to the ask. */
interface Shown {
  /** The conversation in which the command was typed, if the result cannot be posted there. */
  closed?: Closed | undefined;
  /** True if the source is a thread, and the card is not in this thread. */
  isOutsideThread?: boolean;
  /** True if "Just for me" is the first button, because it is the person's default. */
  isForPersonFirst?: boolean;
  /** Hash of the inputs of the workflow step that made the proposal. Not set if the person made the proposal. */
  stepInputs?: string;
  /** True if the person has approved this step for one document a day, and this proposal is one more on the same day. */
  isMore?: boolean;
  /** Sentences that the card shows, for example about words that were not understood. */
  notes?: string[];
  credits?: ExpectedCredits | undefined;
  /** Number of messages in the source channel in the chosen time span, and of the people who wrote them. */
  said?: DaysCount | undefined;
  /** What a written answer must begin with, from `addressIn`. */
  address?: string;
  /** If the result is posted in another channel than the card: the channel's name, or an empty string if it is not known. */
  elsewhere?: string | undefined;
  /** The button for the other meaning of the sentence (other-meaning.ts). */
  other?: Button | undefined;
}

/** Returns the card of a proposal, with the expected cost and who will see the result. @param id id of the proposal */
export function proposalMessage(
  ask: Ask,
  id: string,
  {
    closed,
    isOutsideThread = false,
    isForPersonFirst = false,
    stepInputs,
    isMore,
    notes = [],
    credits,
    said,
    address = '',
    elsewhere,
    other,
  }: Shown = {},
): Message {
  const { person, destination, source } = ask;
  // "Make it every time" approves the whole prompt, so a step's card quotes all of it.
  const what = subjectOf(ask, isOutsideThread, stepInputs !== undefined);
  const phrases = askPhrases(withKeptWords(ask)).filter(
    (each) => !isOutsideThread || each !== FROM_THIS_THREAD,
  );
  const isQuiet = said?.messages === 0;
  const wishes = wishesText(ask, notes);
  const details = [
    ...(said && !isQuiet ? [countText(said)] : []),
    ...(ask.work.kind === 'image' ? ['Picture', imageDetails(ask)].filter(Boolean) : phrases),
    ...closerPhrases(ask),
  ];
  const isForPerson = destination.channel === person || isDirectMessageId(destination.channel);
  const shown = isForPersonFirst
    ? `Only you will see it. With *Make it here*, everyone in ${channelMention(destination.channel)} will.`
    : destinationText(ask, elsewhere !== undefined);
  const where = closed ? closedText(closed) : isForPerson ? 'Only you will see it.' : shown;
  const make = button(
    isForPerson || stepInputs ? 'Make it' : makeLabel(elsewhere),
    actions.makeProposal,
    id,
    isForPersonFirst ? undefined : 'primary',
  );
  const makeForPerson = button(
    'Just for me',
    actions.makeForPerson,
    id,
    isForPersonFirst ? 'primary' : undefined,
  );
  const question = stepInputs ? 'A workflow asks: make this for you?' : 'Make this?';
  return {
    text: `${question} ${what}`,
    blocks: [
      section(`*${question}* ${what}`),
      ...(isQuiet ? [section(':warning: I found no messages there in that time.')] : []),
      ...slidesOf(ask),
      ...context(
        details.join(' · '),
        ask.title && ask.prompt ? `Title: ${quoted(ask.title, QUOTE)}` : '',
        wishes && stepInputs === undefined ? `Wishes: ${wishes}` : '',
        [
          ...notes,
          ...(ask.sharing?.isCapped ? [NOT_SHARED_OUTSIDE] : []),
          ...(isMore ? [MORE_THAN_ONE] : []),
        ].join(' '),
        [
          cardCreditsText(credits, ask),
          where,
          address && `Answer with a button, or in words after \`${address}\`.`,
        ]
          .filter(Boolean)
          .join(' '),
      ),
      ...buttons(
        ...(stepInputs
          ? [make, ...(isShownWhole(ask) && !isMore ? [everyTimeButton(`${id} ${stepInputs}`)] : [])]
          : isForPerson
            ? [make]
            : isForPersonFirst
              ? [makeForPerson, make]
              : [make, makeForPerson]),
        ...(isQuiet && source.kind === 'channel' && source.until
          ? [button('Last 7 days', actions.lastWeek, id)]
          : []),
        ...(canChange(ask) && !stepInputs ? [button('Details…', actions.changeProposal, id)] : []),
        other,
        button(stepInputs ? 'No' : 'Not now', actions.dropProposal, id),
      ),
    ],
  };
}

/** Returns the label of the button that makes a document for a channel, with at most 75 characters. */
function makeLabel(elsewhere: string | undefined): string {
  if (elsewhere === undefined) return 'Make it here';
  return elsewhere ? `Make it in #${elsewhere}` : 'Make it there';
}

/** Returns what a written answer must begin with: "/deck", "@Deckhand", or nothing in a direct message. */
export function addressIn({ isCommand, isDirect }: { isDirect: boolean; isCommand?: boolean }): string {
  if (isCommand) return '/deck';
  return isDirect ? '' : '@Deckhand';
}

/** Returns true if the card quotes the whole prompt, so that people see what "Make it every time" approves. */
function isShownWhole({ prompt }: Ask): boolean {
  return escaped(oneLine(prompt), Infinity).length <= QUOTE;
}

const MORE_THAN_ONE = 'You said “every time”, which covers one a day. This is one more.';

const everyTimeButton = (value: string) => ({
  ...button('Make it every time', actions.makeEveryTime, value),
  confirm: confirmation(
    'Make it every time?',
    'For 90 days I then make it without asking, at most once a day, within your limits. If an input of the workflow changes, I ask again. Slack doesn’t say who built a workflow, so this counts for every workflow with the same inputs.',
    'Every time',
    'Cancel',
  ),
});

/** Returns a block with the titles of the planned slides. Returns an empty list if the text of the ask has no sections. */
function slidesOf({ outline, format }: Ask) {
  if (!outline) return [];
  const titles = slideTitles(outline);
  return context(`${unitsOf(format, titles.length)}: ${slideTitlesText(titles)}`);
}

/** Returns the ask with `textMode` set to `preserve` if its text will be kept word for word. The card then says so. */
function withKeptWords(ask: Ask): Ask {
  const isKept = textModeOf(ask) === 'preserve' || (ask.outline && !ask.textMode);
  return isKept ? { ...ask, textMode: 'preserve' } : ask;
}

/** Returns for example "*27 messages* by 8 people (2 left out, their authors opted out)". */
export function countText({ messages, people, optedOut, isWhole }: DaysCount): string {
  const leftOut = optedOut > 0 ? ` (${thousands(optedOut)} left out, their authors opted out)` : '';
  return `*${isWhole ? '' : 'more than '}${plural(messages, 'message')}* by ${plural(people, 'person', 'people')}${leftOut}`;
}

/**
 * Adds to the message about a limit what was asked for and how to make it smaller.
 * @param isUsedUp true if no credits are left, so that not even a smaller document can be made
 */
export function limitMessage(
  ask: Ask,
  { text, blocks }: Message,
  { isUsedUp, address }: { isUsedUp: boolean; address: string },
): Message {
  const smaller = `${address && `${address} `}make it 2 ${unitsOf(ask.format)}`;
  const hint = isUsedUp ? '' : `Nothing was spent. Say for example \`${smaller}\`, and I check again.`;
  const [why, ...buttonRows] = blocks;
  const phrases = askPhrases(ask).join(' · ');
  const kept = context([subjectOf(ask), phrases].filter(Boolean).join(' · '), hint);
  return {
    text: [text, hint].filter(Boolean).join(' '),
    blocks: [...(why ? [why] : []), ...kept, ...buttonRows],
  };
}

/** An open card in the question which one the person means. */
interface Listed {
  proposal: string;
  ask: Ask;
  isForPerson: boolean;
  credits: ExpectedCredits | undefined;
}

/**
 * Returns the question which of the open cards a person means. With one card, asks whether it is still wanted after a newer result.
 * @param address what a written answer must begin with, from `addressIn`
 */
export function whichMessage(open: Listed[], address = ''): Message {
  const say = (words: string) => (address ? `\`${address} ${words}\`` : `*${words}*`);
  const text =
    open.length > 1
      ? `Several cards are open. Say which one, for example ${say('the first')}, or ${say('none')} to drop them all.`
      : `Something was made since I showed you this card. Say ${say('yes')} to have this one made, too, or ${say('none')} to drop it.`;
  const rows = open.flatMap(({ proposal, ask, isForPerson, credits }, index) => {
    const isChange = ask.work.kind === 'edit';
    const [what, readers, make] = isChange
      ? [`Change ${changeText(ask)}`, 'Everyone with the link sees the change.', 'Change it (spends credits)']
      : [subjectOf(ask), destinationText(ask), 'Make it'];
    return [
      section(open.length > 1 ? `${index + 1}. ${what}` : what),
      ...context(
        [creditsText(credits, ask), isForPerson ? 'Only you will see it, in a direct message.' : readers]
          .filter(Boolean)
          .join(' '),
      ),
      ...buttons(
        isForPerson
          ? button('Just for me', actions.makeForPerson, proposal)
          : button(make, actions.makeProposal, proposal),
        button('Not now', actions.dropProposal, proposal),
      ),
    ];
  });
  return { text, blocks: [section(text), ...rows] };
}

/** Returns true if "Details…" can open a form. Pictures have no form. The form for a thread can post the result only in the same thread. */
function canChange({ work, source, destination }: Ask): boolean {
  if (work.kind === 'image') return false;
  return source.kind !== 'thread' || destination.threadTs === source.ts;
}

/**
 * Says why the result goes to a direct message, and how the person can have it in the channel. Deckhand can be invited to a channel, but not
 * to a direct message.
 */
function closedText({ channel, blocker, isGuest }: Closed): string {
  const only = 'so only you will see it, in a direct message.';
  if (blocker === 'channel_archived') return `${channelMention(channel)} is archived, ${only}`;
  if (blocker === 'not_a_member') {
    const next = isGuest ? 'ask to be added to it' : 'join it';
    return `You’re not in ${channelMention(channel)}, ${only} To have it there, ${next} first.`;
  }
  const invite = isChannel(channel) ? ' To have it here, type `/invite @Deckhand` first.' : '';
  return `I can't post in this conversation, ${only}${invite}`;
}

/** Returns the answer to words in a thread that request nothing. @param thread `ts` of the thread's first message */
export function unclearMessage(thread: string): Message {
  const text =
    'To have something made of this thread, say what: `@Deckhand make a one-pager for executives`, or `@Deckhand ten slides as PDF`.';
  return {
    text,
    blocks: [section(text), ...buttons(button('Turn this thread into slides', actions.threadForm, thread))],
  };
}

/** Minimum length of a text that counts as notes for a document, in characters. Such notes are copied into the form of the answer. */
const NOTES_LENGTH = 80;

/** Returns the short answer to a greeting, or to words that request nothing. */
export function abilitiesMessage(words: string, { serviceName }: Deployment): Message {
  const text = [
    `What should I make? I make presentations, documents, web pages, social posts and pictures with ${serviceText(serviceName)}. Try:`,
    '• `a deck on our spring launch, ten slides, for customers`',
    '• in a channel: `@Deckhand slides of the last two weeks for the board, as PDF`',
    '• in a thread, made at once: `@Deckhand make a one-pager`',
    "Elsewhere, I'll show you the plan first. `/deck help` lists the rest.",
  ].join('\n');
  return withForm(text, words.length >= NOTES_LENGTH ? words : '');
}

/** Answers a question that has no answer here. */
export const NO_ANSWER = 'I have no answer to that. `/deck help` lists what I do.';

/** Returns the reply to a question that Deckhand cannot answer. The question may be a topic, so a button opens a form that contains it. */
export function questionMessage(words: string): Message {
  return withForm(`${NO_ANSWER} Or I make a document about it.`, words, 'Make a deck about this');
}

/** Returns the answer to words that seem to ask for nothing. They may be a topic, so a button opens a form that contains them. */
export function remarkMessage(words: string): Message {
  const text =
    'I took that as a remark, so nothing was made. Tell me what to do, for example `slides on our spring launch`.';
  return withForm(text, words, 'Make a deck about this');
}

/** Returns the answer to a question that has no answer here, while a card is open. */
export function openCardMessage(address: string): Message {
  const say = (answer: string) => (address ? `\`${address} ${answer}\`` : `\`${answer}\``);
  return plainMessage(
    `${NO_ANSWER} Your card is still open: say what should be different, or ${say('no')} to drop it.`,
  );
}

/** Returns the answer to a link. Deckhand does not open links. */
export function linkMessage(): Message {
  return plainMessage("I can't open links. Attach the file, or paste the text.");
}

/**
 * Returns the answer to an ask for the days of a channel, or for a post in a channel, that the author cannot see.
 * @param name the channel's name
 * @param isGuest true if the author is a guest, who cannot join channels
 */
export function closedMessage(name: string, isGuest = false): Message {
  const next = isGuest ? 'Ask to be added to it.' : 'Join it, or ask to be added if it is private.';
  return plainMessage(
    `I can read a channel, or post in it, only for its members, and you don’t seem to be in #${escaped(name, 80)}. ${next}`,
  );
}

/** Returns the answer to an ask without a topic. @param words the initial text of the form that the answer's button opens */
export function topicMessage(
  words: string,
  said: { isDirect: boolean; isCommand?: boolean },
  notes: string[] = [],
): Message {
  const address = addressIn(said);
  const start = address && `${address} `;
  const days = said.isDirect ? '' : `, or \`${start}slides of the last two weeks\` for what was said here`;
  const example = `\`${start}our spring launch, for customers\`${days}`;
  return withForm(
    [...notes.map((note) => escaped(note, 600)), `What should it be about? Try: ${example}.`].join(' '),
    words,
  );
}

function withForm(text: string, words: string, label = 'Create a deck'): Message {
  return {
    text,
    blocks: [section(text), ...buttons(button(label, actions.createHere, buttonValue(words)))],
  };
}

/** Functions that describe an ask in words: what it is about, and where its result will be posted. */

/** Maximum number of characters of the prompt that are quoted. */
const QUOTE = 300;

/** Returns a description of what an ask is about, as mrkdwn. */
function subjectOf(ask: Ask, isOutsideThread = false, isWhole = false): string {
  const { source, title = '' } = ask;
  const prompt = isWhole ? ask.prompt : splitPrompt(ask).content;
  const lines = isWhole
    ? prompt
    : prompt
        .slice(0, QUOTE * 10)
        .split('\n')
        .map(titleIn)
        .join('\n');
  const topic = prompt && quoted(lines.replace(/\n(?=\S)/g, '; '), QUOTE);
  if (source.kind === 'text') return topic || quoted(title, QUOTE);
  const isFile = source.kind === 'file';
  const of = isFile
    ? namesOf(source.files)
    : source.kind === 'thread'
      ? isOutsideThread
        ? `a thread in ${channelMention(source.channel)}`
        : 'this thread'
      : `what was said in ${channelMention(source.channel)}`;
  const from = source.files && !isFile ? `${of}, with ${namesOf(source.files)}` : of;
  const whole = isFile ? from : `A summary of ${from}`;
  if (isOnlyAudience(prompt)) return `${whole}, ${escaped(prompt, QUOTE)}`;
  return topic ? `${topic.replace(/\.”$/, '”')}, from ${from}` : whole;
}

/** Maximum number of characters of a wish that are quoted. */
const WISH = 120;

/** Quotes the wishes of an ask, each in quotation marks. Leaves out a wish that was added just now, because a note says so. */
function wishesText(ask: Ask, notes: string[]): string {
  const { wishes } = splitPrompt(ask);
  const added = notes.find((note) => note.includes('Added as a wish: ')) ?? '';
  return wishes
    .split('\n')
    .filter((wish) => wish !== '' && !added.includes(`“${escaped(oneLine(wish), WISH)}”`))
    .map((wish) => quoted(wish, WISH))
    .join(' · ');
}

function namesOf(files: SourceFile[]): string {
  return escaped(listOf(files.map(({ name }) => name)), QUOTE);
}

/** Returns who will see the result of an ask, as a sentence. @param isElsewhere true if it is posted in another channel than its card */
export function destinationText({ destination, source }: Ask, isElsewhere = false): string {
  const { channel, threadTs } = destination;
  if (isPersonId(channel) || isDirectMessageId(channel)) return 'Only you will see it, in a direct message.';
  const everyone = `Everyone in ${channelMention(channel)} will see it`;
  if (!threadTs) return `${everyone}.`;
  const other = isElsewhere ? 'the thread of the document' : 'the thread of your message';
  return `${everyone}, in ${source.kind === 'thread' ? 'that thread' : other}.`;
}
