import { type Ask, askSchema } from '../../asks/schema.ts';
import { actions } from '../bolt/action-ids.ts';
import { defaultsSaid, saidOf } from '../kit/ask-fields/ask-form.ts';
import { button, buttons, context, type Deployment, type Message, section } from '../kit/parts.ts';
import { placeOf, subjectOf } from '../kit/taken.ts';
import { isChannel, serviceText } from '../kit/text.ts';
import { asValue } from '../kit/typed-words.ts';

/** Answers to what people write to Deckhand; in a channel only whoever wrote sees them. */

/**
 * What was understood, with the choice to make it.
 * @param id of the proposal
 * @param isHere it was asked for in the conversation with Deckhand
 * @param closed the conversation that it was asked for in, where Deckhand cannot post
 */
export function proposalMessage(
  ask: Ask,
  id: string,
  { closed, isHere = false }: { closed?: string | undefined; isHere?: boolean } = {},
): Message {
  const { person, destination, language, tone } = ask;
  const what = subjectOf(ask);
  const details = [
    ...saidOf(ask),
    ...defaultsSaid(askSchema.pick({ language: true, tone: true }).parse({ language, tone })),
  ];
  const own = isHere ? 'It comes here, to you alone.' : 'It goes to you alone, in a direct message.';
  const alone = closed ? closedText(closed) : own;
  const where = destination.channel === person ? alone : placeOf(ask);
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

/** Nobody is invited into a direct message between other people. */
function closedText(conversation: string): string {
  const wayIn = isChannel(conversation) ? ' To have it here, type `/invite @Deckhand` first.' : '';
  return `Deckhand cannot post in this conversation, so it goes to you alone, in a direct message.${wayIn}`;
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
    '• in a thread, `@Deckhand make a one-pager`, which is begun at once',
    'Everywhere else it shows what it understood before it spends anything. `/deck help` lists the rest.',
  ].join('\n');
  return withForm(text, isWorthKeeping(words) ? words : '');
}

/** For an ask that leaves open what it is about. @param words to begin the form with */
export function topicMessage(words: string, said: { isDirect: boolean; isCommand?: boolean }): Message {
  const start = said.isCommand ? '/deck ' : said.isDirect ? '' : '@Deckhand ';
  const days = said.isDirect ? '' : `, or \`${start}slides of the last two weeks\` for what was said here`;
  const example = `\`${start}slides on our spring launch, for customers\`${days}`;
  return withForm(`What should it be about? Say it in one sentence: ${example}.`, words);
}

function withForm(text: string, words: string): Message {
  return {
    text,
    blocks: [section(text), ...buttons(button('Create a deck', actions.createHere, asValue(words)))],
  };
}

/** Characters from which words that ask for nothing may be the content of a document. */
const NOTES = 80;

function isWorthKeeping(words: string): boolean {
  return words.length >= NOTES;
}
