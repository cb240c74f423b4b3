import type { SlackContext } from '../bolt/context.ts';
import { plainView } from '../bolt/open-then-fill.ts';
import type { FormAnswer, Submission } from '../bolt/requests.ts';
import { DISCONNECT_TITLE, disconnectedText, MAY_NOT_DISCONNECT } from './disconnect-blocks.ts';
import { type Looker, mayDisconnect } from './offer.ts';
import { showOutcome } from './show-outcome.ts';

/** Disconnects, once somebody has said yes to the question; who may is asked again. */
export async function submitDisconnect(
  { actor, view, client }: Submission,
  slack: SlackContext,
): Promise<FormAnswer> {
  const looker = { client, ...actor };
  return {
    view: plainView(DISCONNECT_TITLE, 'One moment …'),
    after: async () => {
      const text = await end(looker, slack);
      await showOutcome(looker, { id: view.id, title: DISCONNECT_TITLE, text }, slack);
    },
  };
}

async function end(looker: Looker, slack: SlackContext): Promise<string> {
  const { team, person } = looker;
  if (!(await mayDisconnect(looker, slack))) return MAY_NOT_DISCONNECT;
  const state = await slack.connecting.summaryOf(team);
  await slack.connecting.disconnect(team);
  slack.log.info({ team, person }, 'a team was disconnected');
  return disconnectedText(state, slack);
}
