import type { Ask } from '../../asks/schema.ts';
import type { Generation } from '../../generations/generation.ts';
import type { ExportFormat, Format } from '../../service/options.ts';
import { atStart, escaped, oneLine } from '../kit/text.ts';

/** Sentences about generations that several messages share. All are mrkdwn, foreign parts escaped. */

export const formatNames: Record<Format, string> = {
  presentation: 'Presentation',
  document: 'Document',
  webpage: 'Web page',
  social: 'Social post',
};

export const exportNames: Record<ExportFormat, string> = {
  pptx: 'PowerPoint',
  pdf: 'PDF',
  png: 'PNG',
};

const TITLE = 150;
const NAME = 75;

/** What it is called, as far as known; never empty. */
export function titleOf(generation: Generation, limit = TITLE): string {
  return escaped(oneLine(generation.title || generation.label) || 'Untitled', limit);
}

/** "Presentation · 10 cards · theme Ocean · as PowerPoint" */
export function detailsOf(generation: Generation): string {
  const { ask } = generation;
  const parts = ask ? askedFor(ask) : [];
  if (generation.exportAs) parts.push(`as ${exportNames[generation.exportAs]}`);
  return parts.join(' · ');
}

function askedFor(ask: Ask): string[] {
  const parts = ask.template ? [`From the template ${named(ask.template)}`] : [formatNames[ask.format]];
  if (ask.cards && !ask.template) parts.push(ask.cards === 1 ? '1 card' : `${ask.cards} cards`);
  if (ask.source.kind === 'file') parts.push(`from ${escaped(oneLine(ask.source.name), NAME)}`);
  if (ask.source.kind === 'thread') parts.push('from this thread');
  if (ask.audience) parts.push(`for ${escaped(oneLine(ask.audience), NAME)}`);
  if (ask.theme) parts.push(`theme ${named(ask.theme)}`);
  if (ask.folder) parts.push(`folder ${named(ask.folder)}`);
  return parts;
}

function named({ name }: { name: string }): string {
  return escaped(oneLine(name), NAME);
}

/** Slack's ids are letters and digits; anything else is not turned into a mention. */
export function mention(person: string): string {
  return /^[A-Z0-9]+$/.test(person) ? `<@${person}>` : 'somebody';
}

/** Of a digest: who set it up, and how to stop it. */
export function askedBy(generation: Generation): string {
  if (generation.ask?.digest) {
    return `A digest set up by ${mention(generation.person)}. \`/deck schedules\` changes or stops it.`;
  }
  return `Asked by ${mention(generation.person)}`;
}

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

function number(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 2 });
}
