import type { Actor } from '../../actor.ts';
import type { ConnectionSummary } from '../../connections/connection-state.ts';
import type { Connected } from '../../connections/connections.ts';
import { PostRefused } from '../../generations/delivery/delivery.ts';
import { capitalized } from '../../text.ts';
import type { SlackClients } from '../bolt/calls/clients.ts';
import { orPostRefused } from '../bolt/calls/posts.ts';
import type { SlackContext } from '../bolt/context.ts';
import { adminsToAsk, roleIn } from '../bolt/permissions/roles.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { button, buttons, context, type Deployment, type Message, section } from '../kit/blocks/parts.ts';
import { escaped, mention, oneLine, serviceText } from '../kit/blocks/text.ts';
import { madeBy } from './connect-blocks.ts';

/** Sends direct messages about a team's connection to the service. A message that Slack may have posted is not sent again. */

export function createConnectionMessages(
  clients: Pick<SlackClients, 'posts' | 'reads'>,
  slack: Pick<SlackContext, 'log'> & Deployment,
) {
  async function post(team: string, person: string, message: Message) {
    const client = await clients.posts(team);
    return client.chat.postMessage({ channel: person, ...message });
  }

  return {
    /** Sends the person who requested the sign-in link a direct message that asks for the code in the browser. */
    async signedIn({ team, person }: Actor): Promise<void> {
      await post(team, person, signedInMessage(slack));
    },
    /**
     * Notifies the person whose connection was replaced, and up to three admins. The person who connected the team is only notified if they
     * had connected another account before.
     * @param before the replaced connection
     */
    async changed(
      { team, person, summary }: Connected,
      before: ConnectionSummary | undefined,
    ): Promise<void> {
      const former = before?.person;
      const isOwn = former === person;
      const client = await clients.reads(team);
      const isByAdmin = (await roleIn({ client, team, person }, slack.log)) === 'admin';
      const admins = await adminsToAsk({ client, team }, slack.log);
      const others = admins.filter((admin) => admin !== person && admin !== former);
      const posts = [
        ...(before && former && !isOwn
          ? [post(team, former, replacedMessage(person, summary, slack, before))]
          : []),
        ...(before && isOwn && isOtherAccount(before, summary)
          ? [post(team, person, formerAccountMessage(before, slack))]
          : []),
        ...others.map((one) => post(team, one, connectedByMessage(person, summary, { ...slack, isByAdmin }))),
      ];
      const failed = (await Promise.allSettled(posts)).filter(({ status }) => status === 'rejected').length;
      if (failed > 0) slack.log.warn({ team, failed }, 'Some people were not told of a new connection');
    },
    /**
     * Tells the person who connected the team, and up to three admins, that the service no longer accepts the connection.
     * @throws if Slack rate limits the message. Other errors are only logged: the message may be posted, or Slack would refuse it again
     */
    async expired(team: string, person: string): Promise<void> {
      try {
        await orPostRefused(() => post(team, person, expiredMessage(slack)));
      } catch (error) {
        if (error instanceof PostRefused && error.retryAfterMs !== undefined) throw error;
        slack.log.warn({ team, err: error }, 'A person may not have been told of an expired connection');
      }
      const client = await clients.reads(team);
      const others = (await adminsToAsk({ client, team }, slack.log)).filter((admin) => admin !== person);
      const posts = others.map((admin) => post(team, admin, expiredForAdminsMessage(person, slack)));
      const failed = (await Promise.allSettled(posts)).filter(({ status }) => status === 'rejected').length;
      if (failed > 0) slack.log.warn({ team, failed }, 'Some admins were not told of an expired connection');
    },
  };
}

/** Returns whether two connections use different accounts of the service; undefined if the service has not reported both. */
function isOtherAccount(one: ConnectionSummary, other: ConnectionSummary): boolean | undefined {
  const [first, second] = [one, other].map(({ who }) => who?.email ?? who?.name);
  return first && second ? first !== second : undefined;
}

/** Says how to end Deckhand's access at the service, to the person whose account or key was connected. @param service escaped name */
export function withdrawText({ kind }: Pick<ConnectionSummary, 'kind'>, service: string): string {
  return kind === 'api_key'
    ? `The key itself stays good until it is deleted at ${service}.`
    : `${capitalized(service)} has no way to withdraw access from here: to end it there too, remove Deckhand in your account’s settings.`;
}

/** Builds the message that asks for the code after a sign-in at the service. */
export function signedInMessage({ serviceName }: Deployment): Message {
  const text = `One step is left: enter the code that your browser shows, to connect Deckhand to ${serviceText(serviceName)}.`;
  return {
    text,
    blocks: [
      section(text),
      ...buttons(button('Enter the code…', actions.connectCode, 'code', 'primary')),
      ...context(
        'The code works for ten minutes. Did somebody else sign in with your link? Don’t ask them for it.',
      ),
    ],
  };
}

/** Builds the message to the person who connected the team: Deckhand is connected, and the team's documents spend this person's credits. */
export function connectedMessage(state: ConnectionSummary, { serviceName }: Deployment): Message {
  const service = serviceText(serviceName);
  return {
    text: `Deckhand is connected to ${service}. Type \`/deck\` followed by what it should be about.`,
    blocks: [
      section(`*Deckhand is connected to ${service}.* ${madeBy(state)}`.trim()),
      section(
        'Type `/deck` followed by what it should be about. If something was waiting for the connection, it goes on by itself.',
      ),
      ...context(
        'What anybody here makes now spends your credits in that workspace. As a Slack admin, write me `limits` to set who may spend how much. `/deck disconnect` ends the connection.',
      ),
    ],
  };
}

