import type { WebClient } from '@slack/web-api';
import type { ConnectionState } from '../../connections/state.ts';
import { isAdmin } from '../admin.ts';
import type { SlackContext } from '../context.ts';
import { adminsToAsk } from './admins-to-ask.ts';

/** Who looks at a team's connection. */
export interface Looker {
  client: WebClient;
  team: string;
  person: string;
}

/** What there is to say to a person about connecting their team, and what they may do about it. */
export interface ConnectOffer {
  state: ConnectionState;
  isAdmin: boolean;
  mayConnect: boolean;
  /** Theirs alone, good once; null where they may not, or nobody could come back from the service. */
  link: string | null;
  /** Whom to ask, where they may not; may be empty. */
  admins: string[];
}

/** Whether a person may connect their team: its admins and owners, or whoever they let. */
export async function mayConnect({ client, team, person }: Looker, slack: SlackContext): Promise<boolean> {
  const who = await slack.connecting.policy.of(team);
  return who === 'everyone' || isAdmin(client, person, slack.log);
}

/** Makes a link, where the person may have one. */
export async function offerTo(looker: Looker, slack: SlackContext): Promise<ConnectOffer> {
  const { client, team, person } = looker;
  const { connecting, log } = slack;
  const [state, admin, who] = await Promise.all([
    connecting.stateOf(team),
    isAdmin(client, person, log),
    connecting.policy.of(team),
  ]);
  const may = admin || who === 'everyone';
  return {
    state,
    isAdmin: admin,
    mayConnect: may,
    link: may ? await connecting.invite({ team, person }) : null,
    admins: may ? [] : await adminsToAsk(client, log),
  };
}

/** Disconnecting is for who connected the team and for its admins. */
export async function mayDisconnect(looker: Looker, slack: SlackContext): Promise<boolean> {
  const { person } = await slack.connecting.stateOf(looker.team);
  return person === looker.person || isAdmin(looker.client, looker.person, slack.log);
}
