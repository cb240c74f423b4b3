import { afterEach, expect } from 'vitest';
import { expectNoErrors } from './log-errors.ts';
import './own-machine-only.ts';

// An error in the log is either what a test is about, which then says so (allowErrors), or a fault.
afterEach(expectNoErrors);

// Which file's journey drives a stand-in of the service: hits.ts.
process.env.TEST_FILE = expect.getState().testPath;
