import nock from 'nock';
import { afterEach } from 'vitest';

/** For a test file whose service is nock: no answer that was prepared is left for the next test. */
export function interceptRequests() {
  afterEach(() => {
    nock.cleanAll();
  });
}
