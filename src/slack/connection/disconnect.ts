import type { ModalView } from '@slack/types';
import type { SlackContext } from '../bolt/context.ts';
import { openThenFill, plainView } from '../bolt/open-then-fill.ts';
import { type Acting, isOwnerOrAdmin } from '../bolt/permissions.ts';
import type { Click, Command, FormAnswer, Submission } from '../bolt/requests.ts';
import {
  DISCONNECT_TITLE,
  disconnectedText,
  disconnectForm,
  MAY_NOT_DISCONNECT,
  nothingToDisconnect,
} from './disconnect-blocks.ts';
import { showOutcome } from './show-outcome.ts';

type Needs = Pick<SlackContext, 'connecting' | 'log' | 'reference' | 'serviceName' | 'showHome'>;

/** `/deck disconnect`: asks first. */
export function askToDisconnect(command: Command, slack: Needs): Promise<void> {
  return openQuestion(command, command.command.trigger_id, slack);
}

/** "Disconnect" on Home: asks first. */
export function disconnect(click: Click, slack: Needs): Promise<void> {
  return openQuestion(click, click.body.trigger_id, slack);
}

async function openQuestion(acting: Acting, triggerId: string, slack: Needs): Promise<void> {
  const trigger = { id: triggerId, isInModal: false };
  await openThenFill(acting.client, trigger, DISCONNECT_TITLE, () => question(acting, slack), slack);
}

/** The question, or why there is none. */
async function question(acting: Acting, slack: Needs): Promise<ModalView> {
  const state = await slack.connecting.summaryOf(acting.actor.team);
  const isOwn = state.kind === 'oauth' || state.kind === 'api_key';
  if (!isOwn) return plainView(DISCONNECT_TITLE, nothingToDisconnect(state, slack));
  const may = await isOwnerOrAdmin(acting, state.person, slack.log);
  return may ? disconnectForm(state, slack) : plainView(DISCONNECT_TITLE, MAY_NOT_DISCONNECT);
}

/** Disconnects, once somebody has said yes to the question; who may is checked again. */
export async function submitDisconnect(submission: Submission, slack: Needs): Promise<FormAnswer> {
  const { id } = submission.view;
  return {
    view: plainView(DISCONNECT_TITLE, 'One moment …'),
    after: async () => {
      const text = await end(submission, slack);
      await showOutcome(submission, { id, title: DISCONNECT_TITLE, text }, slack);
    },
  };
}

async function end(acting: Acting, { connecting, ...slack }: Needs): Promise<string> {
  const { team, person } = acting.actor;
  const state = await connecting.summaryOf(team);
  if (!(await isOwnerOrAdmin(acting, state.person, slack.log))) return MAY_NOT_DISCONNECT;
  await connecting.disconnect(team);
  slack.log.info({ team, person }, 'a team was disconnected');
  return disconnectedText(state, slack);
}
