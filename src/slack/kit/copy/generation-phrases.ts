import type { Generation } from '../../../generations/generation.ts';
import { clip } from '../../../text.ts';
import { nameOf } from '../ask-fields/ask-field.ts';
import { askPhrases } from '../ask-fields/ask-form.ts';
import { exportNames, imageSizeChoices, imageTypeChoices } from '../ask-fields/choices.ts';
import { FROM_THIS_THREAD } from '../ask-fields/fields.ts';
import { channelMention, day, escaped, mention, oneLine } from '../blocks/text.ts';

/** Phrases about generations that several messages share. All are escaped mrkdwn unless a docstring says otherwise. */

/** Maximum number of characters of a title. */
const TITLE = 150;

/** Returns the title, or the label if there is no title yet. Never empty. */
export function titleOf(generation: Generation, limit = TITLE): string {
  return escaped(oneLine(generation.title || generation.label) || 'Untitled', limit);
}

/** Returns the alt text of the image of a result, as plain text. */
export function pictureAltText({ title, label, work }: Generation): string {
  const name = `“${clip(oneLine(title || label) || 'Untitled', TITLE)}”`;
  return work === 'image' ? name : `The beginning of ${name}`;
}

/**
 * "Presentation · 10 slides · theme Ocean · as PowerPoint". If the ask was deleted after the retention time, only the file.
 */
export function detailsOf(generation: Generation): string {
  return detailsFor(generation, isInItsThread(generation));
}

/** Returns the details for views and lists, which are not in the document's thread. */
export function detailsElsewhere(generation: Generation): string {
  return detailsFor(generation, false);
}

/** Returns whether the result was posted in the thread that is its source. */
function isInItsThread({ ask, channel, threadTs }: Generation): boolean {
  const source = ask?.source;
  return source?.kind === 'thread' && source.channel === channel && source.ts === threadTs;
}

function detailsFor({ ask, exportAs, work }: Generation, isInThread: boolean): string {
  if (work === 'image') return imageDetails(ask);
  // A change has no details but the file, because the card of the document has the others.
  if (work === 'edit') return exportAs ? `As ${exportNames[exportAs]}` : '';
  const isPlain = ask && !ask.theme && !ask.template;
  const said = askPhrases({ ...ask, exportAs }).map((phrase) =>
    phrase === FROM_THIS_THREAD && !isInThread ? 'from a thread' : phrase,
  );
  return [...said, ...(isPlain ? ['default theme'] : [])].join(' · ');
}

/** "Photo · Slide · theme Ocean" */
function imageDetails(ask: Generation['ask']): string {
  if (ask?.work.kind !== 'image') return '';
  const { type, size } = ask.work;
  return [
    imageTypeChoices.find(([name]) => name === type)?.[1],
    imageSizeChoices.find(([name]) => name === size)?.[1],
    ask.theme && `theme ${nameOf(ask.theme)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Names the person who asked; for a digest, the person who set it up, and how to stop it. */
export function askedBy(generation: Generation): string {
  if (generation.ask?.digest) {
    return `A digest set up by ${mention(generation.person)}. ${HOW_TO_STOP}`;
  }
  return `Asked by ${mention(generation.person)}`;
}

/** Part of every message that a digest posts. */
export const HOW_TO_STOP = '`/deck digests` changes or stops it.';

/** "Used 12 credits." The balance is for admins, so cards do not show it. */
export function creditsOf({ credits }: Generation): string | undefined {
  return credits?.deducted === undefined ? undefined : `Used ${count(credits.deducted)}.`;
}

function count(credits: number): string {
  return credits === 1 ? '1 credit' : `${number(credits)} credits`;
}

/** Created once, at first use: `toLocaleString` with options takes 22 µs at each call, this takes 1 µs. */
let format: Intl.NumberFormat | undefined;

function number(value: number): string {
  format ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
  return format.format(value);
}

/**
 * Returns the text that is posted in place of a digest without enough messages. It does not mention messages of people who
 * opted out.
 * @param nothing says what is not made this time
 */
export function quietChannelText(
  { channel, threshold }: { channel: string; threshold: number },
  since: Date,
  nothing = 'there is no digest',
): string {
  const few =
    threshold === 1
      ? 'nothing was said that can be used'
      : `fewer than ${threshold} messages that can be used were written`;
  return `It has been quiet in ${channelMention(channel)}: ${few} ${day(since, 'since ')}, so ${nothing} this time.`;
}
