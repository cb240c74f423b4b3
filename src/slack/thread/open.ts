import type { ModalView } from '@slack/types';
import type { Admission, Conversation } from '../../asks/admission.ts';
import { SourceProblem } from '../../sources/problem.ts';
import type { SlackContext } from '../bolt/context.ts';
import { openThenFill, plainView } from '../bolt/open-then-fill.ts';
import { deckModal, THREAD_TITLE } from '../deck/modal.ts';
import { connectionNotice, defaultsFor, type Opening } from '../deck/open.ts';
import { type AskForm, askForm } from '../kit/ask-fields/ask-form.ts';
import { escaped } from '../kit/text.ts';
import { sourceReason, threadProblem } from './thread-problem.ts';
import type { ThreadRef } from './threads.ts';

interface ThreadOpening extends Opening {
  thread: ThreadRef;
}

/** Opens the form on a thread: at once with a word of patience, then with what would be used of it. */
export async function openThreadForm(opening: ThreadOpening, slack: SlackContext): Promise<void> {
  const trigger = { id: opening.triggerId, isInModal: false };
  await openThenFill(
    opening.client,
    trigger,
    THREAD_TITLE,
    () => formFor(opening, slack).catch((error) => problemView(error, opening, slack)),
    slack,
  );
}

/** The person looks at a form that is still to be filled. */
const LIMITS = { withinMs: 10_000 };

async function formFor(opening: ThreadOpening, slack: SlackContext): Promise<ModalView> {
  const { team, person, thread, form: given } = opening;
  const source = { kind: 'thread' as const, ...thread };
  const [admission, defaults] = await Promise.all([
    slack.admit({ team, person, source, destination: { channel: thread.channel } }, LIMITS),
    defaultsFor({ ...opening, form: { ...given, channel: thread.channel } }, slack),
  ]);
  const { isPrivate } = readableSource(admission);
  const [{ usable, name }, notice] = await Promise.all([
    slack.threads.preview(team, thread),
    connectionNotice(admission.blockers, opening, slack),
  ]);
  const form: AskForm = {
    ...askForm.initial,
    ...defaults,
    // What was said in private is not for whoever finds the link.
    ...(isPrivate && { workspaceAccess: 'noAccess', externalAccess: 'noAccess' }),
    ...given,
    source: { ...thread, name: name || undefined },
  };
  return deckModal(form, { more: false, ...notice, thread: { isPrivate, usable } }, slack);
}

/** @throws where the actor may not read it, or nobody can say: nothing of it is then shown */
function readableSource({ blockers, unanswered, conversation }: Admission): Conversation {
  const found = blockers.find(({ part }) => part === 'source');
  if (found?.part === 'source') throw new SourceProblem(sourceReason(found.blocker), 'It may not be used.');
  if (!conversation) throw unanswered.find(({ part }) => part === 'source')?.error;
  return conversation;
}

/** Why it cannot be used, and what to do. */
function problemView(error: unknown, { team, thread }: ThreadOpening, slack: SlackContext): ModalView {
  if (error instanceof SourceProblem) {
    const words = { ...slack, serviceName: escaped(slack.serviceName, 75) };
    return plainView(THREAD_TITLE, threadProblem(error.reason, thread, words));
  }
  const reference = slack.reference();
  slack.log.error({ reference, team, err: error }, 'A thread could not be looked at');
  return plainView(
    THREAD_TITLE,
    `Deckhand could not look at this thread just now. Please try once more. Reference: \`${reference}\``,
  );
}
