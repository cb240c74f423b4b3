import type { ConnectionSummary } from '../../connections/connection-state.ts';
import type { SlackClient } from '../../slack-client.ts';
import { isOwnerOrAdmin, mayConnect } from '../bolt/authorize.ts';
import type { SlackContext } from '../bolt/context.ts';
import { adminsToAsk, roleIn } from '../bolt/roles.ts';

/** Who looks at a team's connection. */
export interface Looker {
  client: SlackClient;
  team: string;
  person: string;
}

/** What there is to say to a person about connecting their team, and what they may do about it. */
export interface ConnectOffer {
  state: ConnectionSummary;
  isAdmin: boolean;
  mayConnect: boolean;
  /** Theirs alone, good once; null where they may not, or nobody could come back from the service. */
  link: string | null;
  /** Whom to ask, where they may not; may be empty. */
  admins: string[];
}

/** Makes a link, where the person may have one. */
export async function offerTo(looker: Looker, slack: SlackContext): Promise<ConnectOffer> {
  const { team, person } = looker;
  const { connecting, log } = slack;
  const [state, role, who] = await Promise.all([
    connecting.summaryOf(team),
    roleIn(looker, log),
    connecting.policy.of(team),
  ]);
  const may = mayConnect(role, who);
  return {
    state,
    isAdmin: role === 'admin',
    mayConnect: may,
    link: may ? await connecting.createLink({ team, person }) : null,
    admins: may ? [] : await adminsToAsk(looker, log),
  };
}

/** Disconnecting is for who connected the team and for its admins. */
export async function mayDisconnect(looker: Looker, slack: SlackContext): Promise<boolean> {
  const { person } = await slack.connecting.summaryOf(looker.team);
  return isOwnerOrAdmin({ actor: looker, client: looker.client }, person, slack.log);
}
