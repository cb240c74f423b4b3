import type { ModalView } from '@slack/types';
import { z } from 'zod';
import type { Blocker } from '../../asks/admission.ts';
import { type Ask, askSchema, channelId, messageTs, personId } from '../../asks/schema.ts';
import type { Generation } from '../../generations/generation.ts';
import { unescapeSlack } from '../../text.ts';
import { IMAGE_FORM } from '../bolt/action-ids.ts';
import type { SlackContext } from '../bolt/context.ts';
import { openThenFill, plainView } from '../bolt/open-then-fill.ts';
import type { Acting } from '../bolt/permissions.ts';
import type { Click, Command, FormAnswer, Submission } from '../bolt/requests.ts';
import { catalogueError, connectionError, workError } from '../kit/blocker-copy.ts';
import type { Entries, FieldErrors } from '../kit/form/form.ts';
import { displayIn, lenient, packMetadata } from '../kit/form/metadata.ts';
import { notConnectedView } from '../kit/not-connected.ts';
import { context, type Deployment } from '../kit/parts.ts';
import { plain, serviceText } from '../kit/text.ts';
import { imageFields, imageForm } from './fields.ts';

/** A single picture: `/deck image a lighthouse`, its form, and once more. */

type ImageForm = Entries<typeof imageFields>;
const TITLE = 'Make a picture';

/** Where the picture goes. It comes back from the person's Slack: admission decides. */
const placeSchema = z.object({
  channel: lenient(z.union([channelId, personId])),
  threadTs: lenient(messageTs),
});
type Place = z.output<typeof placeSchema>;

/** `/deck image`, alone or with what it should show. */
export async function openImageForm(
  { actor, client, command }: Command,
  slack: SlackContext,
  words: string,
): Promise<void> {
  const form = { ...imageForm.initial, words: unescapeSlack(words) };
  await openForm({ actor, client }, command.trigger_id, form, { channel: command.channel_id }, slack);
}

/** "Again…" below a picture: the same choices. The words are shown to nobody but who wrote them. */
export async function imageAgain(click: Click, generation: Generation, slack: SlackContext): Promise<void> {
  const { actor, client, body } = click;
  const { team, id, person, channel, threadTs, ask } = generation;
  const asked = person === actor.person ? await slack.generations.askOf(team, id) : ask;
  const form = asked ? imageForm.from(asked) : imageForm.initial;
  await openForm({ actor, client }, body.trigger_id, form, { channel, threadTs }, slack);
}

async function openForm(
  acting: Acting,
  triggerId: string,
  form: ImageForm,
  place: Place,
  slack: SlackContext,
): Promise<void> {
  const fill = async () => {
    const admission = await slack.admit({ ...acting.actor, source: { kind: 'text' } }, {});
    const instead = await notConnectedView(admission, acting, { title: TITLE, words: form.words }, slack);
    return instead ?? imageModal(form, place, slack);
  };
  await openThenFill(acting.client, { id: triggerId }, TITLE, fill, slack);
}

function imageModal(form: ImageForm, place: Place, { serviceName }: Deployment): ModalView {
  return {
    type: 'modal',
    callback_id: IMAGE_FORM,
    title: plain(TITLE, 24),
    submit: plain('Make (spends credits)', 24),
    close: plain('Cancel', 24),
    private_metadata: packMetadata(place, {}),
    blocks: [
      ...imageForm.draw(form, 'all'),
      ...context(`Made by AI with ${serviceText(serviceName)}; it takes a minute or two.`),
    ],
  };
}

/** Slack waits 3 s for the answer to a form. */
const CHECK_WITHIN_MS = 1500;

export async function submitImage(submission: Submission, slack: SlackContext): Promise<FormAnswer> {
  const { actor, view } = submission;
  try {
    return await take(submission, slack);
  } catch (error) {
    const reference = slack.reference();
    slack.log.error(
      { reference, team: actor.team, err: error, view: view.id },
      'A picture could not be asked for',
    );
    const sentence = `Deckhand could not take this just now. Nothing was spent; please send it again. Reference: ${reference}`;
    return { errors: { [imageFields.words.id]: sentence } };
  }
}

async function take({ actor, view }: Submission, slack: SlackContext): Promise<FormAnswer> {
  const form = imageForm.read(view);
  const errors: FieldErrors = imageForm.check(form);
  if (!form.words.trim()) errors[imageFields.words.id] = imageFields.words.missing ?? '';
  if (Object.keys(errors).length > 0) return { errors };
  const { channel = actor.person, threadTs } = displayIn(view, placeSchema);
  const ask = askSchema.parse({
    ...imageForm.to(form),
    ...actor,
    source: { kind: 'text' },
    destination: { channel, threadTs },
  });
  const { blockers } = await slack.admit(ask, { withinMs: CHECK_WITHIN_MS, joining: 'now' });
  const refused = blockers.flatMap((blocker) => errorOf(blocker, slack) ?? []);
  if (refused.length > 0) return { errors: Object.fromEntries(refused.toReversed()) };
  const isClosed = blockers.some(({ part }) => part === 'destination');
  const postable: Ask = isClosed ? { ...ask, destination: { channel: actor.person } } : ask;
  const { id } = await slack.generations.start(postable, view.id);
  slack.log.info({ team: actor.team, generation: id }, 'An ask was taken');
  return isClosed ? { view: plainView(TITLE, ELSEWHERE) } : {};
}

const ELSEWHERE =
  'Deckhand cannot post in the conversation that you came from, so the picture comes to you in a direct message.';

function errorOf(blocker: Blocker, deployment: Deployment): [string, string][] | undefined {
  if (blocker.part === 'connection') {
    return [[imageFields.words.id, connectionError(blocker.blocker, deployment)]];
  }
  if (blocker.part === 'work') return [[imageFields.words.id, workError[blocker.blocker]]];
  if (blocker.part !== 'theme') return undefined;
  return [[imageFields.theme.id, catalogueError[blocker.blocker]]];
}
