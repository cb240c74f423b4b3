import { pino } from 'pino';
import { fetch } from 'undici';
import { createConnections } from '../../src/connections/connections.ts';
import { createCipher } from '../../src/storage/cipher.ts';
import { openDatabase } from '../../src/storage/database.ts';

/** Renews a team's tokens two hours ahead of time, and dies between the service's answer and writing it down. */
const [team, baseUrl, publicUrl, key] = process.argv.slice(2) as [string, string, string, string];
const { DATABASE_URL, DATA_DIR = '' } = process.env;
const log = pino({ level: 'silent' });
const db = await openDatabase({
  log,
  ...(DATABASE_URL ? { databaseUrl: DATABASE_URL } : { dataDir: DATA_DIR }),
});

const dyingFetch: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  if (!String(init?.body).includes('grant_type=refresh_token')) return answer;
  await answer.text();
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
};

const connections = createConnections({
  db,
  cipher: createCipher([key]),
  fetch: dyingFetch,
  clock: { now: () => Date.now() + 2 * 60 * 60_000, sleep: async () => {} },
  log,
  baseUrl,
  publicUrl,
});
await connections.authorizationFor(team).headers();
