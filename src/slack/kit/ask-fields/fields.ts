import { z } from 'zod';
import { outlineLines, outlineSchema } from '../../../asks/outline.ts';
import { type Ask, channelId, FILES_LIMIT, isPersonId, messageTs } from '../../../asks/schema.ts';
import { lenient } from '../../../lenient.ts';
import { CARDS_LIMIT, type Format, PROMPT_LIMIT } from '../../../service/options.ts';
import { offeredFileSchema } from '../../../sources/preview.ts';
import { capitalized, listOf, thousands } from '../../../text.ts';
import { channelMention, day, isChannel, oneLine } from '../blocks/text.ts';
import { conversation, FIELD_LIMIT, hiddenValue, text, wholeNumber } from '../form/controls.ts';
import type { Patch } from '../form/field.ts';
import { checkboxes, menu, optionalMenu, radio, search } from '../form/menus.ts';
import { field, fromText, hasSections, nameOf, own } from './ask-field.ts';
import {
  exportChoices,
  exportNames,
  formatChoices,
  formatNames,
  sectionChoices,
  seenByChoices,
  startChoices,
  talkStartChoices,
  textModeChoices,
  textModePhrases,
  unitsOf,
} from './choices.ts';
import { attachedFiles, fileChecklist, filesFault } from './file.ts';
import { moreFields } from './more-fields.ts';
import { outlineFault, typedOutline } from './outline.ts';
import { promptControl, promptFault, sectionsFieldFault } from './prompt.ts';

const threadSource = z.object({
  channel: channelId,
  /** `ts` of the thread's first message. */
  ts: messageTs,
  /** The beginning of the text of the thread's first message. */
  name: lenient(z.string().max(100)),
});
export type ThreadSource = z.output<typeof threadSource>;

/** A source of a document: a channel's messages since `since` and before `until`. Without `until`, the messages until now. */
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

function sourcePatch(source: TalkSource): Patch<Ask> {
  if (!isThread(source)) return { source: { kind: 'channel', ...source } };
  const { channel, ts } = source;
  return { source: { kind: 'thread', ...source }, destination: { channel, threadTs: ts } };
}

interface Seen {
  source?: TalkSource | undefined;
  channel?: string | undefined;
  seenBy?: 'here' | 'me' | undefined;
}

/** Returns true if other people can see the result. A direct message counts as the asker's own: deck/submit.ts refuses all others. */
function isPostedForOthers({ source, channel }: Seen): boolean {
  return isThread(source) || channel === undefined || isChannel(channel);
}

/** Returns true if the asker chose "Just for me" for a result that would otherwise be posted in a channel or thread. */
export function isForAsker(form: Seen): boolean {
  return form.seenBy === 'me' && isPostedForOthers(form);
}

/** Phrase for a thread as the source, in the summary of an ask. Outside this thread, `detailsOf` replaces it by "from a thread". */
export const FROM_THIS_THREAD = 'from this thread';

/** Returns a time span as a phrase, such as "from Monday to Friday" if `until` is Saturday at midnight. `until` is exclusive. */
export function daysPhrase({ since, until }: z.output<typeof channelSource>): string {
  if (!until) return day(new Date(since), 'from ');
  // Up to 25 hours are one day, because the day on which the clocks go back has 25 hours.
  if (Date.parse(until) - Date.parse(since) <= 25 * 3_600_000) return day(new Date(since), 'for ');
  return `${day(new Date(since), 'from ')} ${day(new Date(Date.parse(until) - 1), 'to ')}`;
}

// Controls that the functions `vary` return. They are created once, because creating a control is slower than reading a whole form.

const templateThemeControl = search('theme', 'The template’s own');
const talkStartControl = radio(talkStartChoices);
const templatePromptControl = promptControl('Use it for our spring launch in Lisbon, for customers');
const talkPromptControl = promptControl('Decisions, who does what by when, what is still open');
const filePromptControl = promptControl('What it costs, and what has to be decided');

const talkTextMode = {
  hint: 'If left empty, what was said is shortened.',
  control: optionalMenu(textModeChoices, 'Shorten'),
};

const sectionsControl = (format: Format) =>
  optionalMenu(sectionChoices(format), 'Kept where lines of --- divide it');
const sectionsControls = {
  presentation: sectionsControl('presentation'),
  document: sectionsControl('document'),
  webpage: sectionsControl('webpage'),
  social: sectionsControl('social'),
} satisfies Record<Format, unknown>;

/** The field's value when the checkbox "Include speaker notes" is checked. */
const WITH_NOTES: 'notes'[] = ['notes'];
/** Returns true for the name of a presentation, which may have speaker notes. */
export const isPresentation = (name: string) => /\.pptx$/i.test(name);

/**
 * All fields of an ask, from which forms, validation and summaries are derived. `section` is `what` (the topic), `how` (the look), or a
 * group of "More options" (form/modal.ts).
 */
