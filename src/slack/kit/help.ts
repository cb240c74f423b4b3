import { defaultFields } from './ask-fields/ask-form.ts';
import { context, type Deployment, type Message, section } from './parts.ts';
import { optOutMarks, serviceText } from './text.ts';

const defaultNames = Object.values(defaultFields)
  .map((field) => field.default?.name)
  .join(', ');

/** The answer to `/deck help`. */
export function helpMessage({ serviceName, optOutReaction }: Deployment): Message {
  const service = serviceText(serviceName);
  const lines = [
    `*Deckhand makes presentations, documents, web pages and social posts with ${service}.*`,
    '*A sentence is enough.* Write it to Deckhand in a direct message: “ten slides on our spring launch, for customers”. In a channel, mention it: `@Deckhand slides of the last two weeks for the board, as PDF`. You see what it understood before anything is made.',
    '`/deck` opens the form.',
    '`/deck` with some words opens it with them as the prompt: `/deck ten slides on our spring launch, for customers`.',
    'On any message, *Turn thread into slides* in its menu makes something of what was said; so does `@Deckhand make a one-pager for executives` in a thread.',
    '`/deck recent` lists what you made lately.',
    '`/deck digests` sums up a channel every week, or as often as you like, and lists, changes and stops that.',
    `\`/deck settings\` sets what forms begin with: ${defaultNames}.`,
    `\`/deck connect\` connects this workspace to ${service}, \`/deck disconnect\` disconnects it.`,
    '`/deck help` shows this list.',
  ];
  return {
    text: 'Type `/deck` to open the form, `/deck` with some words to fill in the prompt, `/deck recent` for what you made lately.',
    blocks: [
      section(lines.join('\n')),
      ...context(
        `The result is posted where you ask for it. Deckhand joins public channels by itself; invite it to private ones with \`/invite @Deckhand\`. ${optOutMarks(optOutReaction)} keeps it out of what is made.`,
        `What it makes is made by AI and costs credits at ${service}.`,
      ),
    ],
  };
}
