import { z } from 'zod';
import { type Ask, channelId, messageTs } from '../../../asks/schema.ts';
import { CARDS_LIMIT, type Format, PROMPT_LIMIT } from '../../../service/options.ts';
import { thousands } from '../../../text.ts';
import { carriedOnly, conversation, wholeNumber } from '../form/controls.ts';
import type { Patch } from '../form/field.ts';
import { menu, optionalMenu, radio, search } from '../form/menus.ts';
import { channelMention, day, oneLine } from '../text.ts';
import { field, fromText, ifQuick, nameOf, own } from './ask-field.ts';
import {
  exportChoices,
  exportNames,
  formatChoices,
  formatNames,
  sectionChoices,
  startChoices,
  talkStartChoices,
  unitsOf,
} from './choices.ts';
import { fileFault, textFile } from './file.ts';
import { moreFields } from './more-fields.ts';
import { promptControl, promptFault, sectionsFieldFault } from './prompt.ts';

/** A thread as the source of an ask. */
const threadSource = z.object({
  channel: channelId,
  /** of its first message */
  ts: messageTs,
  /** How it begins. */
  name: z.string().max(100).optional().catch(undefined),
});
export type ThreadSource = z.output<typeof threadSource>;

/** Days of a channel as the source of an ask. */
const channelSource = z.object({
  channel: channelId,
  since: z.iso.datetime(),
  until: z.iso.datetime().optional(),
});

const talkSource = z.union([threadSource, channelSource]);
export type TalkSource = z.output<typeof talkSource>;

export function isThread(source: TalkSource | undefined): source is ThreadSource {
  return source !== undefined && 'ts' in source;
}

function askedOf(source: TalkSource): Patch<Ask> {
  if (!isThread(source)) return { source: { kind: 'channel', ...source } };
  const { channel, ts } = source;
  return { source: { kind: 'thread', ...source }, destination: { channel, threadTs: ts } };
}

/** Said where the thread is before one's eyes. */
export const FROM_THIS_THREAD = 'from this thread';

/** The day that ends at `until` is the last one meant. */
export function daysSaid({ since, until }: z.output<typeof channelSource>): string {
  if (!until) return day(new Date(since), 'since ');
  return `${day(new Date(since), 'from ')} ${day(new Date(Date.parse(until) - 1), 'to ')}`;
}

// Controls that a field varies by are made once, as its own is: to make a schema takes longer than to read a whole form.

const templateThemeControl = search('theme', 'The template’s own');
const talkStartControl = radio(talkStartChoices);
const templatePromptControl = promptControl('Use it for our spring launch in Lisbon, for customers');
const talkPromptControl = promptControl('Decisions, who does what by when, what is still open');

const sectionsControl = (format: Format) =>
  optionalMenu(sectionChoices(format), 'Kept where lines of --- divide it');
const sectionsControls = {
  presentation: sectionsControl('presentation'),
  document: sectionsControl('document'),
  webpage: sectionsControl('webpage'),
  social: sectionsControl('social'),
} satisfies Record<Format, unknown>;

/**
 * Every field of an ask: the forms of an ask, of a digest and of defaults, what they remember and check, and the summaries
 * on cards and on Home are derived from this table. Sections: `what` it is about, `how` it looks, and `more`, folded at
 * first.
 */
