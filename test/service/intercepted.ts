import nock from 'nock';
import { afterEach, beforeEach } from 'vitest';

/** For a test file whose service is nock: no request gets out. */
export function interceptRequests() {
  beforeEach(() => {
    nock.disableNetConnect();
  });
  afterEach(() => {
    nock.cleanAll();
    nock.enableNetConnect();
  });
}
