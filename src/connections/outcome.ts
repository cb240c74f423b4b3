/** Why connecting did not work, as data; the words for it are built in slack/blocks. */
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
