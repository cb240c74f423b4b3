import type { ConnectionSummary } from '../../connections/connection-state.ts';
import { clickValue, replaceMessage, reply } from '../bolt/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import { messageView, updateView } from '../bolt/open-then-fill.ts';
import type { Click } from '../bolt/requests.ts';
import { adminsToAsk } from '../bolt/roles.ts';
import { connectButton } from '../kit/blocker-copy.ts';
import { buttons, context, type Deployment, type Message, plainMessage, section } from '../kit/parts.ts';
import { mention, serviceText } from '../kit/text.ts';
import { withWords } from '../kit/typed-words.ts';
import { rememberCard } from './connect-cards.ts';

/** Milliseconds: admins hear from each person once a day at most. */
const ONCE_A_DAY_MS = 86_400_000;

/** "Ask an admin": a direct message to the admins, with the connect button. What came of it takes the place of the button. */
export async function askAdmin(click: Click, slack: SlackContext): Promise<void> {
  const text = await ask(click, slack);
  const words = clickValue(click)?.trim() ?? '';
  await rememberCard(click, slack, words);
  const { view } = click.body;
  const message = withWords(plainMessage(text), words);
  if (view?.type === 'modal') await updateView(click.client, view.id, messageView('Ask an admin', message));
  else if (view) await reply(click, text);
  else await replaceMessage(click, message);
}

/** @returns what came of it, as mrkdwn */
async function ask({ actor, client }: Click, slack: SlackContext): Promise<string> {
  const { team, person } = actor;
  const state = await slack.connecting.summaryOf(team);
  if (state.works) {
    return `Deckhand is connected to ${serviceText(slack.serviceName)} by now. Type \`/deck\` to begin.`;
  }
  const admins = await adminsToAsk({ client, team }, slack.log);
  if (admins.length === 0)
    return 'Slack did not say who its admins are. Please ask one to type `/deck connect`.';
  const names = admins.map(mention).join(', ');
  if (!(await slack.once(team, `ask-admin:${person}`, ONCE_A_DAY_MS))) {
    return `You asked ${names} within the last day already. Deckhand tells you once it is connected.`;
  }
  const message = requestMessage(person, state, slack);
  const posts = await Promise.allSettled(
    admins.map(async (admin) => {
      const { channel, ts } = await client.chat.postMessage({ channel: admin, ...message });
      if (channel && ts) await slack.connectCards.remember(team, { kind: 'message', channel, ts });
    }),
  );
  const reached = admins.filter((_, index) => posts[index]?.status === 'fulfilled');
  slack.log.info({ team, asked: reached.length }, 'Somebody has asked the admins to connect Deckhand');
  await slack.connectCards.remember(team, { kind: 'asker', person });
  if (reached.length === 0) return `Slack did not take the message. Please ask ${names} yourself.`;
  return `${reached.map(mention).join(', ')} got a message from Deckhand with your request. Deckhand tells you once it is connected.`;
}

function requestMessage(person: string, { kind }: ConnectionSummary, deployment: Deployment): Message {
  const service = serviceText(deployment.serviceName);
  const what =
    kind === 'none'
      ? `wants to make something with Deckhand, which is not connected to ${service} yet.`
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
