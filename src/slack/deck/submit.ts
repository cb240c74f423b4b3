import type { ModalView } from '@slack/types';
import type { Admission } from '../../asks/admission.ts';
import { understand } from '../../asks/mention/understand.ts';
import { type Outline, outlineLines } from '../../asks/outline.ts';
import type { Ask } from '../../asks/schema.ts';
import { isDirectMessageId, isPersonId } from '../../asks/schema.ts';
import { outlineOf } from '../../asks/sections.ts';
import { wishesKept } from '../../asks/wishes.ts';
import type { Generation } from '../../generations/generation.ts';
import { formError } from '../bolt/answers/errors.ts';
import { replaceOriginalMessage } from '../bolt/answers/response-url.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { FormAnswer, Submission } from '../bolt/requests.ts';
import { answerAccepted } from '../kit/accepted/where-result-appears.ts';
import { type AskForm, askForm, askFromForm } from '../kit/ask-fields/ask-form.ts';
import { askFields as fields, isThread } from '../kit/ask-fields/fields.ts';
import { sendRefusal } from '../kit/check-ask.ts';
import {
  type BlockerForm,
  blockerErrors,
  CONVERSATION_UNKNOWN,
  formTexts,
  TEMPLATE_UNKNOWN,
} from '../kit/copy/blocker-copy.ts';
import { atFieldsOf, type FieldErrors } from '../kit/form/form.ts';
import { DECK_TITLE, type Display, deckModal, readDeckModal, THREAD_TITLE } from './modal.ts';

/** Handles the submitted form. The id of the view or of the changed proposal is the idempotency key: one form starts one generation. */
export async function submitDeckForm(submission: Submission, slack: SlackContext): Promise<FormAnswer> {
  const { actor, view } = submission;
  const { form, display } = readDeckModal(view);
  const accepted = await accept(submission, form, display, slack).catch((error) => ({
    errors: { [fields.prompt.id]: formError(error, FAILED, actor, slack, 'press Create again') },
  }));
  if ('errors' in accepted)
    return { ...accepted, errors: atFieldsOf(view, accepted.errors, fields.prompt.id) };
  if ('view' in accepted) return accepted;
  const { generation } = accepted;
  const { proposal, closed, from } = display;
  const title = isThread(form.source) ? THREAD_TITLE : DECK_TITLE;
  const opened = { from: closed ? undefined : from, title };
  const { after, ...answer } = answerAccepted(submission, generation, opened, slack);
  if (!proposal) return { ...answer, ...(after && { after }) };
  const deleteCard = () => replaceOriginalMessage(actor, proposal, () => null, slack);
  return { ...answer, after: async () => void (await Promise.all([deleteCard(), after?.()])) };
}

const FAILED = 'An ask from the form could not be accepted';

type Accepted =
  | { generation: Generation }
  | ({ errors: FieldErrors } & Pick<FormAnswer, 'after'>)
  | { view: ModalView };

/** Timeout of each check, in milliseconds. Slack waits 3 s for the response to a form, and the generation is stored after the checks. */
const CHECK_WITHIN_MS = 1800;

/**
 * Checks the form, runs admission and starts the generation. Checks of what the person may read and where they may post must finish here.
 * The generation repeats other checks that take too long.
 */
async function accept(
  submission: Submission,
  form: AskForm,
  display: Display,
  slack: SlackContext,
): Promise<Accepted> {
  const { proposal } = display;
  const { actor, view } = submission;
  const errors = askForm.check(form);
  if (Object.keys(errors).length > 0) return { errors };
  const before = proposal ? await slack.proposals.find(actor, proposal) : undefined;
  const made = askFromForm(form, actor);
  // The text in the form also has the wishes, which must not be printed.
  const ask = before ? { ...made, wishes: wishesKept(before, made.prompt) } : withSlidesSaid(made, slack);
  const options = { withinMs: CHECK_WITHIN_MS, joining: 'now' as const };
  const [admission, ofDirect] = await Promise.all([
    slack.admit(ask, options),
    admitDirectMessage(form, ask, options, slack),
  ]);
  const blockers = [...admission.blockers, ...ofDirect.blockers];
  const unanswered = [...admission.unanswered, ...ofDirect.unanswered];
  if (blockers.length > 0) {
    const after = () => sendRefusal(admission, ask, submission, view.id, slack);
    return { errors: blockerErrors(blockers, ask, blockerForm, slack), after };
  }
  const unknown = unknownAccess(unanswered, ask);
  if (unknown) return { errors: unknown };
  const outline = form.sectionTitles ? undefined : outlineOf(ask, admission.text ?? '');
  if (outline) return { view: withSlides(form, outline, display) };
  const generation = proposal
    ? // The buttons on the proposal card use the same idempotency key, so the card and the form together start only one generation.
      await slack.proposals.use(actor, proposal, () => slack.generations.start(ask, `proposal:${proposal}`))
    : await slack.generations.start(ask, view.id);
  if (!generation) return { errors: { [fields.prompt.id]: USED } };
  slack.log.info({ team: actor.team, generation: generation.id }, 'An ask was accepted');
  return { generation };
}

