import type { ModalView } from '@slack/types';
import type { ConnectionSummary } from '../../connections/connection-state.ts';
import { DISCONNECT_FORM } from '../bolt/action-ids.ts';
import type { SlackContext } from '../bolt/context.ts';
import { openThenFill, plainView } from '../bolt/open-then-fill.ts';
import { type Acting, isOwnerOrAdmin } from '../bolt/permissions.ts';
import type { Click, Command, FormAnswer, Submission } from '../bolt/requests.ts';
import { type Deployment, section } from '../kit/parts.ts';
import { atStart, escaped, oneLine, plain, serviceText } from '../kit/text.ts';
import { madeBy } from './connect-blocks.ts';
import { endedMessage } from './direct-messages.ts';
import { showOutcome } from './show-outcome.ts';

type Needs = Pick<SlackContext, 'connecting' | 'log' | 'reference' | 'serviceName' | 'showHome'>;

const TITLE = 'Disconnect';
const MAY_NOT_DISCONNECT =
  'Only who connected Deckhand, or a Slack admin, can disconnect it. Nothing was changed.';

/** `/deck disconnect`: asks first. */
export function askToDisconnect(command: Command, slack: Needs): Promise<void> {
  return openQuestion(command, command.command.trigger_id, slack);
}

/** "Disconnect" on Home: asks first. */
export function disconnect(click: Click, slack: Needs): Promise<void> {
  return openQuestion(click, click.body.trigger_id, slack);
}

async function openQuestion(acting: Acting, triggerId: string, slack: Needs): Promise<void> {
  await openThenFill(acting.client, { id: triggerId }, TITLE, () => question(acting, slack), slack);
}

/** The question, or why there is none. */
async function question(acting: Acting, slack: Needs): Promise<ModalView> {
  const state = await slack.connecting.summaryOf(acting.actor.team);
  const isOwn = state.kind === 'oauth' || state.kind === 'api_key';
  if (!isOwn) return plainView(TITLE, nothingToDisconnect(state, slack));
  const may = await isOwnerOrAdmin(acting, state.person, slack.log);
  return may ? disconnectForm(state, slack) : plainView(TITLE, MAY_NOT_DISCONNECT);
}

/** Disconnects, once somebody has said yes to the question; who may is checked again. */
export async function submitDisconnect(submission: Submission, slack: Needs): Promise<FormAnswer> {
  const { id } = submission.view;
  return {
    view: plainView(TITLE, 'One moment …'),
    after: async () => {
      const text = await end(submission, slack);
      await showOutcome(submission, { id, title: TITLE, text }, slack);
    },
  };
}

async function end(acting: Acting, { connecting, ...slack }: Needs): Promise<string> {
  const { team, person } = acting.actor;
  const state = await connecting.summaryOf(team);
  if (!(await isOwnerOrAdmin(acting, state.person, slack.log))) return MAY_NOT_DISCONNECT;
  await connecting.disconnect(team);
  slack.log.info({ team, person }, 'a team was disconnected');
  await tellFormer(acting, state.person, slack);
  return disconnectedText(state, slack);
}

/** Who had connected is told where somebody else ends it. */
async function tellFormer(
  { actor, client }: Acting,
  former: string | undefined,
  { log, serviceName }: Pick<Needs, 'log' | 'serviceName'>,
): Promise<void> {
  if (!former || former === actor.person) return;
  const message = endedMessage(actor.person, { serviceName });
  await client.chat
    .postMessage({ channel: former, ...message })
    .catch((err) => log.warn({ team: actor.team, err }, 'nobody was told of an ended connection'));
}

/** The question before a team is disconnected. */
export function disconnectForm(state: ConnectionSummary, { serviceName }: Deployment): ModalView {
  const service = serviceText(serviceName);
  return {
    type: 'modal',
    callback_id: DISCONNECT_FORM,
    title: plain(TITLE, 24),
    submit: plain('Disconnect', 24),
    close: plain('Keep it', 24),
    blocks: [
      section(`*Disconnect Deckhand from ${service}?* ${madeBy(state)}`.trim()),
      section(`${whatFollows(state, service)} Documents stay where they are.`),
    ],
  };
}

/** @param service the service's name, already escaped */
function whatFollows({ hasFallback, who }: ConnectionSummary, service: string): string {
  if (!hasFallback)
    return 'Nothing more can be made here until somebody connects again. What is in the making waits for that.';
  const workspace = who?.workspace ? `*${escaped(oneLine(who.workspace), 75)}*` : 'that workspace';
  return `What is asked for from then on is made with the connection to ${service} of whoever runs Deckhand, and spends the credits there. What is in the making waits until ${workspace} is connected again.`;
}

function nothingToDisconnect({ kind }: ConnectionSummary, { serviceName }: Deployment): string {
  const service = serviceText(serviceName);
  return kind === 'configured'
    ? `The connection to ${service} was set up by whoever runs Deckhand, and can be ended only there.`
    : `Deckhand is not connected to ${service}, so there is nothing to disconnect.`;
}

/** Says that access cannot be withdrawn at the service from here, which people would expect. */
function disconnectedText({ kind, hasFallback }: ConnectionSummary, { serviceName }: Deployment): string {
  const service = serviceText(serviceName);
  const rest =
    kind === 'api_key'
      ? `The key itself stays good until it is deleted at ${service}.`
      : `${atStart(service)} has no way to withdraw access from here: to end it there too, remove Deckhand in your account’s settings.`;
  const what = hasFallback
    ? `*Your connection to ${service} is ended.* The one of whoever runs Deckhand has taken its place.`
    : `*Deckhand is disconnected from ${service}.*`;
  return `${what} Deckhand’s copy of your credentials is deleted. ${rest}`;
}
