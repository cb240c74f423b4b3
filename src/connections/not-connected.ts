import { Unauthorized } from '../service/errors/refusals.ts';

/**
 * A person has to act before anything can be asked of the service: connect the team (`never`), connect it anew (`lost`),
 * or renew the configured API key (`key_refused`).
 */
export class NotConnected extends Unauthorized {
  readonly team: string;
  readonly why: 'never' | 'lost' | 'key_refused';

  constructor(team: string, why: NotConnected['why']) {
    super(WORDS[why]);
    this.team = team;
    this.why = why;
  }
}

const WORDS: Record<NotConnected['why'], string> = {
  never: 'The team is not connected.',
  lost: 'The connection has to be renewed.',
  key_refused: 'The service does not take the configured API key.',
};