/**
 * Builds the message to the person whose connection was replaced.
 * @param by Slack user id of the person who replaced it
 * @param before the replaced connection. If it used the same account, ending Deckhand's access would end the new connection, too
 */
export function replacedMessage(
  by: string,
  state: ConnectionSummary,
  { serviceName }: Deployment,
  before: ConnectionSummary,
): Message {
  const service = serviceText(serviceName);
  const withdraw =
    isOtherAccount(before, state) === false
      ? ''
      : ` Deckhand’s copy of your credentials is deleted. ${withdrawText(before, service)}`;
  return withHint(
    `${mention(by)} has connected Deckhand to ${service}, in place of the connection that you had made.`,
    withoutPerson(state),
    `What anybody makes here from now on goes into that workspace, and no longer spends your credits. Your own documents stay where they are.${withdraw}`,
  );
}

/** Builds the message to a person who has connected another account in place of their own connection. @param before the replaced connection */
export function formerAccountMessage(before: ConnectionSummary, { serviceName }: Deployment): Message {
  const service = serviceText(serviceName);
  const name = before.who?.name;
  const account = name ? `with ${escaped(oneLine(name), 75)}’s account` : 'with another account';
  return withHint(
    `Your former connection to ${service}, ${account}, is replaced.`,
    '',
    `Deckhand’s copy of its credentials is deleted. ${withdrawText(before, service)}`,
  );
}

/** Returns the sentence of `madeBy` for a message that has named the person who connected. */
const withoutPerson = ({ person: _, since: __, ...state }: ConnectionSummary) => madeBy(state);

/** Builds the message to admins when a person connected the team. It says whose credits are spent. @param by that person's Slack user id */
export function connectedByMessage(
  by: string,
  state: ConnectionSummary,
  { serviceName, isByAdmin = false }: Deployment & { isByAdmin?: boolean },
): Message {
  const end = '`/deck disconnect` ends the connection.';
  return withHint(
    `${mention(by)} has connected Deckhand to ${serviceText(serviceName)}.`,
    `${withoutPerson(state)} What anybody makes here from now on spends credits there.`.trim(),
    isByAdmin
      ? end
      : `Everybody here may connect Deckhand. On its Home you can let only admins do that; ${end}`,
  );
}

/** Builds the message to the person whose connection was ended. @param by Slack user id of the person who ended it */
export function endedMessage(
  by: string,
  { serviceName, state }: Deployment & { state: Pick<ConnectionSummary, 'kind'> },
): Message {
  const service = serviceText(serviceName);
  return withHint(
    `${mention(by)} has ended the connection to ${service} that you had made for Deckhand.`,
    '',
    `Deckhand’s copy of your credentials is deleted. Documents stay where they are. ${withdrawText(state, service)}`,
  );
}

/** Says whose credits are spent after disconnecting, and which documents wait. @param service the service's name, already escaped */
export function consequences({ hasFallback, who }: ConnectionSummary, service: string): string {
  if (!hasFallback)
    return 'Nothing more can be made here until somebody connects again. What is in the making waits for that.';
  const workspace = who?.workspace ? `*${escaped(oneLine(who.workspace), 75)}*` : 'that workspace';
  return `What is asked for from then on is made with the connection to ${service} of whoever runs Deckhand, and spends the credits there. What is in the making waits until ${workspace} is connected again.`;
}

/** Builds the message to admins when the connection was ended. @param by Slack user id of the person who ended it */
export function disconnectedByMessage(
  by: string,
  state: ConnectionSummary,
  { serviceName }: Deployment,
): Message {
  const service = serviceText(serviceName);
  return withHint(
    `${mention(by)} has disconnected Deckhand from ${service}.`,
    '',
    `${consequences(state, service)} Documents stay where they are.`,
  );
}

/** Builds the message to admins when the service no longer accepts a connection. @param person Slack user id of who made it */
export function expiredForAdminsMessage(person: string, { serviceName }: Deployment): Message {
  const service = serviceText(serviceName);
  const text = `:warning: ${capitalized(service)} no longer accepts the connection that ${mention(person)} made for Deckhand.`;
  const now = 'Nothing can be made here until somebody reconnects. What waits goes on after that.';
  return {
    text: `${text} ${now}`,
    blocks: [section(`${text} ${now}`), ...buttons(button('Reconnect', actions.connect, 'lost', 'primary'))],
  };
}

/** Builds a message of a text, details and a hint. Slack's notification contains only the text. */
function withHint(text: string, details: string, hint: string): Message {
  return { text, blocks: [section(`${text} ${details}`.trim()), ...context(hint)] };
}

/** Builds the message to the person who connected the team when the service no longer accepts the connection. */
export function expiredMessage({ serviceName }: Deployment): Message {
  const service = serviceText(serviceName);
  const what = `${capitalized(service)} no longer accepts the connection that you made for Deckhand.`;
  return {
    text: `${what} Reconnect, and what waits goes on by itself.`,
    blocks: [
      section(`:warning: *${what}* Until it is renewed nothing can be made here.`),
      section('Once you reconnect, what waits goes on by itself; nothing has to be asked for again.'),
      ...buttons(button('Reconnect', actions.connect, 'lost', 'primary')),
    ],
  };
}
