import { type ErrorDetails, Unauthorized } from '../service/errors.ts';

/** Why connecting failed. Browser pages and Slack have a text for each reason. */
export type ConnectProblem =
  /**
   * The link, the sign-in or its code is unknown, used already or older than ten minutes. Also after too many wrong codes, and if the link
   * was opened in another browser before.
   */
  | 'expired'
  /** The sign-in began in one browser and ended in another. */
  | 'other_browser'
  /** The person may not connect this team (any more), or Deckhand is no longer installed. */
  | 'not_allowed'
  /** The person clicked "Deny". */
  | 'denied'
  /**
   * Deckhand has no OAuth client at the service. Either the service does not let apps register themselves, so an operator has to register
   * Deckhand and set SERVICE_CLIENT_ID. Or the configured client belongs to another authorization server, which `check` names.
   */
  | 'registration_refused'
  /** The service refused for a reason that has no entry here. `detail` is its explanation. */
  | 'refused'
  /** The service did not grant the scope that Deckhand needs to make documents. */
  | 'too_narrow'
  /** The code from the browser was typed wrong. The person can type it again. */
  | 'wrong_code'
  /** The service does not accept the API key. */
  | 'key_refused'
  /** The service did not answer, or its error may be temporary. */
  | 'unavailable';

export interface ConnectFailure {
  ok: false;
  problem: ConnectProblem;
  /** The service's explanation, if it sent one. */
  detail?: string;
  /** `x-request-id` of the service. */
  reference?: string;
  /** Message of a failed check by Deckhand itself, for the operator. Undefined if the service refused. */
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
  /** A person has to connect the team. */
  unconnected: 'The team is not connected.',
  /** A person has to connect the team again. */
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
