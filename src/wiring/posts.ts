import { readNote } from '../digests/notes.ts';
import { readNewComments } from '../documents/watch/new-comments.ts';
import { stopWatch } from '../documents/watch/watches.ts';
import { type AdminNote, adminNoteSchema } from '../generations/delivery/admin-notes.ts';
import { GIVEN_UP, isUnreachable, type PostRefused } from '../generations/delivery/delivery.ts';
import { readExportFailed } from '../generations/delivery/export-from-card.ts';
import { reportGivenUp } from '../generations/delivery/messages.ts';
import type { DeliveryRow } from '../generations/delivery/outbox.ts';
import {
  createPostRunner,
  type PostKind,
  personMessageSchema,
  type Renderer,
} from '../generations/delivery/queued-posts.ts';
import type { Steps } from '../generations/delivery/steps.ts';
import { findGeneration } from '../generations/store.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { SlackClients } from '../slack/bolt/calls/clients.ts';
import { createPoster } from '../slack/bolt/calls/posts.ts';
import { budgetDeclinedMessage, budgetReachedMessage } from '../slack/budget/messages.ts';
import { digestNote } from '../slack/digest/note-blocks.ts';
import { newCommentsMessage } from '../slack/documents/comments/view.ts';
import { lowCreditsMessage } from '../slack/home/low-credits.ts';
import { requestMessage } from '../slack/kit/admin-requests.ts';
import type { Message } from '../slack/kit/blocks/parts.ts';
import { conversationPorts } from '../slack/kit/lookups/conversation.ts';
import {
  completeStep,
  NOT_ASKED,
  orGiveUp,
  outcomeOf,
  type StepOutcome,
} from '../slack/result/step-outcome.ts';
import { exportFailedMessage } from '../slack/result/thread-notices.ts';
import type { Deps } from './deps.ts';
import type { ServiceModule } from './service.ts';
import type { SlackModule } from './slack.ts';

/** Maximum number of `post` jobs that run at once. The limit per team is lower, because one team's jobs can wait long for Slack. */
const POST_PLACES = { capacity: 100, perTeam: 10 };

interface PostsDeps extends Deps {
  steps: Steps;
  jobs: Jobs;
  clients: SlackClients;
  service: ServiceModule;
  renderMessage: SlackModule['renderMessage'];
  renderLifted: SlackModule['renderLifted'];
}

function adminNoteMessage(
  note: Exclude<AdminNote, { kind: 'budget_lifted' | 'guests_shut_out' }>,
  deployment: { serviceName: string },
): Message {
  if (note.kind === 'low_credits') return lowCreditsMessage(note, deployment);
  if (note.kind === 'budget_declined') return budgetDeclinedMessage();
  return note.kind === 'budget_reached' ? budgetReachedMessage(note) : requestMessage(note, deployment);
}

/** Creates the worker of the job `post`, with a renderer for each kind of message. */
export function wirePosts(deps: PostsDeps): void {
  const { db, jobs, log } = deps;
  const deployment = { serviceName: deps.config.SERVICE_NAME };
  const commentsContext = { ...deps, clientFor: deps.service.clientFor };
  const { conversation } = conversationPorts(deps.clients.reads);
  const adminNote: Renderer<Message> = async ({ team, payload }) => {
    const { data } = adminNoteSchema.safeParse(payload);
    if (data?.kind === 'budget_lifted')
      return deps.renderLifted({ team, person: data.person }, data.isGuest ?? false);
    return data && data.kind !== 'guests_shut_out' ? { message: adminNoteMessage(data, deployment) } : null;
  };
  const personMessage: Renderer<Message> = async (row) => {
    const { data } = personMessageSchema.safeParse(row.payload);
    return data ? deps.renderMessage({ team: row.team, person: row.channel }, data) : null;
  };
  async function stepOutcome({ id, team, payload }: DeliveryRow): Promise<StepOutcome | undefined> {
    const step = await deps.steps.progressOf(id);
    const generation = step?.generation ? await findGeneration(db, team, step.generation) : null;
    return step && outcomeOf({ ...step, generation, payload }, { conversation }, deployment);
  }
  const renderers: Record<PostKind, Renderer<Message>> = {
    async digest_note(row) {
      const read = await readNote(db, row);
      return read && { message: digestNote(read.digest, read.note, deployment, row.channel) };
    },
    low_credits: adminNote,
    budget_reached: adminNote,
    budget_request: adminNote,
    budget_lifted: adminNote,
    budget_declined: adminNote,
    async new_comments(row) {
      const read = await readNewComments(row, commentsContext);
      if (!read) return null;
      const { team, id } = read.generation;
      return {
        message: newCommentsMessage(read),
        onRefused: async (error) => isUnreachable(error) && stopWatch(db, team, id),
      };
    },
    async proposal_card(row) {
      const rendered = await personMessage(row);
      const [, step] = /^step:(.*)/.exec(String(row.payload?.proposal)) ?? [];
      const onRefused = async ({ code }: PostRefused) =>
        step && code !== GIVEN_UP && deps.steps.withdraw(step, NOT_ASKED);
      return rendered && { ...rendered, ...(step && { onRefused }) };
    },
    step_approved: personMessage,
    step_blocked: personMessage,
    person_erased: personMessage,
    digest_managed: personMessage,
    rules_changed: personMessage,
    guests_shut_out: personMessage,
    async step(row) {
      const { team, sequence: execution, attempts } = row;
      const outcome = await orGiveUp(() => stepOutcome(row), attempts, log);
      if (!outcome) return null;
      return { message: () => completeStep(() => deps.clients.posts(team), execution, outcome) };
    },
    async export_failed(row) {
      const generation = await findGeneration(db, row.team, row.generation ?? '');
      const data = readExportFailed(db, row);
      if (!generation || !data) return null;
      return { message: exportFailedMessage(generation, deployment, data) };
    },
  };
  const post = createPostRunner({ ...deps, poster: createPoster(deps), renderers });
  jobs.work('post', {
    ...POST_PLACES,
    handler: post,
    onDeadLetter: (payload) => reportGivenUp((signal) => post(payload, signal), log),
  });
}
