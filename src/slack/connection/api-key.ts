import type { ModalView } from '@slack/types';
import type { ConnectFailure, ConnectProblem } from '../../connections/failures.ts';
import { capitalized } from '../../text.ts';
import { openView } from '../bolt/answers/open-then-fill.ts';
import type { SlackContext } from '../bolt/context.ts';
import { isAdmin } from '../bolt/permissions/permissions.ts';
import type { Click, FormAnswer, Submission } from '../bolt/requests.ts';
import { API_KEY_FORM } from '../bolt/routes/action-ids.ts';
import { type Deployment, section } from '../kit/blocks/parts.ts';
import { oneLine, plain, serviceText } from '../kit/blocks/text.ts';
import { inWordsOf } from '../kit/copy/failure-copy.ts';
import { modalForm } from '../kit/form/modal.ts';
import { madeBy } from './connect-blocks.ts';
import { answerWhenTried, type ConnectOutcome } from './show-outcome.ts';
import { rememberClick } from './when-connected.ts';

/** Handles "Use an API key instead": opens the form. The person's permission is checked later, when the form is submitted. */
export async function enterApiKey(click: Click, slack: SlackContext): Promise<void> {
  await openView(click, apiKeyForm(slack));
  await rememberClick(click, slack);
}

const TITLE = 'Use an API key';

/** Checks the API key by calling the service, and saves it if the service accepts it. */
export function submitApiKey(submission: Submission, slack: SlackContext): Promise<FormAnswer> {
  const form = { title: TITLE, field: API_KEY_FIELD, waiting: 'Trying the key …' };
  return answerWhenTried(submission, tryKey(submission, slack), form, slack);
}

async function tryKey(submission: Submission, slack: SlackContext): Promise<ConnectOutcome> {
  const { connecting, log, serviceName } = slack;
  const { actor, view } = submission;
  const key = view.state.values[API_KEY_FIELD]?.[API_KEY_FIELD]?.value ?? '';
  if (!(await isAdmin(submission, log))) return { error: ONLY_ADMINS };
  const connected = await connecting.connectWithApiKey(actor, key);
  if (!connected.ok) return { error: keyError(connected, slack) };
  log.info(actor, 'A team was connected with an API key');
  await slack.whenConnected.tell(actor.team, connected.summary, slack);
  const service = serviceText(serviceName);
  return { success: `*Deckhand is connected to ${service}.* ${madeBy(connected.summary)}` };
}

/** Block id and action id of the field for the API key. */
const API_KEY_FIELD = 'api_key';

/** Builds the form for an API key. It is always empty, because a saved key is never shown again, not even to its owner. */
export function apiKeyForm({ serviceName }: Deployment): ModalView {
  const service = serviceText(serviceName);
  return modalForm({
    callbackId: API_KEY_FORM,
    title: TITLE,
    submit: 'Connect',
    blocks: [
      section(
        `What anybody here makes with Deckhand then spends the credits of the workspace at ${service} that the key belongs to. The key is tried before it is kept, kept encrypted, and never shown again.`,
      ),
      {
        type: 'input',
        block_id: API_KEY_FIELD,
        label: plain('API key', 75),
        hint: plain(`${capitalized(serviceName)} shows it once, when it is made. It begins with sk-`, 150),
        element: { type: 'plain_text_input', action_id: API_KEY_FIELD, min_length: 8, max_length: 500 },
      },
    ],
  });
}

/** Returns the reason why the API key was not saved, as plain text for the form's field. */
function keyError({ problem, detail, reference }: ConnectFailure, { serviceName }: Deployment): string {
  const whats: Partial<Record<ConnectProblem, string>> = {
    unavailable: 'is not available, so the key could not be tried. Try again in a moment',
    refused: 'refused the request with which the key was tried, so the key itself may be good',
  };
  const sentences = [
    `${capitalized(serviceName)} ${whats[problem] ?? 'does not take this key'}. Nothing was changed.`,
    detail && `${inWordsOf(serviceName)}: “${oneLine(detail).slice(0, 300)}”`,
    reference && `Reference: ${oneLine(reference).slice(0, 100)}`,
  ];
  return sentences.filter(Boolean).join(' ');
}

export const ONLY_ADMINS = 'Only a Slack admin can do this. Nothing was changed.';
