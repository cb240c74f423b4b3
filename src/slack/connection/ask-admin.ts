import type { ConnectionSummary } from '../../connections/connection-state.ts';
import { clickValue, replaceMessage, reply } from '../bolt/answers/click.ts';
import { messageView, updateView } from '../bolt/answers/open-then-fill.ts';
import type { SlackContext } from '../bolt/context.ts';
import { adminsToAsk } from '../bolt/permissions/roles.ts';
import type { Click } from '../bolt/requests.ts';
import {
  buttons,
  context,
  type Deployment,
  type Message,
  plainMessage,
  section,
  withWords,
} from '../kit/blocks/parts.ts';
import { mention, serviceText } from '../kit/blocks/text.ts';
import { connectButton } from '../kit/copy/blocker-copy.ts';
import { rememberClick } from './when-connected.ts';

/** One day, in milliseconds: how long a person must wait before asking the admins again. */
const DAY_MS = 86_400_000;

/** Handles "Ask an admin": sends the admins a direct message. The outcome replaces the clicked message or modal. On Home, a modal opens. */
export async function askAdmin(click: Click, slack: SlackContext): Promise<void> {
  const words = clickValue(click)?.trim() ?? '';
  const text = await sendRequests(click, words, slack);
  const { view } = click.body;
  const message = withWords(plainMessage(text), words);
  if (view?.type === 'modal') await updateView(click.client, view.id, messageView('Ask an admin', message));
  else if (view) await reply(click, text);
  else await replaceMessage(click, message);
}

/** Sends the direct messages to the admins. @returns a sentence for the person who asked, as mrkdwn */
async function sendRequests(click: Click, words: string, slack: SlackContext): Promise<string> {
  const { actor, client } = click;
  const { team, person } = actor;
  const state = await slack.connecting.summaryOf(team);
  if (state.works) {
    return `Deckhand is connected to ${serviceText(slack.serviceName)} by now. Type \`/deck\` to begin.`;
  }
  await rememberClick(click, slack, { words, hasAsked: true });
  const admins = await adminsToAsk({ client, team }, slack.log);
  if (admins.length === 0)
    return 'Slack did not say who its admins are. Please ask one to type `/deck connect`.';
  const names = admins.map(mention).join(', ');
  if (!(await slack.once(team, `ask-admin:${person}`, DAY_MS))) {
    return `You asked ${names} within the last day already. Deckhand tells you once it is connected.`;
  }
  const message = requestMessage(person, state, slack);
  const posts = await Promise.allSettled(
    admins.map((admin) => client.chat.postMessage({ channel: admin, ...message })),
  );
  const reached = admins.filter((_, index) => posts[index]?.status === 'fulfilled');
  slack.log.info({ team, asked: reached.length }, 'A person asked the admins to connect Deckhand');
  if (reached.length === 0) return `Slack did not take the message. Please ask ${names} yourself.`;
  return `I asked ${reached.map(mention).join(', ')} to connect Deckhand. They don’t see your words. Deckhand tells you once it is connected.`;
}

/** Builds the message that asks an admin to connect Deckhand. @param person the Slack user id of the person who asks */
function requestMessage(person: string, { kind }: ConnectionSummary, deployment: Deployment): Message {
  const service = serviceText(deployment.serviceName);
  const what =
    kind === 'none'
      ? `wants to make something with Deckhand, which is not connected to ${service}.`
      : `wants to make something with Deckhand, but its connection to ${service} has to be renewed.`;
  const text = `${mention(person)} ${what}`;
  return {
    text,
    blocks: [
      section(text),
      ...buttons(connectButton(deployment)),
      ...context('Connecting takes a minute, and works for the whole workspace.'),
    ],
  };
}
