import fc from 'fast-check';
import { afterEach, expect } from 'vitest';
import { expectNoErrors } from './log-errors.ts';
import './own-machine-only.ts';

// An error in the log is either what a test is about, which then says so (allowErrors), or a fault.
afterEach(expectNoErrors);

/** Seed of all arbitrary values. The same code must always give the same result, so a test run never fails by chance. */
const SEED = 20_261_130;
// `SEED=$RANDOM npm test` tries other values.
fc.configureGlobal({ seed: Number(process.env.SEED ?? SEED) });

// Which file's journey drives a stand-in of the service: hits.ts.
process.env.TEST_FILE = expect.getState().testPath;
