import type { ModalView } from '@slack/types';
import { SourceProblem } from '../../sources/problem.ts';
import type { SlackContext } from '../bolt/context.ts';
import { openThenFill, plainView } from '../connection/open-then-fill.ts';
import { type DeckForm, emptyForm } from '../deck/form.ts';
import { deckModal, THREAD_TITLE } from '../deck/modal.ts';
import { defaultsFor, findOut, type Opening } from '../deck/open.ts';
import { escaped } from '../kit/text.ts';
import { threadProblem } from './thread-problem.ts';
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

async function formFor(opening: ThreadOpening, slack: SlackContext): Promise<ModalView> {
  const { team, person, thread, form: given } = opening;
  const [look, defaults, found] = await Promise.all([
    slack.threads.look({ team, person }, thread),
    defaultsFor({ ...opening, form: { ...given, channel: thread.channel } }, slack),
    findOut(opening, {}, slack),
  ]);
  const { isPrivate, usable, name } = look;
  const form: DeckForm = {
    ...emptyForm,
    ...defaults,
    // What was said in private is not for whoever finds the link.
    ...(isPrivate && { workspaceAccess: 'noAccess', externalAccess: 'noAccess' }),
    ...given,
    source: { ...thread, name: name || undefined },
  };
  return deckModal(form, { more: false, ...found, thread: { isPrivate, usable } }, slack);
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
