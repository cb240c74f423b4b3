import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { orToDirectMessage } from '../../asks/admission.ts';
import { isForPerson, mayBePrivate, withoutForPerson } from '../../asks/mention/request.ts';
import { type Ask, askSchema, channelId, messageTs, personId } from '../../asks/schema.ts';
import type { Generation } from '../../generations/generation.ts';
import { lenient } from '../../lenient.ts';
import { unescapeSlack } from '../../text.ts';
import { formError } from '../bolt/answers/errors.ts';
import { type Opener, openThenFill, plainView } from '../bolt/answers/open-then-fill.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click, Command, FormAnswer, Submission } from '../bolt/requests.ts';
import { IMAGE_FORM } from '../bolt/routes/action-ids.ts';
import { imageSizeChoices, imageTypeChoices } from '../kit/ask-fields/choices.ts';
import { askFields } from '../kit/ask-fields/fields.ts';
import { context, type Deployment } from '../kit/blocks/parts.ts';
import { isChannel, serviceText } from '../kit/blocks/text.ts';
import { sendRefusal } from '../kit/check-ask.ts';
import { type BlockerForm, blockerErrors, formTexts } from '../kit/copy/blocker-copy.ts';
import { FIELD_LIMIT, text } from '../kit/form/controls.ts';
import { at, fieldsFor } from '../kit/form/field.ts';
import { type Entries, type FieldErrors, formOf } from '../kit/form/form.ts';
import { menu, optionalMenu, search } from '../kit/form/menus.ts';
import { displayIn, modalForm } from '../kit/form/modal.ts';
import { notConnectedView } from '../kit/not-connected.ts';

/** The form for making a single picture. `/deck image` and the button "Again…" open it. */

type ImageForm = Entries<typeof imageFields>;
const TITLE = 'Make a picture';

/** The conversation to post the picture in. It comes from the form's metadata, which can be forged, so admission checks it. */
const destinationSchema = z.object({
  channel: lenient(z.union([channelId, personId])),
  threadTs: lenient(messageTs),
});
type Destination = z.output<typeof destinationSchema>;

/** Handles `/deck image`: opens the form and fills in the text after the command. */
export async function openImageForm(request: Command, slack: SlackContext, words: string): Promise<void> {
  const said = unescapeSlack(words);
  const seenBy = isForPerson(said) || mayBePrivate(said) ? 'me' : imageForm.initial.seenBy;
  const form = { ...imageForm.initial, words: withoutForPerson(said), seenBy };
  await openForm(request, form, { channel: request.command.channel_id }, slack);
}

/**
 * Handles "Again…" below a picture: opens the form with the picture's choices. Only the person who wrote the description sees it in the
 * form.
 */
export async function imageAgain(click: Click, generation: Generation, slack: SlackContext): Promise<void> {
  const { team, id, person, channel, threadTs, ask } = generation;
  const asked = person === click.actor.person ? await slack.generations.askOf(team, id) : ask;
  const form = asked ? imageForm.from(asked) : imageForm.initial;
  await openForm(click, form, { channel, threadTs }, slack);
}

async function openForm(
  opener: Opener,
  form: ImageForm,
  destination: Destination,
  slack: SlackContext,
): Promise<void> {
  const { channel } = destination;
  const fill = async () => {
    const admission = await slack.admit({ ...opener.actor, source: { kind: 'text' } }, {});
    const instead = await notConnectedView(admission, opener, { title: TITLE, words: form.words }, slack);
    const defaults = await slack.defaults.forAsk({ ...opener.actor, ...(channel && { channel }) });
    // A default never shows to everybody what the person asked for in private.
    const seenBy = form.seenBy === 'me' ? 'me' : (defaults.seenBy ?? form.seenBy);
    return instead ?? imageModal({ ...form, seenBy }, destination, slack);
  };
  await openThenFill(opener, TITLE, fill, slack);
}

function imageModal(form: ImageForm, destination: Destination, { serviceName }: Deployment): ModalView {
  return modalForm({
    callbackId: IMAGE_FORM,
    title: TITLE,
    submit: 'Make (spends credits)',
    display: destination,
    blocks: [
      ...imageForm.draw({ ...form, isDirect: !isChannel(destination.channel ?? '') }, 'all'),
      ...context(`Made by AI with ${serviceText(serviceName)}; it takes a minute or two.`),
    ],
  });
}

