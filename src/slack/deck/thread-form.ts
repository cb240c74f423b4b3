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
import { closedAccess, defaultsFor, type Opening } from './open.ts';

interface ThreadOpening extends Opening {
  thread: ThreadRef;
}

/** Opens a modal at once, then fills it with the form for a document about a thread. The form shows how many messages would be used. */
export async function openThreadForm(
  opener: Opener,
  opening: ThreadOpening,
  slack: SlackContext,
): Promise<void> {
  const fill = () =>
    formFor(opener, opening, slack).catch((error) => errorView(error, opener, opening, slack));
  await openThenFill(opener, THREAD_TITLE, fill, slack);
}

/** Options of admission. Its checks may take longer than Slack's 3 s, because the modal is already open. */
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
  const source = { ...thread, name: name || undefined };
  const isClosedOutside = admission.isClosedOutside || undefined;
  // A person's defaults do not give access to private messages.
  const usual = isPrivate ? { ...defaults, workspaceAccess: undefined, externalAccess: undefined } : defaults;
  const whole = { ...askForm.initial, ...usual, ...given, source, offered, isClosedOutside };
  const opened = closedAccess(whole, admission, thread.channel) ?? {};
  const form: AskForm = { ...whole, ...opened };
  return deckModal(form, { more: false, opened, from, like, thread: { isPrivate, usable } });
}

/** Returns the thread's conversation. @throws if it is unknown whether the actor may read it, so that nothing about the thread is shown */
function conversationOf({ unanswered, conversation }: Admission): Conversation {
  if (!conversation) throw unanswered.find(({ part }) => part === 'source')?.error;
  return conversation;
}

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
