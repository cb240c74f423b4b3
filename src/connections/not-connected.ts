import { Unauthorized } from '../service/errors/refusals.ts';

/** A person has to connect the team (`never`), or connect it anew (`lost`), before anything can be asked of the service. */
export class NotConnected extends Unauthorized {
  readonly team: string;
  readonly why: 'never' | 'lost';

  constructor(team: string, why: NotConnected['why']) {
    super(why === 'never' ? 'The team is not connected.' : 'The connection has to be renewed.');
    this.team = team;
    this.why = why;
  }
}
