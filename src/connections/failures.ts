import { Unauthorized } from '../service/errors.ts';

/** Why connecting did not work, as data; browser pages and Slack put it into words. */
export type ConnectProblem =
  /** The link or the answer is unknown, used already, or older than ten minutes. */
  | 'expired'
  /** The answer came to another browser than the one that was sent off. */
  | 'other_browser'
  /** The person may not, or no longer, connect this team; or Deckhand has left it. */
  | 'not_allowed'
  /** The person pressed Deny. */
  | 'denied'
  /** The service does not let apps register: an operator has to, and sets SERVICE_CLIENT_ID. */
  | 'registration_refused'
  /** The service said no for another reason; `detail` is its sentence. */
  | 'refused'
  /** The service gave less than full access. */
  | 'too_narrow'
  /** The API key is not one that the service takes. */
  | 'key_refused'
  /** The service did not answer; another time it may. */
  | 'unavailable';

export interface ConnectFailure {
  ok: false;
  problem: ConnectProblem;
  /** The service's own sentence, where it gave one. */
  detail?: string;
}

export function failure(problem: ConnectProblem, detail?: string): ConnectFailure {
  return { ok: false, problem, ...(detail && { detail }) };
}

const CAUSES = {
  /** The team has to be connected. */
  unconnected: 'The team is not connected.',
  /** The team has to be connected anew. */
  unauthorized: 'The connection has to be renewed.',
  /** The operator has to renew `SERVICE_API_KEY`. */
  key_refused: 'The service does not take the configured API key.',
} as const;

/** A person has to act before anything can be asked of the service. */
export class NotConnected extends Unauthorized {
  override readonly reason: keyof typeof CAUSES;

  constructor(reason: keyof typeof CAUSES) {
    super(CAUSES[reason]);
    this.reason = reason;
  }
}
