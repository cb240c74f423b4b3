import { pino } from 'pino';
import { createConnections } from '../../src/connections/connections.ts';
import type { SendRequest } from '../../src/outgoing-requests.ts';
import { createServiceClient } from '../../src/service/client.ts';
import { createCipher } from '../../src/storage/cipher.ts';
import { withCipher } from '../../src/storage/database.ts';
import { openOnServer } from '../support/database.ts';
import { send } from '../support/send.ts';

/**
 * A process of Deckhand whose clock is two hours ahead. It makes several requests of a team at once and prints the result of each
 * in one word. With `dies` it is killed after it got new tokens and before it writes them.
 *
 * Its lines: `locking` when it requests the lock, `renewing` when it requests new tokens, `expired` for each notice of an
 * expired connection, then a JSON array.
 */
export interface Errand {
  databaseUrl: string;
  team: string;
  baseUrl: string;
  publicUrl: string;
  key: string;
  requests: number;
  dies: boolean;
}

const errand = JSON.parse(process.argv[2] ?? '') as Errand;
const log = pino({ level: 'silent' });
const clock = { now: () => Date.now() + 2 * 60 * 60_000, sleep: async () => {} };
const database = await openOnServer(errand.databaseUrl);
const db: typeof database = {
  ...withCipher(database, createCipher([errand.key])),
  acquireLock(name) {
    console.log('locking');
    return database.acquireLock(name);
  },
};

const watched: SendRequest = async (request) => {
  const renews = String(request.body).includes('grant_type=refresh_token');
  if (renews) console.log('renewing');
  const answer = await send(request);
  if (!renews || !errand.dies) return answer;
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
};

const usual = { clock, log, send: watched, baseUrl: errand.baseUrl };
const connections = createConnections({
  ...usual,
  db,
  publicUrl: errand.publicUrl,
  onExpired: async () => console.log('expired'),
});
const authorization = connections.authorizationFor(errand.team);
const client = createServiceClient({ ...usual, authorization });
const outcomes = await Promise.all(
  Array.from({ length: errand.requests }, () =>
    client.listThemes({ limit: 1 }).then(
      () => 'answered',
      (error: Error) => error.constructor.name,
    ),
  ),
);
console.log(JSON.stringify(outcomes));
await db.close();
