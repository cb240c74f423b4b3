import { actions } from '../../bolt/routes/action-ids.ts';
import { defaultFields } from '../ask-fields/ask-form.ts';
import {
  button,
  buttons,
  buttonValue,
  context,
  type Deployment,
  type Message,
  section,
} from '../blocks/parts.ts';
import { optOutMarks, serviceText } from '../blocks/text.ts';

const defaultNames = Object.values(defaultFields)
  .map((field) => field.default?.name)
  .join(', ');

export function helpMessage({ serviceName, optOutReaction }: Deployment): Message {
  const service = serviceText(serviceName);
  const lines = [
    `*Deckhand makes presentations, documents, web pages and social posts with ${service}.*`,
    '*A sentence is enough:* `/deck ten slides on our spring launch, for customers`. You see what Deckhand understood, and say yes before anything is made. Only a plain order in a thread, such as `@Deckhand make a one-pager`, is made at once.',
    'What was said in a channel works as well: `/deck slides of the last two weeks for the board, as PDF`. So does a sentence in a direct message to Deckhand, or behind `@Deckhand` in a channel.',
    '`/deck` alone opens the form. `/deck image a lighthouse at dusk` makes a single picture.',
    'On any message, *Turn thread into slides* in its menu makes something of what was said; so does `@Deckhand make a one-pager for executives` in a thread.',
    '`/deck recent` lists what you made lately; `/deck find spring launch` finds a document by its words.',
    '`/deck digests` sums up a channel every week, or as often as you like, and lists, changes and stops that.',
    `\`/deck settings\` sets what forms begin with: ${defaultNames}.`,
    `Slack admins connect this workspace to ${service} with \`/deck connect\`, and end that with \`/deck disconnect\`. Written to me, \`limits\`, \`usage\`, \`rules\` and \`audit\` show them what they can set.`,
    '`/deck help` shows this list.',
  ];
  return {
    text: 'Type `/deck` followed by what it should be about, `/deck` alone for the form, `/deck recent` for what you made lately.',
    blocks: [
      section(lines.join('\n')),
      ...context(
        `The result is posted where you ask for it. Deckhand joins public channels by itself; invite it to private ones with \`/invite @Deckhand\`. ${optOutMarks(optOutReaction)} keeps it out of what is made.`,
        `What it makes is made by AI and costs credits at ${service}.`,
      ),
    ],
  };
}

/** Returns "Did you mean …?" for a misspelt command. @param words what the person typed, which may also be a document's topic */
export function meantMessage(meant: string, words: string): Message {
  const text = `Did you mean \`/deck ${meant}\`?`;
  return {
    text,
    blocks: [
      section(text),
      ...buttons(
        button(`Yes, /deck ${meant}`, actions.meantCommand, meant, 'primary'),
        button('No, make a deck about it', actions.createHere, buttonValue(words)),
      ),
    ],
  };
}
