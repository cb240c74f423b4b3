import type { Actor } from '../../actor.ts';
import type { Blocker } from '../../asks/admission.ts';
import type { Ask } from '../../asks/schema.ts';
import type { Generation } from '../../generations/generation.ts';
import { PROMPT_LIMIT } from '../../service/options.ts';
import { thousands } from '../../text.ts';
import { redrawPlace } from '../bolt/answer-places.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { FormAnswer, Submission } from '../bolt/requests.ts';
import { askForm, askFromForm } from '../kit/ask-fields/ask-form.ts';
import { askFields as fields, isThread } from '../kit/ask-fields/fields.ts';
import {
  catalogueError,
  connectionError,
  TEMPLATE_UNKNOWN,
  threadProblem,
  workError,
} from '../kit/blocker-copy.ts';
import { atFieldsOf, type FieldErrors } from '../kit/form/form.ts';
import type { Deployment } from '../kit/parts.ts';
import { takenMessage } from '../kit/taken.ts';
import { answerTaken } from '../kit/way.ts';
import { DECK_TITLE, readDeckModal, THREAD_TITLE } from './modal.ts';

/**
 * Takes the form. Its answer tells the person that the ask was taken. The view's id names the submission, so a form
 * that is sent twice is taken once.
 */
export async function submitDeckForm(submission: Submission, slack: SlackContext): Promise<FormAnswer> {
  const { actor, view } = submission;
  const read = readDeckModal(view);
  const taken = await take(view.id, read, actor, slack).catch((error) => ({
    errors: notTaken(error, actor, slack),
  }));
  if ('errors' in taken) return { errors: atFieldsOf(view, taken.errors, fields.prompt.id) };
  const { generation, ask, proposal } = taken;
  const { after, ...answer } = answerTaken(submission, generation, wayOf(read), slack);
  if (!proposal) return { ...answer, ...(after && { after }) };
  // The card that the form was opened from has done its work.
  const settle = () => redrawPlace(actor, proposal, () => takenMessage(ask), slack);
  return { ...answer, after: async () => void (await Promise.all([settle(), after?.()])) };
}

type Read = ReturnType<typeof readDeckModal>;

function wayOf({ display, form }: Read) {
  const title = isThread(form.source) ? THREAD_TITLE : DECK_TITLE;
  return { from: display.closed ? undefined : display.from, title };
}

type Taken = { generation: Generation; ask: Ask; proposal: string | undefined } | { errors: FieldErrors };

/** Slack waits 3 s for the answer to a submission; the ask has to be written down after the checks. */
const CHECK_WITHIN_MS = 1800;

/**
 * Admission is asked only about a form that is right by itself. A check that takes too long counts as passed; the
 * generation finds out later, and says so. Only a template it does not look at again, and one has something to read in it.
 */
async function take(
  viewId: string,
  { form, display }: Read,
  actor: Actor,
  slack: SlackContext,
): Promise<Taken> {
  const errors = askForm.check(form);
  if (hasAny(errors)) return { errors };
  const ask = askFromForm(form, actor);
  const { blockers, unanswered } = await slack.admit(ask, { withinMs: CHECK_WITHIN_MS, joining: 'now' });
  if (blockers.length > 0) return { errors: blockerErrors(blockers, ask, slack) };
  if (unanswered.some(({ part }) => part === 'template'))
    return { errors: { [fields.template.id]: TEMPLATE_UNKNOWN } };
  const { proposal } = display;
  const generation = proposal
    ? // "Make it" on the card has the same key.
      await slack.proposals.use(actor, proposal, () => slack.generations.start(ask, `proposal:${proposal}`))
    : await slack.generations.start(ask, viewId);
  if (!generation) return { errors: { [fields.prompt.id]: USED } };
  slack.log.info({ team: actor.team, generation: generation.id }, 'An ask was taken');
  return { generation, ask, proposal };
}

const USED =
  'This is being made already, or was put away with “Not now”. Close this form; /deck starts another one.';

function notTaken(error: unknown, { team }: Actor, { log, reference }: SlackContext): FieldErrors {
  const id = reference();
  log.error({ reference: id, team, err: error }, 'An ask could not be taken');
  return {
    [fields.prompt.id]:
      `Deckhand could not take this just now. Nothing was spent; press Create again. Reference: ${id}`,
  };
}

function hasAny(errors: FieldErrors): boolean {
  return Object.keys(errors).length > 0;
}

/** Blockers as errors of the form; the first one at each field. */
function blockerErrors(blockers: Blocker[], ask: Ask, deployment: Deployment): FieldErrors {
  return Object.fromEntries(blockers.map((blocker) => errorOf(blocker, ask, deployment)).reverse());
}

function errorOf(found: Blocker, { source, destination }: Ask, deployment: Deployment): [string, string] {
  switch (found.part) {
    case 'connection':
      return [fields.prompt.id, connectionError(found.blocker, deployment)];
    case 'work':
      return [fields.making.id, workError[found.blocker]];
    case 'theme':
    case 'template':
    case 'folder':
      return [fields[found.part].id, catalogueError[found.blocker]];
    case 'destination':
      return [fields.channel.id, channelError(found.blocker, destination.channel)];
    default:
      return 'channel' in source
        ? [fields.prompt.id, threadProblem(found.blocker, source, deployment)]
        : [fields.file.id, fileError(found)];
  }
}

function channelError(blocker: Blocker['blocker'], channel: string): string {
  if (blocker === 'not_a_member') {
    return 'You are not in this conversation, so nothing is posted there for you. Choose another under Post in.';
  }
  if (blocker === 'channel_archived') return 'This channel is archived. Choose another under Post in.';
  return channel.startsWith('D')
    ? 'Deckhand cannot post in this conversation. Choose a channel, or your own conversation with Deckhand, under Post in.'
    : 'Deckhand cannot post in this channel. Choose another under Post in, or type /invite @Deckhand there and press Create again.';
}

function fileError(found: Extract<Blocker, { part: 'source' }>): string {
  if (found.blocker === 'source_empty') return 'There is no text in this file.';
  if (found.blocker === 'source_not_text') {
    return 'This file is not plain text. Save it as text and attach that.';
  }
  if (found.blocker === 'source_too_long') {
    const [has, fit] = [found.characters, PROMPT_LIMIT].map(thousands);
    return `This file has ${has} characters; ${fit} fit. Shorten it, or split it.`;
  }
  return 'Deckhand could not read this file. Attach it again, or paste its text into the first field.';
}
