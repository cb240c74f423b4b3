import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

export default defineConfig({
  test: {
    include: ['{test,sandbox}/**/*.test.{ts,tsx}'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/setup.ts'],
    pool: 'forks',
    // Files share a process one after the other, and with it the modules: starting and importing anew for each took
    // a third of the suite's time. So no test may leave anything changed that is not its own.
    isolate: false,
    // Stories wait more than they work: more of them at once than two cores, and time enough for each. No more than that, since each
    // process takes seven seconds of processor time to load and compile what tests import, and to open its databases.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The one wait of all tests (`expect.poll`): long, since machines stall, and only a failing test waits it out.
    expect: { poll: { timeout: 20_000, interval: 20 } },
    // A test that needs a second try is to be mended.
    retry: 0,
    // Processes that tests start would leave theirs in the run's temporary folder.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/deckhand/compiled') },
    // Unhandled rejections fail the run: that is vitest's default, and is to stay.
    dangerouslyIgnoreUnhandledErrors: false,
  },
});
