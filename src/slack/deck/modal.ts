import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { isDirectMessageId } from '../../asks/schema.ts';
import { lenient } from '../../lenient.ts';
import { externalAccess, workspaceAccess } from '../../service/options.ts';
import { type ThreadPreview, type Usable, usableSchema } from '../../sources/preview.ts';
import { listOf, plural } from '../../text.ts';
import { actions, DECK_FORM } from '../bolt/routes/action-ids.ts';
import { nameOf } from '../kit/ask-fields/ask-field.ts';
import { type AskForm, askForm } from '../kit/ask-fields/ask-form.ts';
import { unitsOf } from '../kit/ask-fields/choices.ts';
import { daysPhrase, isForAsker, isThread } from '../kit/ask-fields/fields.ts';
import { button, buttons, context, section } from '../kit/blocks/parts.ts';
import { channelMention, isChannel, moment, time } from '../kit/blocks/text.ts';
import type { FormView } from '../kit/form/form.ts';
import { displayIn, modalForm, moreOptions } from '../kit/form/modal.ts';

const lenientEntries = lenient(
  z.object({
    channel: lenient(z.string()),
    workspaceAccess: lenient(z.enum(workspaceAccess)),
    externalAccess: lenient(z.enum(externalAccess)),
  }),
);

const displaySchema = z.object({
  /** True if "More options" is open. */
  more: z.boolean().catch(false),
  /** Initial content of some of the form's fields. If the content of a field differs, the field is shown even without "More options". */
  opened: lenientEntries,
  /** The conversation that the person had open when they opened the form. Not set on Home or for a global shortcut. */
  from: lenient(z.object({ channel: z.string(), threadTs: lenient(z.string()) })),
  /** The document of the clicked button "Another like this". `isForgotten`: true if its ask was deleted, so its choices are unknown. */
  like: lenient(z.object({ title: z.string(), isForgotten: z.boolean() })),
  /** Id of the proposal that the form changes. */
  proposal: lenient(z.string()),
  /** Id of the conversation in which the form was opened, if Deckhand cannot post there. */
  closed: lenient(z.string()),
  /** What the form says about the thread, if the source of the document is a thread. */
  thread: lenient(
    z.object({
      isPrivate: z.boolean(),
      usable: lenient(usableSchema),
    }),
  ),
});

/** What the form's `private_metadata` contains in addition to the content of fields. */
export type Display = z.output<typeof displaySchema>;

export const DECK_TITLE = 'Create a deck';
export const THREAD_TITLE = 'Turn thread into slides';

/** Builds the form for a document, which `/deck` and the shortcut on a message open. @param form current content of the fields */
export function deckModal(form: AskForm, display: Display): ModalView {
  const { more, thread, opened = {} } = display;
  const drawn = { ...form, offersFile: more };
  const blocks = [
    ...closedNotice(display),
    ...likeNotice(display),
    ...filesNotice(form),
    ...(thread ? threadFacts(thread, form.offered) : []),
    ...daysNotice(form),
    ...askForm.draw(drawn, 'what'),
    ...askForm.draw(drawn, 'how'),
    ...buttons(button(more ? 'Fewer options' : 'More options', actions.moreOptions, 'toggle')),
    ...moreOptions(more, (section) => askForm.draw(drawn, section, more ? undefined : opened)),
    ...placeNotice(form, display),
  ];
  return modalForm({
    callbackId: DECK_FORM,
    title: isThread(form.source) ? THREAD_TITLE : DECK_TITLE,
    submit: 'Create (spends credits)',
    display,
    carried: askForm.carried(form, blocks),
    blocks,
  });
}

export function readDeckModal(view: FormView): { form: AskForm; display: Display } {
  return { form: askForm.read(view), display: displayIn(view, displaySchema) };
}

/** Returns the notice which says that Deckhand cannot post where the form was opened. For a channel, also says how to invite Deckhand. */
function closedNotice({ closed }: Display): KnownBlock[] {
  if (!closed) return [];
  const invite = isDirectMessageId(closed) ? '' : ' To post there, type `/invite @Deckhand` in it first.';
  return [
    section(
      `:warning: Deckhand cannot post in the conversation that you came from, so this goes to your direct messages with Deckhand.${invite}`,
    ),
  ];
}

