import { pino } from 'pino';
import { fetch } from 'undici';
import { createConnections } from '../../src/connections/connections.ts';
import { createServiceClient } from '../../src/service/client.ts';
import { createCipher } from '../../src/storage/cipher.ts';
import { openPlace, type Place } from '../support/database.ts';

/**
 * A process of Deckhand two hours from now: it makes so many requests of a team at once and prints how each ended, in
 * one word. With `dies` it is killed between the service's new tokens and writing them down.
 *
 * Lines: `locking` as it tries for the lock, `renewing` as it asks for new tokens, `expired` for each notice of an
 * expired connection, then a JSON array.
 */
export interface Errand {
  place: Place;
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
const database = await openPlace(errand.place);
const db: typeof database = {
  ...database,
  acquireLock(name) {
    console.log('locking');
    return database.acquireLock(name);
  },
};

const watched: typeof fetch = async (input, init) => {
  const renews = String(init?.body).includes('grant_type=refresh_token');
  if (renews) console.log('renewing');
  const answer = await fetch(input, init);
  if (!renews || !errand.dies) return answer;
  await answer.text();
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
};

const usual = { clock, log, fetch: watched, baseUrl: errand.baseUrl };
const connections = createConnections({
  ...usual,
  db,
  cipher: createCipher([errand.key]),
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
