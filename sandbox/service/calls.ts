import type { Principal } from './principal.ts';

/** A call and its response. */
export interface RecordedCall {
  /** The `x-request-id` it was answered with. */
  id: string;
  method: string;
  /** With the query. */
  path: string;
  /** The route, e.g. `GET /generations/{id}`; empty if there is none. */
  route: string;
  /** The JSON body, or the text if it is not JSON. */
  body: unknown;
  /** The authenticated caller. */
  by?: Principal | undefined;
  /** HTTP status; 0 if the connection was cut. */
  status: number;
  /** Milliseconds since the epoch, by the stand-in's clock. */
  at: number;
}

/** Most calls to keep, so that the memory of a long-running sandbox does not grow. */
const KEPT = 20_000;

export interface Calls {
  readonly all: RecordedCall[];
  record(call: RecordedCall): void;
  clear(): void;
}

export function createCalls(): Calls {
  const all: RecordedCall[] = [];
  return {
    all,
    record(call) {
      all.push(call);
      if (all.length > KEPT * 1.1) all.splice(0, all.length - KEPT);
    },
    clear: () => all.splice(0),
  };
}
