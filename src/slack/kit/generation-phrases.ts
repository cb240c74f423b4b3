import type { Generation } from '../../generations/generation.ts';
import { clip } from '../../text.ts';
import { nameOf } from './ask-fields/ask-field.ts';
import { saidOf } from './ask-fields/ask-form.ts';
import { exportNames, imageSizeChoices, imageTypeChoices } from './ask-fields/choices.ts';
import { FROM_THIS_THREAD } from './ask-fields/fields.ts';
import { atStart, channelMention, day, escaped, mention, oneLine } from './text.ts';

/** Sentences about generations that several messages share. All are mrkdwn, foreign parts escaped. */

const TITLE = 150;

/** Its title; its label until there is one. Never empty. */
export function titleOf(generation: Generation, limit = TITLE): string {
  return escaped(oneLine(generation.title || generation.label) || 'Untitled', limit);
}

/** Its picture in words, for screen readers. Plain text. */
export function pictureSaid({ title, label, work }: Generation): string {
  const name = `“${clip(oneLine(title || label) || 'Untitled', TITLE)}”`;
  return work === 'image' ? name : `The beginning of ${name}`;
}

/** "Presentation · 10 cards · theme Ocean · as PowerPoint"; the file is known even when the rest has been deleted. */
export function detailsOf(generation: Generation): string {
  return saidOfMade(generation, isInItsThread(generation));
}

/** The same where no thread is to be seen: in a view, or on a list. */
export function detailsElsewhere(generation: Generation): string {
  return saidOfMade(generation, false);
}

/** What was made of a thread may have gone elsewhere. */
function isInItsThread({ ask, channel, threadTs }: Generation): boolean {
  const source = ask?.source;
  return source?.kind === 'thread' && source.channel === channel && source.ts === threadTs;
}

function saidOfMade({ ask, exportAs, work }: Generation, isInThread: boolean): string {
  // Of a change, the document's card says the rest.
  if (work === 'image') return imageSaid(ask);
  if (work === 'edit') return exportAs ? `As ${exportNames[exportAs]}` : '';
  const isPlain = ask && !ask.theme && !ask.template;
  const said = saidOf({ ...ask, exportAs }).map((phrase) =>
    phrase === FROM_THIS_THREAD && !isInThread ? 'from a thread' : phrase,
  );
  return [...said, ...(isPlain ? ['default theme'] : [])].join(' · ');
}

/** "Photo · Slide · theme Ocean" */
function imageSaid(ask: Generation['ask']): string {
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

/** On everything that a digest posts. */
export const HOW_TO_STOP = '`/deck digests` changes or stops it.';

/** "Used 12 credits, 340 left." */
export function creditsOf({ credits }: Generation): string | undefined {
  const used = credits?.deducted === undefined ? undefined : `used ${count(credits.deducted)}`;
  const left = credits?.remaining === undefined ? undefined : `${number(credits.remaining)} left`;
  const said = [used, left].filter(Boolean).join(', ');
  return said ? atStart(used ? `${said}.` : `credits: ${said}.`) : undefined;
}

function count(credits: number): string {
  return credits === 1 ? '1 credit' : `${number(credits)} credits`;
}

/** Made at its first use, and kept: `toLocaleString` with options makes one at each call, which takes 22 µs and not 1. */
let format: Intl.NumberFormat | undefined;

function number(value: number): string {
  format ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
  return format.format(value);
}

/** Instead of a digest; messages that people wrote without wanting them used are not spoken of. */
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