export const askFields = {
  /** Hidden field: the thread or the days from which the document is made. Undefined for a digest, whose card shows the days elsewhere. */
  source: field({
    id: 'source',
    label: 'Conversation',
    control: hiddenValue(talkSource.optional()),
    to: (source) => (source ? sourcePatch(source) : {}),
    from: ({ source, digest }) => (digest ? undefined : talkSource.safeParse(source).data),
    say: (source) =>
      isThread(source) ? FROM_THIS_THREAD : `of ${channelMention(source.channel)} ${daysPhrase(source)}`,
  }),
  prompt: field({
    id: 'prompt',
    section: 'what',
    label: 'What should it be about?',
    required: true,
    control: promptControl('Our spring launch, for customers: goals, timeline, what it costs'),
    vary({ source, startFrom, offersFile, isGiven }) {
      if (source || isGiven) {
        return {
          label: 'What should it focus on?',
          required: false,
          control: source ? talkPromptControl : filePromptControl,
        };
      }
      // The prompt is optional if the form has a file input, because a file can replace the prompt.
      const required = !offersFile;
      return startFrom === 'template'
        ? {
            label: 'What should be different from the template?',
            required,
            control: templatePromptControl,
          }
        : { ...(offersFile && { label: 'What should it be about? Or attach a file below.' }), required };
    },
    check: promptFault,
    ...own('prompt'),
  }),
  /** Hidden field: titles of the sections that the field `outline` lists for editing. */
  sectionTitles: field({
    id: 'section_titles',
    label: 'Titles of the sections',
    control: hiddenValue(outlineSchema.shape.sections.optional()),
    from: ({ outline }) => outline?.sections,
  }),
  outline: field({
    id: 'outline',
    section: 'what',
    label: 'Slides',
    hint: 'One line each: the number of its section, then its title. Move, rename or delete lines. “2 + 3. New title” merges two.',
    control: text({ limit: FIELD_LIMIT, multiline: true }),
    when: (form) => form.sectionTitles !== undefined && form.sections !== 'free' && hasSections(form),
    vary: ({ format }) => (format ? { label: capitalized(unitsOf(format)) } : {}),
    check: outlineFault,
    to: (typed = '', form) => ({ outline: typedOutline(typed, form) }),
    from: ({ outline }) => outline && outlineLines(outline),
  }),
  /** Hidden field: names and sizes of the files that the field `files` offers as checkboxes. */
  offered: field({
    id: 'offered',
    label: 'Files of the conversation',
    control: hiddenValue(z.array(offeredFileSchema).optional()),
    from: ({ source }) => (source && 'channel' in source ? source.files : undefined),
  }),
  files: field({
    id: 'files',
    section: 'what',
    label: 'Files that were shared there',
    hint: 'What is in them is used only if you check them.',
    control: fileChecklist([]),
    when: ({ source, offered = [] }) => source !== undefined && offered.length > 0,
    vary: ({ offered = [] }) => ({ control: fileChecklist(offered) }),
    check: (ids) => (ids.length > FILES_LIMIT ? `Check at most ${FILES_LIMIT} files.` : undefined),
    to(ids, { offered = [] }) {
      const files = offered.filter(({ id }) => ids.includes(id)).map(({ id, name }) => ({ id, name }));
      return files.length > 0 ? { source: { files } } : {};
    },
    from: ({ source }) => (source && 'channel' in source ? source.files?.map(({ id }) => id) : undefined),
    say: (ids, { offered = [] }) =>
      ids.length > 0 ? `with ${listOf(offered.filter(({ id }) => ids.includes(id)).map(nameOf))}` : undefined,
  }),
  template: field({
    id: 'template',
    section: 'how',
    label: 'Template',
    hint: 'The result keeps its layout, and its number of slides unless you choose another.',
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
    // No theme can be chosen for a thorough document from a template, because the service's agent keeps the template's theme.
    when: ({ startFrom, making }) => !(startFrom === 'template' && making === 'thorough'),
    ...own('theme'),
    say: (theme) => `theme ${nameOf(theme)}`,
    default: { name: 'theme' },
  }),
  /** Whether everybody in the conversation or only the asker sees the result. For `me`, `askFromForm` makes the asker the destination. */
  seenBy: field({
    id: 'seen_by',
    section: 'how',
    label: 'Who sees it',
    required: true,
    control: { ...radio(seenByChoices), asDefault: menu(seenByChoices).asDefault },
    when: isPostedForOthers,
    dispatch: true,
    from: ({ destination }) => destination && (isPersonId(destination.channel) ? 'me' : 'here'),
    default: { name: 'who sees it', say: (who) => (who === 'me' ? 'just for me' : 'posted where you ask') },
  }),
  startFrom: field({
    id: 'start_from',
    section: 'content',
    label: 'Start',
    required: true,
    control: radio(startChoices),
    vary: ({ source }) => (source ? { control: talkStartControl } : {}),
    dispatch: true,
    from: ({ template }) => (template ? 'template' : 'text'),
  }),
  /** Hidden field: true if the form edits an ask from files. Such a form has no file input, because Slack cannot prefill a file input. */
  isGiven: field({
    id: 'is_given',
    label: 'Files of the ask',
    control: hiddenValue(z.boolean().optional()),
    from: ({ source }) => source?.kind === 'file' || undefined,
  }),
  file: field({
    id: 'file',
    section: 'content',
    label: 'Files to use',
    // The hint is built only when the form is drawn, because `thousands` loads locale data, which is slow.
    vary: ({ isGiven }) => ({
      ...(isGiven && { section: 'given' }),
      hint: `Word, PowerPoint, PDF, Markdown, text or CSV, with up to ${thousands(PROMPT_LIMIT)} characters; up to ${FILES_LIMIT} files. Use the first field to say what to make of it.`,
    }),
    control: attachedFiles(),
    when: ({ source }) => !source,
    check: filesFault,
    to: (files) =>
      files.length > 0
        ? { source: { kind: 'file', files: files.map(({ id, name }) => ({ id, name })) } }
        : {},
    from: ({ source }) => (source?.kind === 'file' ? source.files : undefined),
    say: (files) => (files.length > 0 ? `from ${listOf(files.map(nameOf))}` : undefined),
  }),
  notes: field({
    id: 'notes',
    section: 'content',
    label: 'Speaker notes',
    control: checkboxes([['notes', 'Include speaker notes']]),
    when: ({ source, offered = [] }) => !source || offered.some(({ name }) => isPresentation(name)),
    vary: ({ source }) => (source ? { section: 'what' } : {}),
    to: (checked, { source, file, files = [] }) =>
      checked.length > 0 && (source ? files : (file ?? [])).length > 0 ? { source: { withNotes: true } } : {},
    from: ({ source }) => (source && 'withNotes' in source && source.withNotes ? WITH_NOTES : undefined),
    say: (checked) => (checked.length > 0 ? 'with speaker notes' : undefined),
  }),
  slides: field({
    id: 'slides',
    section: 'content',
    label: 'Number of slides',
    hint: `Up to ${CARDS_LIMIT}, depending on your plan. Leave it empty to have it chosen to fit.`,
    control: wholeNumber(1, CARDS_LIMIT),
    vary: ({ format, startFrom }) => ({
      ...(format && { label: `Number of ${unitsOf(format)}` }),
      ...(startFrom === 'template' && { hint: 'Leave it empty to keep that of the template.' }),
    }),
    ...own('slides'),
    say: (slides, { format = 'presentation' }) => unitsOf(format, slides),
  }),
  sections: field({
    id: 'sections',
    section: 'content',
    label: 'Sections of your text',
    hint: 'A section begins with a heading, or stands between two lines of ---.',
    control: sectionsControls.presentation,
    vary: ({ format = 'presentation' }) => ({ control: sectionsControls[format] }),
    when: hasSections,
    dispatch: true,
    check: sectionsFieldFault,
    ...own('sections'),
    say: (sections, { format = 'presentation' }) =>
      sections === 'kept' ? oneLine(sectionChoices(format)[0]?.[1] ?? '').toLowerCase() : undefined,
  }),
  textMode: field({
    id: 'text_mode',
    section: 'content',
    label: 'Wording',
    hint: 'If left empty, your own headings, lists, tables and slides keep their words, other files are shortened, and a topic is written out.',
    control: optionalMenu(textModeChoices, 'Chosen to fit the text'),
    vary: ({ source }) => (source ? talkTextMode : {}),
    ...own('textMode'),
    say: (textMode) => textModePhrases[textMode],
    default: { name: 'wording' },
  }),
  exportAs: field({
    id: 'export_as',
    section: 'sharing',
    label: 'File',
    hint: 'Comes with the link.',
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
  /** The conversation in which to post the result. Hidden if the source is a thread, or if only the asker gets the result. */
  channel: field({
    id: 'channel',
    section: 'sharing',
    label: 'Post in',
    hint: 'Deckhand joins public channels by itself. In a private one, type /invite @Deckhand first.',
    required: true,
    control: conversation({ default_to_current_conversation: true }),
    when: (form) => !isThread(form.source) && !isForAsker(form),
    vary: ({ into }) =>
      into ? { hint: 'In the thread of your message, unless you choose another conversation.' } : {},
    missing: 'Choose where to post it.',
    to: (channel) => ({ destination: { channel } }),
    from: ({ destination }) => destination?.channel,
  }),
  /** Hidden field: the thread in which the result is posted. Ignored if the person chooses another channel than the thread's. */
  into: field({
    id: 'into',
    label: 'Thread',
    control: hiddenValue(z.object({ channel: z.string(), ts: z.string() }).optional()),
    when: ({ source }) => !isThread(source),
    to: (into, { channel }) =>
      into && into.channel === channel ? { destination: { threadTs: into.ts } } : {},
    from: ({ destination }) =>
      destination?.threadTs ? { channel: destination.channel, ts: destination.threadTs } : undefined,
  }),
  folder: field({
    id: 'folder',
    section: 'sharing',
    label: 'Folder',
    control: search('folder', 'Your own documents'),
    ...own('folder'),
    say: (folder) => `folder ${nameOf(folder)}`,
    default: { name: 'folder' },
  }),
  ...moreFields,
};