/** Handles the submitted form. If an unexpected error occurs, the form shows it. */
export async function submitImage(submission: Submission, slack: SlackContext): Promise<FormAnswer> {
  const failed = 'An ask for a picture could not be accepted';
  return accept(submission, slack).catch((error) => ({
    errors: { [imageFields.words.id]: formError(error, failed, submission.actor, slack) },
  }));
}

/** Timeout of each check, in milliseconds, because Slack waits only 3 s for the response to a submitted form. */
const CHECK_WITHIN_MS = 1500;

/** Checks the entries, runs admission and starts the generation. The idempotency key is the view's id, so one form makes one picture. */
async function accept(submission: Submission, slack: SlackContext): Promise<FormAnswer> {
  const { actor, view } = submission;
  const form = imageForm.read(view);
  const errors: FieldErrors = imageForm.check(form);
  if (!form.words.trim()) errors[imageFields.words.id] = imageFields.words.missing ?? '';
  if (Object.keys(errors).length > 0) return { errors };
  const isForPerson = form.seenBy === 'me';
  const { channel = actor.person, threadTs } = displayIn(view, destinationSchema);
  const wanted = askSchema.parse({
    ...imageForm.to(form),
    ...actor,
    source: { kind: 'text' },
    destination: isForPerson ? { channel: actor.person } : { channel, threadTs },
  });
  const found = await slack.admit(wanted, { withinMs: CHECK_WITHIN_MS, joining: 'now' });
  const { ask, admission, isRedirected } = orToDirectMessage(wanted, found);
  const blocked = blockerErrors(admission.blockers, ask, blockerForm, slack);
  if (Object.keys(blocked).length > 0)
    return { errors: blocked, after: () => sendRefusal(admission, ask, submission, view.id, slack) };
  const { id } = await slack.generations.start(ask, view.id);
  slack.log.info({ team: actor.team, generation: id }, 'An ask was accepted');
  if (isRedirected) return { view: plainView(TITLE, REDIRECTED) };
  return isForPerson ? { view: plainView(TITLE, FOR_PERSON) } : {};
}

const REDIRECTED =
  'Deckhand cannot post in the conversation that you came from, so the picture comes to you in a direct message.';
const FOR_PERSON = 'The picture comes to you in a direct message.';

const blockerForm: BlockerForm = {
  fieldOf({ part }) {
    if (part === 'connection' || part === 'work' || part === 'words') return imageFields.words;
    return part === 'theme' ? imageFields.theme : undefined;
  },
  texts: formTexts,
};

const field = fieldsFor<{ isDirect?: boolean }, Ask>();

/** Fields of the form for a picture. A description can be as long as Slack's input allows, which is less than the service allows. */
export const imageFields = {
  words: field({
    id: 'picture',
    section: 'all',
    label: 'What should the picture show?',
    required: true,
    control: text({
      limit: FIELD_LIMIT,
      multiline: true,
      placeholder: 'A lighthouse at dusk, seen from the sea',
    }),
    missing: 'Write what the picture should show.',
    to: (words) => ({ prompt: words?.trim() ?? '', work: { kind: 'image' } }),
    from: ({ prompt }) => prompt,
  }),
  type: field({
    id: 'picture_type',
    section: 'all',
    label: 'Kind',
    control: optionalMenu(imageTypeChoices, 'Chosen to fit'),
    to: (type) => ({ work: { kind: 'image', type } }),
    from: ({ work }) => (work?.kind === 'image' ? work.type : undefined),
  }),
  size: field({
    id: 'picture_size',
    section: 'all',
    label: 'Size',
    required: true,
    control: menu(imageSizeChoices),
    to: (size) => ({ work: { kind: 'image', size } }),
    from: ({ work }) => (work?.kind === 'image' ? work.size : undefined),
  }),
  theme: field({
    id: 'picture_theme',
    section: 'all',
    label: 'Theme',
    hint: 'For its colours.',
    control: search('theme', 'None'),
    ...at<Ask>()('theme'),
  }),
  seenBy: field({
    id: 'picture_seen_by',
    section: 'all',
    label: askFields.seenBy.label,
    required: true,
    control: askFields.seenBy.control,
    when: ({ isDirect }) => !isDirect,
  }),
};

export const imageForm = formOf(imageFields);