/** Returns the ask with the number of slides that its text names ("6 slides"), as after `/deck`, unless the form has a number. */
function withSlidesSaid(ask: Ask, { clock }: SlackContext): Ask {
  if (ask.slides !== undefined || ask.outline) return ask;
  const setting = { now: new Date(clock.now()), zone: 'UTC', hasChannel: false };
  const read = understand(ask.prompt, setting, 'command');
  const slides = read.kind === 'make' ? read.choices.slides : undefined;
  return slides === undefined ? ask : { ...ask, slides };
}

/** Returns the form again, with a list of slides. Used if the attached files would become slides that the person has not seen yet. */
function withSlides(form: AskForm, outline: Outline, display: Display): ModalView {
  const listed = { sectionTitles: outline.sections, outline: outlineLines(outline) };
  return deckModal({ ...form, ...listed, isGiven: true }, display);
}

/**
 * Checks whether Deckhand can post in the direct message chosen under "Post in", which may be between other people. Uses the form, because
 * `askFromForm` may have replaced the direct message by the asker's id.
 */
async function admitDirectMessage(
  { channel = '' }: AskForm,
  { team, person, destination }: Ask,
  options: Parameters<SlackContext['admit']>[1],
  slack: SlackContext,
): Promise<Pick<Admission, 'blockers' | 'unanswered'>> {
  if (!isDirectMessageId(channel) || destination.channel === channel) return { blockers: [], unanswered: [] };
  const intended = { team, person, source: { kind: 'text' as const }, destination: { channel } };
  const { blockers, unanswered } = await slack.admit(intended, options);
  const isAboutIt = ({ part }: { part: string }) => part === 'destination';
  return { blockers: blockers.filter(isAboutIt), unanswered: unanswered.filter(isAboutIt) };
}

/** Returns an error if a check of what the person may read or where they may post has not finished. Files are checked later. */
function unknownAccess(unanswered: Admission['unanswered'], ask: Ask): FieldErrors | undefined {
  const parts = unanswered.map(({ part }) => part);
  if (parts.includes('template')) return { [fields.template.id]: TEMPLATE_UNKNOWN };
  if (parts.includes('source') && 'channel' in ask.source)
    return { [fields.prompt.id]: CONVERSATION_UNKNOWN };
  return parts.includes('destination') ? { [fields.channel.id]: CONVERSATION_UNKNOWN } : undefined;
}

const USED =
  'This is being made already, or was put away with “Not now”. Close this form; /deck starts another one.';

const blockerForm: BlockerForm = {
  fieldOf({ part }, { source }) {
    if (part === 'connection' || part === 'words') return fields.prompt;
    if (part === 'work') return fields.making;
    if (part === 'destination') return fields.channel;
    if (part === 'source' && 'files' in source && source.files)
      return source.kind === 'file' ? fields.file : fields.files;
    if (part === 'source') return fields.prompt;
    if (part === 'access') return fields.externalAccess;
    return fields[part];
  },
  texts: {
    ...formTexts,
    destination: ({ blocker }, { destination: { channel } }) => channelError(blocker, channel),
  },
};

function channelError(blocker: string, channel: string): string {
  if (blocker === 'not_a_member') {
    return 'You are not in this conversation, so nothing is posted there for you. Choose another under Post in.';
  }
  if (blocker === 'channel_archived') return 'This channel is archived. Choose another under Post in.';
  return isDirectMessageId(channel) || isPersonId(channel)
    ? 'Deckhand cannot post in this conversation. Choose a channel, or your own conversation with Deckhand, under Post in.'
    : 'Deckhand cannot post in this channel. Choose another under Post in, or type /invite @Deckhand there and press Create again.';
}
