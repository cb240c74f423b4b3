import { type Ask, askSchema } from '../../asks/schema.ts';
import { clip } from '../../text.ts';
import { actions } from '../bolt/action-ids.ts';
import { defaultsSaid, saidOf } from '../kit/ask-fields/ask-form.ts';
import { button, buttons, context, type Deployment, type Message, section } from '../kit/parts.ts';
import { channelMention, escaped, oneLine, serviceText } from '../kit/text.ts';

/** Answers to what people write to Deckhand; in a channel only whoever wrote sees them. */

/** Slack's limit for the value of a button, in characters. */
const VALUE = 2000;
const QUOTE = 300;

/** What was understood, with the choice to make it. @param id of the proposal */
export function proposalMessage(ask: Ask, id: string): Message {
  const { person, destination, language, tone } = ask;
  const what = subjectOf(ask);
  const details = [
    ...saidOf(ask),
    ...defaultsSaid(askSchema.pick({ language: true, tone: true }).parse({ language, tone })),
  ];
  const where = destination.channel === person ? 'It goes to you alone.' : placeOf(destination);
  return {
    text: `Make this? ${what}`,
    blocks: [
      section(`*Make this?* ${what}`),
      ...context(details.join(' · '), where),
      ...buttons(
        button('Make it (spends credits)', actions.makeProposal, id, 'primary'),
        ...(canChange(ask) ? [button('Details…', actions.changeProposal, id)] : []),
        button('Not now', actions.dropProposal, id),
      ),
    ],
  };
}

/** The form of a thread posts into that thread and nowhere else. */
function canChange({ source, destination }: Ask): boolean {
  return source.kind !== 'thread' || destination.threadTs === source.ts;
}

/** Once it was taken: the card has done its work. */
export function takenMessage(ask: Ask): Message {
  return plainMessage(`Deckhand is making it: ${subjectOf(ask)}. ${placeOf(ask.destination)}`);
}

function subjectOf({ prompt, source }: Ask): string {
  const said = prompt && `“${escaped(oneLine(prompt), QUOTE)}”`;
  if (source.kind === 'text') return said;
  if (source.kind === 'file') return escaped(source.name, QUOTE);
  const of = source.kind === 'thread' ? 'this thread' : `what was said in ${channelMention(source.channel)}`;
  return said ? `${said}, from ${of}` : `A summary of ${of}`;
}

function placeOf({ channel, threadTs }: Ask['destination']): string {
  if (/^[DUW]/.test(channel)) return 'It comes into this conversation.';
  return threadTs ? 'It comes into the thread of your message.' : `It comes into ${channelMention(channel)}.`;
}

/** For words in a thread that ask for nothing. @param thread `ts` of its first message */
export function unclearMessage(thread: string): Message {
  const text =
    'To have something made of this thread, say what: `@Deckhand make a one-pager for executives`, or `@Deckhand ten slides as PDF`.';
  return {
    text,
    blocks: [section(text), ...buttons(button('Turn this thread into slides', actions.threadForm, thread))],
  };
}

/** The short answer to a greeting, a question, or talk. */
export function abilitiesMessage(words: string, { serviceName }: Deployment): Message {
  const text = [
    `Deckhand makes presentations, documents, web pages and social posts with ${serviceText(serviceName)}. Say what you want:`,
    '• `make a deck on our spring launch, ten slides, for customers`',
    '• in a channel, `@Deckhand slides of the last two weeks for the board, as PDF`',
    '• in a thread, `@Deckhand make a one-pager`',
    'It shows what it understood before it spends anything. `/deck help` lists everything else.',
  ].join('\n');
  return withForm(text, isWorthKeeping(words) ? words : '');
}

/** For an ask that leaves open what it is about. @param choices the words, to begin the form with */
export function topicMessage(words: string, inChannel: boolean): Message {
  const example = inChannel
    ? '`@Deckhand slides on our spring launch`, or `@Deckhand slides of the last two weeks` for what was said here'
    : '`slides on our spring launch, for customers`';
  return withForm(`What should it be about? Say it in one sentence: ${example}.`, words);
}

function withForm(text: string, words: string): Message {
  return {
    text,
    blocks: [
      section(text),
      ...buttons(button('Create a deck', actions.createHere, clip(words, VALUE) || ' ')),
    ],
  };
}

/** Characters from which words that ask for nothing may be the content of a document. */
const NOTES = 80;

function isWorthKeeping(words: string): boolean {
  return words.length >= NOTES;
}

/** @param text mrkdwn, with foreign parts escaped */
export function plainMessage(text: string): Message {
  return { text, blocks: [section(text)] };
}
