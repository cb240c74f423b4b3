import type { ModalView } from '@slack/types';
import { within } from '../../clock.ts';
import type { ConnectFailure } from '../../connections/failures.ts';
import { API_KEY_FORM } from '../bolt/action-ids.ts';
import type { SlackContext } from '../bolt/context.ts';
import { openView, plainView } from '../bolt/open-then-fill.ts';
import { isAdmin } from '../bolt/permissions.ts';
import type { Click, FormAnswer, Submission } from '../bolt/requests.ts';
import { type Deployment, section } from '../kit/parts.ts';
import { atStart, escaped, oneLine, plain, serviceText } from '../kit/text.ts';
import { madeBy } from './connect-blocks.ts';
import { rememberCard } from './connect-cards.ts';
import { showOutcome } from './show-outcome.ts';

/** "Use an API key instead". The permission is checked when the form is sent. */
export async function enterApiKey(
  click: Click,
  slack: Deployment & Pick<SlackContext, 'connectCards'>,
): Promise<void> {
  const { client, body } = click;
  const trigger = { id: body.trigger_id, isInModal: body.view?.type === 'modal' };
  await openView(client, trigger, apiKeyForm(slack));
  await rememberCard(click, slack);
}

type Needs = Pick<SlackContext, 'clock' | 'connectCards' | 'connecting' | 'log' | 'serviceName' | 'showHome'>;

/** Slack waits 3 s; a service that takes longer is waited for in the open view. */
const ANSWER_WITHIN_MS = 2_000;
const TITLE = 'Use an API key';

/** `fault` is plain text for the field, `said` mrkdwn. */
type Outcome = { fault: string } | { said: string };

/** Takes an API key: it is tried first, then saved, and shown on no screen again. */
export async function submitApiKey(submission: Submission, slack: Needs): Promise<FormAnswer> {
  const { actor, view, client } = submission;
  const trial = tryKey(submission, slack);
  const outcome = await within(slack.clock, ANSWER_WITHIN_MS, () => trial, null);
  if (outcome && 'fault' in outcome) return { errors: { [API_KEY_FIELD]: outcome.fault } };
  if (outcome) {
    return { view: plainView(TITLE, outcome.said), after: () => slack.showHome(client, actor) };
  }
  return {
    view: plainView(TITLE, 'Trying the key …'),
    after: async () => {
      const late = await trial;
      const text = 'said' in late ? late.said : escaped(late.fault, 600);
      await showOutcome(submission, { id: view.id, title: TITLE, text }, slack);
    },
  };
}

async function tryKey(submission: Submission, slack: Needs): Promise<Outcome> {
  const { connecting, log, serviceName } = slack;
  const { actor, view } = submission;
  const key = view.state.values[API_KEY_FIELD]?.[API_KEY_FIELD]?.value ?? '';
  if (!(await isAdmin(submission, log))) return { fault: ONLY_ADMINS };
  const connected = await connecting.connectWithApiKey(actor, key);
  if (!connected.ok) return { fault: keyProblem(connected, slack) };
  log.info(actor, 'a team was connected with an API key');
  await slack.connectCards.replace(actor.team, connected.summary);
  const service = serviceText(serviceName);
  return { said: `*Deckhand is connected to ${service}.* ${madeBy(connected.summary)}` };
}

/** The one field of the form, and the name of its block. */
const API_KEY_FIELD = 'api_key';

/** The form; a key entered here is never shown again, not even to the person who entered it. */
export function apiKeyForm({ serviceName }: Deployment): ModalView {
  const service = serviceText(serviceName);
  return {
    type: 'modal',
    callback_id: API_KEY_FORM,
    title: plain('Use an API key', 24),
    submit: plain('Connect', 24),
    close: plain('Cancel', 24),
    blocks: [
      section(
        `What anybody here makes with Deckhand then spends the credits of the workspace at ${service} that the key belongs to. The key is tried before it is kept, kept encrypted, and never shown again.`,
      ),
      {
        type: 'input',
        block_id: API_KEY_FIELD,
        label: plain('API key', 75),
        hint: plain(`${atStart(serviceName)} shows it once, when it is made. It begins with sk-`, 150),
        element: { type: 'plain_text_input', action_id: API_KEY_FIELD, min_length: 8, max_length: 500 },
      },
    ],
  };
}

/** The reason that an API key was not saved, as plain text for its field. */
function keyProblem({ problem, detail }: ConnectFailure, { serviceName }: Deployment): string {
  const service = atStart(serviceName);
  if (problem === 'unavailable') {
    return `${service} does not answer, so the key could not be tried. Nothing was changed; try again in a moment.`;
  }
  const said = detail ? ` It says: “${oneLine(detail).slice(0, 300)}”` : '';
  return `${service} does not take this key. Nothing was changed.${said}`;
}

export const ONLY_ADMINS = 'Only a Slack admin can do this. Nothing was changed.';
