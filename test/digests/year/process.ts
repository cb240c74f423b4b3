import { readFileSync } from 'node:fs';
import { createLog } from '../../../src/log.ts';
import { openDatabase } from '../../../src/storage/open.ts';
import { testCipher } from '../../support/test-key.ts';
import { createSetClock, startMember } from './member.ts';

/** A process of its own, to be killed in the middle of things; the time comes from a file that the test writes. */
const [databaseUrl = '', clockFile = ''] = process.argv.slice(2);
const db = await openDatabase({
  cipher: testCipher,
  databaseUrl,
  log: createLog('silent'),
  maxConnections: 4,
});
await startMember(
  db,
  createSetClock(() => Number(readFileSync(clockFile, 'utf8'))),
);
process.stdout.write('ready\n');
