import { setTimeout as sleep } from 'node:timers/promises';

/** As long as tests wait for anything (vitest.config.ts), milliseconds. */
const LIMIT_MS = 20_000;
const LOOK_MS = 20;

/**
 * Waits until something is so. For what test runs and benches share: vitest's own `expect.poll` works in test runs alone.
 * @throws an error that says what is there `otherwise`
 */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  { otherwise }: { otherwise: () => string | Promise<string> },
): Promise<void> {
  for (const end = Date.now() + LIMIT_MS; !(await isSo()); await sleep(LOOK_MS))
    if (Date.now() >= end) throw new Error(await otherwise());
}
