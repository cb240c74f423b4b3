import { clip } from '../../text.ts';
import { actions } from '../bolt/action-ids.ts';
import { button, buttons, type Message, section } from '../kit/parts.ts';

/** Answers to mentions, shown only to the person who mentioned Deckhand. */

/** Slack's limit for the value of a button, in characters. */
const VALUE = 2000;

/** For words in a thread that ask for nothing. @param thread `ts` of its first message */
export function unclearMessage(thread: string): Message {
  const text =
    'To have something made of this thread, say what: `@Deckhand make a one-pager for executives`, or `@Deckhand ten slides as PDF`.';
  return {
    text,
    blocks: [section(text), ...buttons(button('Turn this thread into slides', actions.threadForm, thread))],
  };
}

/** For a mention outside a thread: nothing to read, but words to begin with. */
export function elsewhereMessage(words: string): Message {
  const text =
    'Mention Deckhand inside a thread to have something made of what was said there. To make something else, fill in the form.';
  return {
    text,
    blocks: [
      section(text),
      ...buttons(button('Create a deck', actions.createHere, clip(words, VALUE) || ' ', 'primary')),
    ],
  };
}

/** @param text mrkdwn, with foreign parts escaped */
export function plainMessage(text: string): Message {
  return { text, blocks: [section(text)] };
}