export const askFields = {
  /** The conversation that the ask is made of. A digest's summary says by itself which days it is about. */
  source: field({
    id: 'source',
    label: 'Conversation',
    control: carriedOnly(talkSource.optional()),
    to: (source) => (source ? askedOf(source) : {}),
    from: ({ source, digest }) => (digest ? undefined : talkSource.safeParse(source).data),
    say: (source) =>
      isThread(source) ? FROM_THIS_THREAD : `of ${channelMention(source.channel)} ${daysSaid(source)}`,
  }),
  prompt: field({
    id: 'prompt',
    section: 'what',
    label: 'What should it be about?',
    required: true,
    control: promptControl('Our spring launch, for customers: goals, timeline, what it costs'),
    vary({ source, startFrom, offersFile }) {
      if (source) {
        return {
          label: 'What should it focus on?',
          required: false,
          control: talkPromptControl,
        };
      }
      // Slack marks a field that may be left empty: that is only true where a file can stand in for the words.
      const required = !offersFile;
      return startFrom === 'template'
        ? {
            label: 'What should be different from the template?',
            required,
            control: templatePromptControl,
          }
        : { ...(offersFile && { label: 'What should it be about? A text file will do, too.' }), required };
    },
    check: promptFault,
    ...own('prompt'),
  }),
  template: field({
    id: 'template',
    section: 'how',
    label: 'Template',
    hint: 'The result keeps its layout and its number of slides.',
    required: true,
    control: search('template', 'Search your templates'),
    when: ({ startFrom }) => startFrom === 'template',
    missing: 'Choose a template, or start from text.',
    ...own('template'),
    say: (template) => `From the template ${nameOf(template)}`,
  }),
  format: field({
    id: 'format',
    section: 'how',
    label: 'Format',
    required: true,
    control: menu(formatChoices),
    when: fromText,
    dispatch: true,
    ...own('format'),
    say: (format) => formatNames[format],
    default: { name: 'format' },
  }),
  theme: field({
    id: 'theme',
    section: 'how',
    label: 'Theme',
    control: search('theme', 'Your workspace’s default'),
    vary: ({ startFrom }) => (startFrom === 'template' ? { control: templateThemeControl } : {}),
    // Thoroughly, a template is made in its own theme and no other (service interface, agent generations).
    when: ({ startFrom, making }) => !(startFrom === 'template' && making === 'thorough'),
    ...own('theme'),
    say: (theme) => `theme ${nameOf(theme)}`,
    default: { name: 'theme' },
  }),
  startFrom: field({
    id: 'start_from',
    section: 'more',
    label: 'Start',
    required: true,
    control: radio(startChoices),
    vary: ({ source }) => (source ? { control: talkStartControl } : {}),
    dispatch: true,
    from: ({ template }) => (template ? 'template' : 'text'),
  }),
  /** Slack cannot fill it in: to change an ask and send it again, the person attaches the file anew. */
  file: field({
    id: 'file',
    section: 'more',
    label: 'Text file',
    // Not before it is drawn: formatting a number loads the runtime's locales.
    vary: () => ({
      hint: `An .md or .txt file of up to ${thousands(PROMPT_LIMIT)} characters. Use the first field to say what to make of it.`,
    }),
    control: textFile(),
    when: ({ source }) => !source,
    check: fileFault,
    to: (file) => (file ? { source: { kind: 'file', fileId: file.id, name: file.name } } : {}),
    from: ({ source }) => (source?.kind === 'file' ? { id: source.fileId, name: source.name } : undefined),
    say: (file) => `from ${nameOf(file)}`,
  }),
  cards: field({
    id: 'cards',
    section: 'more',
    label: 'Number of slides',
    hint: `Up to ${CARDS_LIMIT}, depending on your plan. Leave it empty to have it chosen to fit.`,
    control: wholeNumber(1, CARDS_LIMIT),
    when: fromText,
    vary: ({ format }) => (format ? { label: `Number of ${unitsOf(format)}` } : {}),
    ...own('cards'),
    say: (cards, { format = 'presentation' }) => unitsOf(format, cards),
  }),
  sections: field({
    id: 'sections',
    section: 'more',
    label: 'Sections of your text',
    hint: 'A section begins with a heading, or stands between two lines of ---.',
    control: sectionsControls.presentation,
    vary: ({ format = 'presentation' }) => ({ control: sectionsControls[format] }),
    when: (form) => fromText(form) && ifQuick(form) && !form.source,
    check: sectionsFieldFault,
    ...own('sections'),
    say: (sections, { format = 'presentation' }) =>
      sections === 'kept' ? oneLine(sectionChoices(format)[0]?.[1] ?? '').toLowerCase() : undefined,
  }),
  exportAs: field({
    id: 'export_as',
    section: 'more',
    label: 'File',
    hint: 'Posted in the thread, beside the link.',
    required: true,
    control: menu(exportChoices),
    initial: 'pptx',
    to: (exportAs) => ({ exportAs: exportAs === 'none' ? undefined : exportAs }),
    from: ({ exportAs }) => exportAs ?? 'none',
    say: (exportAs) => (exportAs === 'none' ? undefined : `as ${exportNames[exportAs]}`),
    default: {
      name: 'file',
      say: (exportAs) => (exportAs === 'none' ? 'without a file' : `as ${exportNames[exportAs]}`),
    },
  }),
  /** At first the channel of the command, or else the conversation that the person has open. */
  channel: field({
    id: 'channel',
    section: 'more',
    label: 'Post in',
    hint: 'Deckhand joins public channels by itself. In a private one, type /invite @Deckhand first.',
    required: true,
    control: conversation({ default_to_current_conversation: true }),
    when: ({ source }) => !isThread(source),
    vary: ({ into }) =>
      into ? { hint: 'In the thread of your message, unless you choose another conversation.' } : {},
    missing: 'Choose where to post it.',
    to: (channel) => ({ destination: { channel } }),
    from: ({ destination }) => destination?.channel,
  }),
  /** The thread that the result goes into, while its channel is the one that is chosen. */
  into: field({
    id: 'into',
    label: 'Thread',
    control: carriedOnly(z.object({ channel: z.string(), ts: z.string() }).optional()),
    when: ({ source }) => !isThread(source),
    to: (into, { channel }) =>
      into && into.channel === channel ? { destination: { threadTs: into.ts } } : {},
    from: ({ destination }) =>
      destination?.threadTs ? { channel: destination.channel, ts: destination.threadTs } : undefined,
  }),
  folder: field({
    id: 'folder',
    section: 'more',
    label: 'Folder',
    control: search('folder', 'Your own documents'),
    ...own('folder'),
    say: (folder) => `folder ${nameOf(folder)}`,
  }),
  ...moreFields,
};
