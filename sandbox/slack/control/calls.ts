/** A Web API call of the app as it came in, without its token. */
export interface RecordedCall {
  method: string;
  /** The arguments, JSON strings in form fields parsed. */
  args: Record<string, unknown>;
  /** Milliseconds since the epoch. */
  at: number;
  team?: string;
  status?: number;
  /** Slack's answer; missing where the connection was cut before it was given. */
  answer?: Record<string, unknown>;
}
