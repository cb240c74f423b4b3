import type { AllMiddlewareArgs, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import type { SlackContext } from '../bolt/context.ts';
import { teamOf } from '../bolt/team.ts';
import { DISCONNECT_TITLE, disconnectedText, MAY_NOT_DISCONNECT } from './disconnect-blocks.ts';
import { type Looker, mayDisconnect } from './offer.ts';
import { plainView } from './open-then-fill.ts';
import { showOutcome } from './show-outcome.ts';

type Submission = SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs;

/** Disconnects, once somebody has said yes to the question; who may is asked again. */
export function submitDisconnect(slack: SlackContext) {
  return async ({ ack, body, view, context, client }: Submission) => {
    await ack({ response_action: 'update', view: plainView(DISCONNECT_TITLE, 'One moment …') });
    const looker = { client, team: teamOf(context), person: body.user.id };
    const text = await end(looker, slack);
    await showOutcome(looker, { id: view.id, title: DISCONNECT_TITLE, text }, slack);
  };
}

async function end(looker: Looker, slack: SlackContext): Promise<string> {
  const { team, person } = looker;
  if (!(await mayDisconnect(looker, slack))) return MAY_NOT_DISCONNECT;
  const state = await slack.connecting.stateOf(team);
  await slack.connecting.disconnect(team);
  slack.log.info({ team, person }, 'a team was disconnected');
  return disconnectedText(state, slack);
}
