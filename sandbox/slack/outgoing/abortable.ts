import type { Clock } from '../../clock.ts';

/** Waits. Returns true when the time has passed, false if the signal is aborted before. */
export async function abortable(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  if (ms === 0) return true;
  return clock.sleep(ms, signal).then(
    () => true,
    () => false,
  );
}
