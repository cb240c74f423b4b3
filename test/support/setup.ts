import nock from 'nock';

// Whatever a test calls over HTTP is either answered by nock or runs on this machine.
nock.disableNetConnect();
nock.enableNetConnect(/^(127\.0\.0\.1|localhost|\[?::1\]?)(:\d+)?$/);
