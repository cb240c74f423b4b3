import { type ErrorReason, Unauthorized } from '../service/errors.ts';

/**
 * A person has to act before anything can be asked of the service: connect the team (`never`), connect it anew (`lost`),
 * or renew the configured API key (`key_refused`).
 */
export class NotConnected extends Unauthorized {
  override readonly reason: ErrorReason;
  readonly team: string;
  readonly why: 'never' | 'lost' | 'key_refused';

  constructor(team: string, why: NotConnected['why']) {
    super(WORDS[why]);
    this.reason = REASONS[why];
    this.team = team;
    this.why = why;
  }
}

const REASONS: Record<NotConnected['why'], ErrorReason> = {
  never: 'unconnected',
  lost: 'unauthorized',
  key_refused: 'key_refused',
};

const WORDS: Record<NotConnected['why'], string> = {
  never: 'The team is not connected.',
  lost: 'The connection has to be renewed.',
  key_refused: 'The service does not take the configured API key.',
};
