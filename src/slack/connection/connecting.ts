import type { ConnectPolicy } from '../../connections/connect-policy.ts';
import type { Connections } from '../../connections/connections.ts';

/** What the surfaces may do with a team's connection. Every call names the team. */
export interface Connecting
  extends Pick<Connections, 'createLink' | 'connectWithApiKey' | 'disconnect' | 'summaryOf'> {
  policy: ConnectPolicy;
}
