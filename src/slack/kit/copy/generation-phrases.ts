import type { Generation } from '../../../generations/generation.ts';
import { externalAccess, workspaceAccess } from '../../../service/options.ts';
import { clip, plural } from '../../../text.ts';
import { nameOf } from '../ask-fields/ask-field.ts';
import { askPhrases, defaultsPhrases } from '../ask-fields/ask-form.ts';
import {
  accessChoices,
  exportNames,
  imageSizeChoices,
  imageTypeChoices,
  unitOf,
} from '../ask-fields/choices.ts';
import { FROM_THIS_THREAD } from '../ask-fields/fields.ts';
import { channelMention, day, escaped, mention, oneLine } from '../blocks/text.ts';

/** Phrases about generations that several messages share. They are escaped mrkdwn, except those that are documented as plain text. */

/** Maximum length of a title in phrases, in characters. */
const TITLE = 150;

/** Returns the generation's title, or the generation's label if there is no title yet. Never returns an empty text. */
export function titleOf(generation: Generation, limit = TITLE): string {
  return escaped(oneLine(generation.title || generation.label) || 'Untitled', limit);
}

/** Maximum number of slide titles that a card shows. */
const SLIDES = 10;

/** Returns the titles of slides on one line: "Goals · Costs · and 3 more". */
export function slideTitlesText(titles: string[]): string {
  const shown = titles.slice(0, SLIDES).map((each) => escaped(oneLine(each), 75));
  const more = titles.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(' · ');
}

/** Returns the alternative text for the picture of a result, as plain text. */
export function pictureAltText({ title, label, work, ask }: Generation): string {
  const name = `“${clip(oneLine(title || label) || 'Untitled', TITLE)}”`;
  return work === 'image' ? name : `${name}, first ${unitOf(ask?.format ?? 'presentation')}`;
}

/** Returns a description such as "Presentation in German · 10 slides". For a change or a deleted ask, returns only the file format. */
export function detailsOf(generation: Generation): string {
  return detailsFor(generation, isInItsThread(generation));
}

/** Like `detailsOf`, but for views and lists outside the document's thread: says "from a thread" instead of "from this thread". */
export function detailsElsewhere(generation: Generation): string {
  return detailsFor(generation, false);
}

/** Returns true if the result was posted in the same thread that it was made from. */
export function isInItsThread({ ask, channel, threadTs }: Generation): boolean {
  const source = ask?.source;
  return source?.kind === 'thread' && source.channel === channel && source.ts === threadTs;
}

function detailsFor(generation: Generation, isInThread: boolean): string {
  const { ask, exportAs, work } = generation;
  if (work === 'image') return imageDetails(ask);
  // Return only the file format if the generation changed a document, because the document's result card shows all other choices.
  if (work === 'edit') return exportAs ? `As ${exportNames[exportAs]}` : '';
  const isPlain = ask && !ask.theme && !ask.template;
  const said = askPhrases({ ...ask, exportAs, slides: slidesOf(generation) }).map((phrase) =>
    phrase === FROM_THIS_THREAD && !isInThread ? 'from a thread' : phrase,
  );
  const [what = '', ...others] = said;
  const [language] = defaultsPhrases({ language: ask?.language });
  const whatIn = language ? `${what}${ask?.template ? ' ·' : ''} ${language}` : what;
  return [whatIn, ...others, ...(isPlain ? ['default theme'] : [])].filter(Boolean).join(' · ');
}

/** Returns the number of slides that the person chose; undefined if the finished document does not have as many slide titles. */
function slidesOf({ ask, state, slideTitles }: Generation): number | undefined {
  return state === 'delivered' && slideTitles?.length !== ask?.slides ? undefined : ask?.slides;
}

/** Returns the choices of an ask for a picture: "Photo · Slide · theme Ocean". */
/** Returns the chosen kind, size and theme of a picture, such as "Photo · Banner"; may be empty. */
export function imageDetails(ask: Generation['ask']): string {
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

/** Returns a phrase that names the person who asked. For a digest, names the person who set it up, and says how to stop the digest. */
export function askedBy(generation: Generation): string {
  if (generation.ask?.digest) {
    return `A digest set up by ${mention(generation.person)}. ${HOW_TO_STOP}`;
  }
  return `Asked by ${mention(generation.person)}`;
}

/** Sentence in every message that a digest posts. */
export const HOW_TO_STOP = '`/deck digests` changes or stops it.';

/**
 * Returns "Used 12 credits."; undefined if the cost is unknown. Leaves out the remaining credits, which only admins may see. For a finished
 * document or picture, ends with "to make it", because later changes cost more.
 */
export function creditsOf({ credits, state, work }: Generation): string | undefined {
  if (credits?.deducted === undefined) return undefined;
  return `Used ${count(credits.deducted)}${state === 'delivered' && work !== 'edit' ? ' to make it' : ''}.`;
}

function count(credits: number): string {
  return credits === 1 ? '1 credit' : `${number(credits)} credits`;
}

/** Formatter for numbers with up to two decimals. Reused, because `toLocaleString` with options takes 22 µs instead of 1 µs. */
let format: Intl.NumberFormat | undefined;

function number(value: number): string {
  format ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
  return format.format(value);
}

/**
 * Returns the text that is posted instead of a digest if there were too few messages. The text does not reveal whether people who opted out
 * have written any.
 * @param nothing completes the sentence “so … this time.”
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

/** Says with whom the document was shared; undefined if nobody chose. E-mail addresses are private, so only their number is shown. */
export function sharedWith({ ask }: Pick<Generation, 'ask'>, service: string): string | undefined {
  const { workspaceAccess: workspace, externalAccess: link, recipients = [] } = ask?.sharing ?? {};
  const said = [
    workspace && `workspace at ${service}: ${accessName(workspaceAccess, workspace)}`,
    link && `anybody with the link: ${accessName(externalAccess, link)}`,
    recipients.length > 0 && `${plural(recipients.length, 'person', 'people')} by e-mail`,
  ].filter(Boolean);
  return said.length > 0 ? `Shared as asked: ${said.join(' · ')}` : undefined;
}

function accessName(levels: typeof workspaceAccess | typeof externalAccess, level: string): string {
  const [, name = level] = accessChoices(levels).find(([key]) => key === level) ?? [];
  return name.toLowerCase();
}
