import { readFileSync } from 'node:fs';
import { createLog } from '../../../src/log.ts';
import { openDatabase } from '../../../src/storage/open.ts';
import { testCipher } from '../../support/test-key.ts';
import { createSetClock, startMember } from './member.ts';

/** The entry point of a process that the test kills. It reads the time from a file that the test writes. */
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