/** Returns the notice about where the result will be posted. Returns no blocks if a field or another notice already shows this place. */
function placeNotice(form: AskForm, { more, thread, closed, opened = {} }: Display): KnownBlock[] {
  const { source, channel, into } = form;
  if (isForAsker(form)) return [];
  if (isThread(source)) return thread?.isPrivate ? [] : context('I’ll post the result in this thread.');
  if (closed || more || !channel || channel !== opened.channel) return [];
  // Deckhand can post in no direct messages but its own.
  if (isDirectMessageId(channel)) return context('Only you will see it. *More options* has other places.');
  const here = isChannel(channel) ? channelMention(channel) : 'this conversation';
  const where = into?.channel === channel ? ', in the thread of your message' : '';
  return context(`Everyone in ${here} will see it${where}. *More options* has other places.`);
}

/** Returns the notice about which days of a channel the document is made from, because no field shows these days. */
function daysNotice({ source }: AskForm): KnownBlock[] {
  if (!source || isThread(source)) return [];
  return context(`What was said in ${channelMention(source.channel)} ${daysPhrase(source)} goes into it.`);
}

/** Returns the notice that names the files of the ask that the form edits, because no field shows these files. */
function filesNotice({ isGiven, file, sectionTitles, format }: AskForm): KnownBlock[] {
  if (!isGiven) return [];
  const next = sectionTitles ? ` Check the ${unitsOf(format)} below, then press Create.` : '';
  return context(`It is made from ${listOf(file.map(nameOf))}.${next}`);
}

function likeNotice({ like }: Display): KnownBlock[] {
  if (!like) return [];
  const forgotten =
    'What was chosen for it has been deleted here since, so only the document itself can be followed.';
  return context(`The same look as “${like.title}”.`, like.isForgotten ? forgotten : undefined);
}

/** Builds the blocks that say how many messages of a thread would be used, and how many are left out and why. */
export function threadFacts(
  thread: Pick<ThreadPreview, 'usable'> & { isPrivate: boolean },
  offered: unknown[] = [],
): KnownBlock[] {
  const { usable, isPrivate } = thread;
  return [
    section(
      usable
        ? inUse(usable)
        : 'Slack lets Deckhand look at this thread again in a minute; it is read once you press Create.',
    ),
    ...context(
      usable && leftOut(usable),
      usable && only(usable, offered.length),
      isPrivate ? PRIVATE : undefined,
    ),
  ];
}

const PRIVATE =
  ':lock: This conversation is private: what is made of it comes back here or to you alone, and sharing starts at no access for others.';

/** Returns which messages are used, for example "*12 messages* by 4 people, from … to …". */
function inUse({ messages, people, from, to }: Usable): string {
  const who = people > 0 ? ` by ${plural(people, 'person', 'people')}` : '';
  return `*${plural(messages, 'message')}*${who}, ${span(from, to)}`;
}

/** Milliseconds. The date of a shorter thread is shown only once. Days are not compared, because the reader's time zone is unknown. */
const ONE_SITTING = 12 * 60 * 60_000;

function span(from: number, to: number): string {
  if (to <= from) return moment(new Date(from));
  const end = to - from < ONE_SITTING ? time : moment;
  return `${moment(new Date(from), 'from ')} ${end(new Date(to), 'to ')}`;
}

function leftOut({ excluded: { marked, optedOut }, isWhole }: Usable): string | undefined {
  const parts = [
    marked > 0 && `${plural(marked, 'message')} marked not to be used`,
    optedOut > 0 && `${plural(optedOut, 'message')} of people who opted out`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? `Left out${isWhole ? '' : ' so far'}: ${listOf(parts)}.` : undefined;
}

function only({ files, isWhole }: Usable, offered: number): string | undefined {
  const named =
    files > offered &&
    `${plural(files - offered, 'file is', 'files are')} only named${isWhole ? '' : ' so far'}: what is in them stays in Slack.`;
  const rest = !isWhole && 'The rest is read once you press Create; Slack may give it out a page a minute.';
  return [named, rest].filter(Boolean).join(' ') || undefined;
}
