import nock from 'nock';
import { afterEach } from 'vitest';
import { expectNoErrors } from './log.ts';

// Whatever a test calls over HTTP is either answered by nock or runs on this machine.
nock.disableNetConnect();
nock.enableNetConnect(/^(127\.0\.0\.1|localhost|\[?::1\]?)(:\d+)?$/);

// An error in the log is either what a test is about, which then says so (allowErrors), or a fault.
afterEach(expectNoErrors);
