import type { Log } from '../log.ts';

/** Places of jobs that post a line: a team whose Slack is out of reach holds few of them, for as long as it is. */
export const LINE_PLACES = { capacity: 100, perTeam: 10 };

/** Milliseconds for one more try of a job that was given up. */
export const LAST_TRY_MS = 10 * 60_000;

/**
 * The end of a job whose line can be left out, because what it says stands elsewhere (a digest's state in the list of digests) or is
 * said again another day (credits): one more try, and the log's word where that fails, too.
 */
export function lastTry<Payload extends { team: string }>(
  run: (payload: Payload, signal: AbortSignal) => Promise<void>,
  otherwise: string,
  log: Log,
) {
  return (payload: Payload): Promise<void> =>
    run(payload, AbortSignal.timeout(LAST_TRY_MS)).catch((err: unknown) =>
      log.error({ team: payload.team, err }, otherwise),
    );
}
