import { within } from '../../clock.ts';
import type { SlackContext } from '../bolt/context.ts';
import { plainView } from '../bolt/open-then-fill.ts';
import type { FormAnswer, Submission } from '../bolt/requests.ts';
import { roleIn } from '../bolt/roles.ts';
import { escaped } from '../kit/text.ts';
import { API_KEY_FIELD } from './api-key-blocks.ts';
import { madeBy } from './connect-blocks.ts';
import { keyProblem, ONLY_ADMINS } from './connect-problems.ts';
import type { Looker } from './offer.ts';
import { redrawHome, showOutcome } from './show-outcome.ts';

/** Slack waits 3 s; a service that takes longer is waited for in the open view. */
const ANSWER_WITHIN_MS = 2_000;
const TITLE = 'Use an API key';

/** `said` is mrkdwn, and so is `fault`. */
type Outcome = { fault: string } | { said: string };

/** Takes an API key: tried first, then kept, and gone from every screen. */
export async function submitApiKey(
  { actor, view, client }: Submission,
  slack: SlackContext,
): Promise<FormAnswer> {
  const looker = { client, ...actor };
  const trial = tryKey(view, looker, slack);
  const outcome = await within(slack.clock, ANSWER_WITHIN_MS, () => trial, null);
  if (outcome && 'fault' in outcome) return { errors: { [API_KEY_FIELD]: outcome.fault } };
  if (outcome) return { view: plainView(TITLE, outcome.said), after: () => redrawHome(looker, slack) };
  return {
    view: plainView(TITLE, 'Trying the key …'),
    after: async () => {
      const late = await trial;
      const text = 'said' in late ? late.said : late.fault;
      await showOutcome(looker, { id: view.id, title: TITLE, text }, slack);
    },
  };
}

async function tryKey(view: Submission['view'], looker: Looker, slack: SlackContext): Promise<Outcome> {
  const key = view.state.values[API_KEY_FIELD]?.[API_KEY_FIELD]?.value ?? '';
  return (await roleIn(looker, slack.log)) === 'admin' ? keep(key, looker, slack) : { fault: ONLY_ADMINS };
}

async function keep(key: string, { team, person }: Looker, slack: SlackContext): Promise<Outcome> {
  const { connecting, log, serviceName } = slack;
  const connected = await connecting.connectWithApiKey({ team, person }, key);
  if (!connected.ok) return { fault: keyProblem(connected, slack) };
  log.info({ team, person }, 'a team was connected with an API key');
  const service = escaped(serviceName, 75);
  return { said: `*Deckhand is connected to ${service}.* ${madeBy(connected.summary)}` };
}
