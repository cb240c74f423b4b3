import type { ModalView } from '@slack/types';
import type { ConnectFailure } from '../../connections/failures.ts';
import { TEN_MINUTES } from '../../connections/one-time.ts';
import { capitalized } from '../../text.ts';
import { replaceMessage } from '../bolt/answers/click.ts';
import { openView, plainView } from '../bolt/answers/open-then-fill.ts';
import { replaceOriginalMessage } from '../bolt/answers/response-url.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click, FormAnswer, Submission } from '../bolt/requests.ts';
import { CONNECT_CODE_FORM } from '../bolt/routes/action-ids.ts';
import { type Deployment, plainMessage, section } from '../kit/blocks/parts.ts';
import { plain, serviceText } from '../kit/blocks/text.ts';
import { modalForm } from '../kit/form/modal.ts';
import { connectedAlready } from './connect.ts';
import { madeBy } from './connect-blocks.ts';
import { connectedMessage } from './direct-messages.ts';
import { answerWhenTried, type ConnectOutcome } from './show-outcome.ts';

/** The last step of connecting by signing in at the service: in Slack, the person types the code that the browser shows. */

const TITLE = 'Connect';
/** Block id and action id of the field for the code. */
const CODE_FIELD = 'connect_code';

/**
 * Handles "Enter the code…": opens the form. The button is in the direct message that Deckhand sends after the sign-in. If the code has
 * expired and Deckhand is connected, the message says so instead.
 */
export async function enterCode(click: Click, slack: SlackContext): Promise<void> {
  const sentAt = Number(click.body.message?.ts ?? 0) * 1000;
  const isOld = slack.clock.now() - sentAt > TEN_MINUTES;
  const done = isOld ? await connectedAlready(click, slack) : undefined;
  if (done) {
    await Promise.all([openView(click, plainView(TITLE, done)), replaceMessage(click, plainMessage(done))]);
    return;
  }
  const opened = await openView(click, codeForm(slack));
  if (opened) await slack.responseUrls.remember(click, opened.id);
}

/** Connects the team if the code belongs to the sign-in that began with this person's link. */
export function submitCode(submission: Submission, slack: SlackContext): Promise<FormAnswer> {
  const form = { title: TITLE, field: CODE_FIELD, waiting: 'Connecting …' };
  return answerWhenTried(submission, confirm(submission, slack), form, slack);
}

async function confirm(submission: Submission, slack: SlackContext): Promise<ConnectOutcome> {
  const { actor, view, client } = submission;
  const code = view.state.values[CODE_FIELD]?.[CODE_FIELD]?.value ?? '';
  const connected = await slack.connecting.confirm(actor, code);
  if (!connected.ok) return { error: codeError(connected, slack) };
  const { team, person } = actor;
  const { summary } = connected;
  slack.log.info(actor, 'A team was connected');
  await slack.whenConnected.tell(team, summary, slack);
  await client.chat
    .postMessage({ channel: person, ...connectedMessage(summary, slack) })
    .catch((err) => slack.log.warn({ team, err }, 'The new connection could not be announced in Slack'));
  const success = `*Deckhand is connected to ${serviceText(slack.serviceName)}.* ${madeBy(summary)}`;
  // The message with the button is replaced, because its code is used.
  await replaceOriginalMessage(actor, view.id, () => plainMessage('The code was entered.'), slack);
  return { success };
}

export function codeForm({ serviceName }: Deployment): ModalView {
  const service = serviceText(serviceName);
  return modalForm({
    callbackId: CONNECT_CODE_FORM,
    title: TITLE,
    submit: 'Connect',
    blocks: [
      section(`What anybody here makes then spends the credits of the account that signed in at ${service}.`),
      {
        type: 'input',
        block_id: CODE_FIELD,
        label: plain('The code that your browser shows', 75),
        element: { type: 'plain_text_input', action_id: CODE_FIELD, min_length: 6, max_length: 20 },
      },
    ],
  });
}

/** Returns the reason why nothing was connected, as plain text for the form's field. */
function codeError({ problem }: ConnectFailure, { serviceName }: Deployment): string {
  if (problem === 'wrong_code') return 'That is not the code that the browser shows.';
  if (problem === 'expired') return 'No sign-in waits for a code. Type /deck connect for a new link.';
  if (problem === 'not_allowed') return 'You may not connect this workspace. Nothing was connected.';
  return `${capitalized(serviceName)} did not take the connection. Type /deck connect for a new link.`;
}
