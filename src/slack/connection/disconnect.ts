import type { ModalView } from '@slack/types';
import type { ConnectionSummary } from '../../connections/connection-state.ts';
import { openThenFill, plainView } from '../bolt/answers/open-then-fill.ts';
import type { SlackContext } from '../bolt/context.ts';
import { type Acting, isOwnerOrAdmin } from '../bolt/permissions/permissions.ts';
import { adminsToAsk } from '../bolt/permissions/roles.ts';
import type { Click, Command, FormAnswer, Submission } from '../bolt/requests.ts';
import { DISCONNECT_FORM } from '../bolt/routes/action-ids.ts';
import { type Deployment, section } from '../kit/blocks/parts.ts';
import { mention, serviceText } from '../kit/blocks/text.ts';
import { modalForm } from '../kit/form/modal.ts';
import { auditedConnection, madeBy } from './connect-blocks.ts';
import { consequences, disconnectedByMessage, endedMessage, withdrawText } from './direct-messages.ts';
import { showOutcome } from './show-outcome.ts';

const TITLE = 'Disconnect';
const MAY_NOT_DISCONNECT =
  'Only who connected Deckhand, or a Slack admin, can disconnect it. Nothing was changed.';

/** Handles `/deck disconnect` and the button "Disconnect" on Home: asks for confirmation in a modal. */
export function askToDisconnect(request: Command | Click, slack: SlackContext): Promise<void> {
  return openThenFill(request, TITLE, () => confirmation(request, slack), slack);
}

/** Returns the modal that asks for confirmation, or a modal that says why the person cannot disconnect. */
async function confirmation(acting: Acting, slack: SlackContext): Promise<ModalView> {
  const state = await slack.connecting.summaryOf(acting.actor.team);
  const isOwn = state.kind === 'oauth' || state.kind === 'api_key';
  if (!isOwn) return plainView(TITLE, nothingToDisconnect(state, slack));
  const may = await isOwnerOrAdmin(acting, state.person, slack.log);
  return may ? disconnectForm(state, slack) : plainView(TITLE, MAY_NOT_DISCONNECT);
}

/** Ends the connection after confirmation. Checks the person's permission again, because the form can be forged. */
export async function submitDisconnect(submission: Submission, slack: SlackContext): Promise<FormAnswer> {
  const { id } = submission.view;
  return {
    view: plainView(TITLE, 'One moment …'),
    after: async () => {
      const text = await endConnection(submission, slack);
      await showOutcome(submission, { id, title: TITLE, text }, slack);
    },
  };
}

/** Ends the connection, if the person may. @returns a sentence for the person, as mrkdwn */
async function endConnection(acting: Acting, slack: SlackContext): Promise<string> {
  const { team, person } = acting.actor;
  const state = await slack.connecting.summaryOf(team);
  if (!(await isOwnerOrAdmin(acting, state.person, slack.log))) return MAY_NOT_DISCONNECT;
  await slack.connecting.disconnect(team);
  await slack.audit.record({
    team,
    person,
    what: 'disconnect',
    object: auditedConnection(state),
    via: 'form',
  });
  await tellOthers(acting, state, slack);
  return disconnectedText(state, { ...slack, by: person });
}

/** Tells the person who had connected the team, and up to three admins, that the connection was ended. Each gets one direct message. */
async function tellOthers(
  { actor, client }: Acting,
  state: ConnectionSummary,
  { log, serviceName }: SlackContext,
): Promise<void> {
  const { team, person } = actor;
  const connector = state.person === person ? undefined : state.person;
  const admins = await adminsToAsk({ client, team }, log);
  const others = admins.filter((admin) => admin !== person && admin !== connector);
  const posts = [
    ...(connector ? [{ channel: connector, ...endedMessage(person, { serviceName, state }) }] : []),
    ...others.map((channel) => ({ channel, ...disconnectedByMessage(person, state, { serviceName }) })),
  ].map((message) => client.chat.postMessage(message));
  const failed = (await Promise.allSettled(posts)).filter(({ status }) => status === 'rejected').length;
  if (failed > 0) log.warn({ team, failed }, 'Some people were not told that the connection was ended');
}

export function disconnectForm(state: ConnectionSummary, { serviceName }: Deployment): ModalView {
  const service = serviceText(serviceName);
  return modalForm({
    callbackId: DISCONNECT_FORM,
    title: TITLE,
    submit: 'Disconnect',
    close: 'Keep it',
    blocks: [
      section(`*Disconnect Deckhand from ${service}?* ${madeBy(state)}`.trim()),
      section(`${consequences(state, service)} Documents stay where they are.`),
    ],
  });
}

/** Says why nobody in this team can end the connection: the operator has configured it, or the team is not connected. */
function nothingToDisconnect({ kind }: ConnectionSummary, { serviceName }: Deployment): string {
  const service = serviceText(serviceName);
  return kind === 'configured'
    ? `The connection to ${service} was set up by whoever runs Deckhand, and can be ended only there.`
    : `Deckhand is not connected to ${service}, so there is nothing to disconnect.`;
}

/**
 * Says that the connection was ended in Deckhand, and how Deckhand's access at the service can be withdrawn. Only the person whose account it
 * is can do that.
 * @param by Slack user id of the person who has ended it
 */
function disconnectedText(
  { kind, hasFallback, person }: ConnectionSummary,
  { serviceName, by }: Deployment & { by: string },
): string {
  const service = serviceText(serviceName);
  const isOwn = !person || person === by;
  const copy = `Deckhand’s copy of ${isOwn ? 'your' : 'the'} credentials is deleted.`;
  const only = kind === 'api_key' ? 'the key itself' : 'the access of Deckhand';
  const rest = isOwn
    ? withdrawText({ kind }, service)
    : `At ${service}, ${only} stays good until ${mention(person)}, who connected it, removes it there. I have sent them a message about it.`;
  const what = hasFallback
    ? `*${isOwn ? 'Your' : 'The'} connection to ${service} is ended.* The one of whoever runs Deckhand has taken its place.`
    : `*Deckhand is disconnected from ${service}.*`;
  return `${what} ${copy} ${rest}`;
}
