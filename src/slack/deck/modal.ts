import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { externalAccess, workspaceAccess } from '../../service/options.ts';
import { usableSchema } from '../../sources/preview.ts';
import { actions, DECK_FORM } from '../bolt/action-ids.ts';
import { type AskForm, askForm } from '../kit/ask-fields/ask-form.ts';
import { daysSaid, isThread } from '../kit/ask-fields/fields.ts';
import type { FormView } from '../kit/form/form.ts';
import { displayIn, lenient, packMetadata } from '../kit/form/metadata.ts';
import { button, buttons, context, type Deployment, section } from '../kit/parts.ts';
import { channelMention, isChannel, plain } from '../kit/text.ts';
import { threadFacts } from './thread-facts.ts';

const lenientEntries = lenient(
  z.object({
    channel: lenient(z.string()),
    workspaceAccess: lenient(z.enum(workspaceAccess)),
    externalAccess: lenient(z.enum(externalAccess)),
  }),
);

const displaySchema = z.object({
  /** The person has opened "More options". */
  more: z.boolean().catch(false),
  /** Entries that the form was opened with and that nobody chose: folded, it does not show them. */
  opened: lenientEntries,
  /** Where the person was as they opened it; not on Home or from a shortcut. */
  from: lenient(z.object({ channel: z.string(), threadTs: lenient(z.string()) })),
  /** The document whose look the form begins with, and whether it is no longer known how that was asked for. */
  like: lenient(z.object({ title: z.string(), isForgotten: z.boolean() })),
  /** The proposal that the form changes. */
  proposal: lenient(z.string()),
  /** The conversation that the form was opened in, where Deckhand cannot post. */
  closed: lenient(z.string()),
  /** The thread that the form was opened on, as far as people are shown. */
  thread: lenient(
    z.object({
      isPrivate: z.boolean(),
      usable: lenient(usableSchema),
    }),
  ),
});

/** The display besides the fields. */
export type Display = z.output<typeof displaySchema>;

export const DECK_TITLE = 'Create a deck';
export const THREAD_TITLE = 'Turn thread into slides';

/** The form that `/deck` opens, or the shortcut on a message, showing what has been filled in so far. */
export function deckModal(form: AskForm, display: Display, deployment: Deployment): ModalView {
  const { more, thread, opened = {} } = display;
  const told = { ...form, service: deployment.serviceName, offersFile: more };
  const blocks = [
    ...closedNotice(display),
    ...likeNotice(display),
    ...(thread ? threadFacts(thread) : []),
    ...daysNotice(form),
    ...askForm.draw(told, 'what'),
    ...askForm.draw(told, 'how'),
    ...buttons(button(more ? 'Fewer options' : 'More options', actions.moreOptions, 'toggle')),
    ...askForm.draw(told, 'more', more ? undefined : opened),
    ...placeNotice(form, display),
  ];
  return {
    type: 'modal',
    callback_id: DECK_FORM,
    title: plain(isThread(form.source) ? THREAD_TITLE : DECK_TITLE, 24),
    submit: plain('Create (spends credits)', 24),
    close: plain('Cancel', 24),
    private_metadata: packMetadata(display, askForm.carried(form, blocks)),
    blocks,
  };
}

/** The content of an open form, to draw it again. */
export function readDeckModal(view: FormView): { form: AskForm; display: Display } {
  return { form: askForm.read(view), display: displayIn(view, displaySchema) };
}

/** At the top, before anything is typed. Nobody is invited into a direct message between other people. */
function closedNotice({ closed }: Display): KnownBlock[] {
  if (!closed) return [];
  const wayIn = closed.startsWith('D') ? '' : ' To post there, type `/invite @Deckhand` in it first.';
  return [
    section(
      `:warning: Deckhand cannot post in the conversation that you came from, so this goes to your direct messages with Deckhand.${wayIn}`,
    ),
  ];
}

/** Others see it there. Nothing where a field asks for the place, or a line above names it. */
function placeNotice(
  { source, channel, into }: AskForm,
  { more, thread, closed, opened = {} }: Display,
): KnownBlock[] {
  if (isThread(source)) return thread?.isPrivate ? [] : context('The result comes back into this thread.');
  if (closed || more || !channel || channel !== opened.channel) return [];
  const here = isChannel(channel) ? channelMention(channel) : 'this conversation';
  const place = into?.channel === channel ? 'the thread of your message' : here;
  return context(`The result comes into ${place}. More options lets you choose another place.`);
}

/** The days of a channel are in no field. */
function daysNotice({ source }: AskForm): KnownBlock[] {
  if (!source || isThread(source)) return [];
  return context(`What was said in ${channelMention(source.channel)} ${daysSaid(source)} goes into it.`);
}

function likeNotice({ like }: Display): KnownBlock[] {
  if (!like) return [];
  const forgotten =
    'What was chosen for it has been deleted here since, so only the document itself can be followed.';
  return context(`The same look as “${like.title}”.`, like.isForgotten ? forgotten : undefined);
}
