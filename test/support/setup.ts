import { afterEach } from 'vitest';
import { expectNoErrors } from './log.ts';
import './own-machine-only.ts';

// An error in the log is either what a test is about, which then says so (allowErrors), or a fault.
afterEach(expectNoErrors);
