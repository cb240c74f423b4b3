import type { ModalView } from '@slack/types';
import type { Admission, Conversation } from '../../asks/admission.ts';
import { SourceProblem } from '../../sources/problem.ts';
import { type Opener, openThenFill, plainView } from '../bolt/answers/open-then-fill.ts';
import type { SlackContext } from '../bolt/context.ts';
import { type AskForm, askForm } from '../kit/ask-fields/ask-form.ts';
import { serviceText } from '../kit/blocks/text.ts';
import { threadProblem } from '../kit/copy/blocker-copy.ts';
import type { ThreadRef } from '../kit/lookups/threads.ts';
import { notConnectedView } from '../kit/not-connected.ts';
import { deckModal, THREAD_TITLE } from './modal.ts';
import { defaultsFor, type Opening } from './open.ts';

interface ThreadOpening extends Opening {
  thread: ThreadRef;
}

/** Opens a modal at once. Then fills it with the form, which says how much of the thread would be used. */
export async function openThreadForm(
  opener: Opener,
  opening: ThreadOpening,
  slack: SlackContext,
): Promise<void> {
  const fill = () =>
    formFor(opener, opening, slack).catch((error) => errorView(error, opener, opening, slack));
  await openThenFill(opener, THREAD_TITLE, fill, slack);
}

/** Options of admission. `withinMs` is the timeout of each check, in milliseconds, while the person waits with the modal open. */
const OPTIONS = { withinMs: 10_000, joining: 'now' as const };

async function formFor(opener: Opener, opening: ThreadOpening, slack: SlackContext): Promise<ModalView> {
  const { actor } = opener;
  const { thread, form: given, from, like } = opening;
  const [admission, defaults] = await Promise.all([
    slack.admit(
      { ...actor, source: { kind: 'thread', ...thread }, destination: { channel: thread.channel } },
      OPTIONS,
    ),
    defaultsFor(actor, { ...given, channel: thread.channel }, slack),
  ]);
  const blocked = admission.blockers.find(({ part }) => part === 'source');
  if (blocked?.part === 'source') return problemView(blocked.blocker, thread, slack);
  const { isPrivate } = conversationOf(admission);
  const instead = await notConnectedView(admission, opener, { title: THREAD_TITLE }, slack);
  if (instead) return instead;
  const { usable, name, files: offered = [] } = await slack.threads.preview(actor.team, thread);
  // A document about private messages must not be open to everybody who has the link.
  const opened = isPrivate
    ? { workspaceAccess: 'noAccess' as const, externalAccess: 'noAccess' as const }
    : {};
  const source = { ...thread, name: name || undefined };
  const form: AskForm = { ...askForm.initial, ...defaults, ...opened, ...given, source, offered };
  return deckModal(form, { more: false, opened, from, like, thread: { isPrivate, usable } }, slack);
}

/** @throws if it is not known whether the actor may read the thread. In that case nothing of the thread may be shown */
function conversationOf({ unanswered, conversation }: Admission): Conversation {
  if (!conversation) throw unanswered.find(({ part }) => part === 'source')?.error;
  return conversation;
}

/** Says why the thread cannot be used, and what to do. */
function problemView(
  found: Parameters<typeof threadProblem>[0],
  thread: ThreadRef,
  slack: SlackContext,
): ModalView {
  const deployment = { ...slack, serviceName: serviceText(slack.serviceName) };
  return plainView(THREAD_TITLE, threadProblem(found, thread, deployment));
}

function errorView(
  error: unknown,
  { actor }: Opener,
  { thread }: ThreadOpening,
  slack: SlackContext,
): ModalView {
  if (error instanceof SourceProblem) return problemView(error.reason, thread, slack);
  const reference = slack.reference();
  slack.log.error({ reference, team: actor.team, err: error }, 'The form for a thread could not be filled');
  return plainView(
    THREAD_TITLE,
    `Deckhand could not look at this thread just now. Please try once more. Reference: \`${reference}\``,
  );
}
