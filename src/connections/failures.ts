import { type ErrorDetails, Unauthorized } from '../service/errors.ts';

/** Why connecting failed. Browser pages and Slack have a text for each. */
export type ConnectProblem =
  /** The link or the started sign-in is unknown, used already, or older than ten minutes. */
  | 'expired'
  /** The sign-in ended in another browser than the one in which it began. */
  | 'other_browser'
  /** The person may not connect this team (any more), or Deckhand is no longer installed. */
  | 'not_allowed'
  /** The person clicked "Deny". */
  | 'denied'
  /** The service does not let apps register. An operator has to register one and set SERVICE_CLIENT_ID. */
  | 'registration_refused'
  /** The service refused for another reason; `detail` is its sentence. */
  | 'refused'
  /** The service granted less than the scope that is needed. */
  | 'too_narrow'
  /** The code from the browser was typed wrong. It can be typed again. */
  | 'wrong_code'
  /** The service does not accept the API key. */
  | 'key_refused'
  /** The service did not answer, or with an error that may pass. */
  | 'unavailable';

export interface ConnectFailure {
  ok: false;
  problem: ConnectProblem;
  /** The service's own sentence, if there is one. */
  detail?: string;
  /** `x-request-id` of the service. */
  reference?: string;
  /** The message of our own check. Undefined if our checks found nothing. */
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
  /** The team has to be connected. */
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
