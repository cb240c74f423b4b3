import type { ModalView } from '@slack/types';
import type { Admission, Conversation } from '../../asks/admission.ts';
import { SourceProblem } from '../../sources/problem.ts';
import type { SlackContext } from '../bolt/context.ts';
import { openThenFill, plainView } from '../bolt/open-then-fill.ts';
import { type AskForm, askForm } from '../kit/ask-fields/ask-form.ts';
import { threadProblem } from '../kit/blocker-copy.ts';
import { notConnectedView } from '../kit/not-connected.ts';
import { serviceText } from '../kit/text.ts';
import type { ThreadRef } from '../kit/threads.ts';
import { deckModal, THREAD_TITLE } from './modal.ts';
import { defaultsFor, type Opening } from './open.ts';

interface ThreadOpening extends Opening {
  thread: ThreadRef;
}

/** Opens a view that asks to wait, then fills it with the form and with what would be used of the thread. */
export async function openThreadForm(opening: ThreadOpening, slack: SlackContext): Promise<void> {
  await openThenFill(
    opening.client,
    { id: opening.triggerId, isInModal: opening.isInModal ?? false },
    THREAD_TITLE,
    () => formFor(opening, slack).catch((error) => errorView(error, opening, slack)),
    slack,
  );
}

/** The person waits in front of the open view. */
const LIMITS = { withinMs: 10_000, joining: 'now' as const };

async function formFor(opening: ThreadOpening, slack: SlackContext): Promise<ModalView> {
  const { actor, thread, form: given, from, like } = opening;
  const [admission, defaults] = await Promise.all([
    slack.admit(
      { ...actor, source: { kind: 'thread', ...thread }, destination: { channel: thread.channel } },
      LIMITS,
    ),
    defaultsFor({ actor, form: { ...given, channel: thread.channel } }, slack),
  ]);
  const blocked = admission.blockers.find(({ part }) => part === 'source');
  if (blocked?.part === 'source') return problemView(blocked.blocker, thread, slack);
  const { isPrivate } = readable(admission);
  const instead = await notConnectedView(admission, opening, { title: THREAD_TITLE }, slack);
  if (instead) return instead;
  const { usable, name } = await slack.threads.preview(actor.team, thread);
  // Private talk is not for whoever finds the link.
  const opened = isPrivate
    ? { workspaceAccess: 'noAccess' as const, externalAccess: 'noAccess' as const }
    : {};
  const source = { ...thread, name: name || undefined };
  const form: AskForm = { ...askForm.initial, ...defaults, ...opened, ...given, source };
  return deckModal(form, { more: false, opened, from, like, thread: { isPrivate, usable } }, slack);
}

/** @throws where nobody can say whether the actor may read it: nothing of it is then shown */
function readable({ unanswered, conversation }: Admission): Conversation {
  if (!conversation) throw unanswered.find(({ part }) => part === 'source')?.error;
  return conversation;
}

/** Why it cannot be used, and what to do. */
function problemView(
  found: Parameters<typeof threadProblem>[0],
  thread: ThreadRef,
  slack: SlackContext,
): ModalView {
  const deployment = { ...slack, serviceName: serviceText(slack.serviceName) };
  return plainView(THREAD_TITLE, threadProblem(found, thread, deployment));
}

function errorView(error: unknown, { actor, thread }: ThreadOpening, slack: SlackContext): ModalView {
  if (error instanceof SourceProblem) return problemView(error.reason, thread, slack);
  const reference = slack.reference();
  slack.log.error({ reference, team: actor.team, err: error }, 'A thread could not be looked at');
  return plainView(
    THREAD_TITLE,
    `Deckhand could not look at this thread just now. Please try once more. Reference: \`${reference}\``,
  );
}
