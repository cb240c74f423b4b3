import { type ErrorDetails, Unauthorized } from '../service/errors.ts';

/** Why connecting failed. Browser pages and Slack have a text for each reason. */
export type ConnectProblem =
  /** The link, the sign-in or the code is no longer valid. For example, it was used already or is older than ten minutes. */
  | 'expired'
  /** The sign-in began in one browser and ended in another. */
  | 'other_browser'
  /** The person may not connect this team, or Deckhand is no longer installed. */
  | 'not_allowed'
  /** The person did not allow the connection on the service's page. */
  | 'denied'
  /** Deckhand could not register an OAuth client at the service, or SERVICE_CLIENT_ID belongs to another server. */
  | 'registration_refused'
  /** The service refused for a reason that has no entry here. `detail` is its explanation. */
  | 'refused'
  /** The service did not grant the scope that Deckhand needs to make documents. */
  | 'too_narrow'
  /** The code from the browser was typed wrong. The person can type it again. */
  | 'wrong_code'
  | 'key_refused'
  /** The service did not answer, or its error may be temporary. */
  | 'unavailable';

export interface ConnectFailure {
  ok: false;
  problem: ConnectProblem;
  /** The service's explanation, if it sent one. */
  detail?: string;
  /** The service's id of the failed request (`x-request-id`). */
  reference?: string;
  /** The problem that Deckhand's own check found, for the operator. Undefined if the service itself refused the connection. */
  check?: string | undefined;
}

export function failure(
  problem: ConnectProblem,
  error: Pick<ErrorDetails, 'serviceMessage' | 'requestId'> & { check?: string | undefined } = {},
): ConnectFailure {
  const { serviceMessage: detail, requestId: reference, check } = error;
  return {
    ...{ ok: false, problem },
    ...(detail && { detail }),
    ...(reference && { reference }),
    ...(check && { check }),
  };
}

const CAUSES = {
  unconnected: 'The team is not connected.',
  /** The connection has ended. A person has to connect the team again. */
  unauthorized: 'The connection has to be renewed.',
  /** The operator has to replace `SERVICE_API_KEY`. */
  key_refused: 'The service does not take the configured API key.',
} as const;

/** Thrown if a person has to act before requests to the service are possible. */
export class NotConnected extends Unauthorized {
  override readonly reason: keyof typeof CAUSES;

  constructor(reason: keyof typeof CAUSES) {
    super(CAUSES[reason]);
    this.reason = reason;
  }
}
