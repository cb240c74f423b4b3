import type { Principal } from './principal.ts';

/** A call as it was made and answered. */
export interface RecordedCall {
  /** The `x-request-id` it was answered with. */
  id: string;
  method: string;
  /** With the query. */
  path: string;
  /** The row of the route table, e.g. `GET /generations/{id}`; empty where there is none. */
  route: string;
  /** The JSON that was sent, or the text where it was none. */
  body: unknown;
  /** On whose behalf it was let in. */
  by?: Principal | undefined;
  /** 0 where the connection was cut. */
  status: number;
  /** Milliseconds since the epoch, by the stand-in's clock. */
  at: number;
}

/** Older calls are dropped, so that a sandbox that runs for weeks does not grow. */
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
