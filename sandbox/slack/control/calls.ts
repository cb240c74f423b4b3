/** A Web API call of the app, without its token. */
export interface RecordedCall {
  method: string;
  /** The arguments. JSON strings in form fields are parsed. */
  args: Record<string, unknown>;
  /** Milliseconds since the epoch. */
  at: number;
  team?: string;
  status?: number;
  /** The response. Undefined if the connection was cut before. */
  answer?: Record<string, unknown>;
}
