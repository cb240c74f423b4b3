import { randomBytes, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createProposals, MOST_OF_PERSON } from '../../src/asks/proposals.ts';
import { withLock } from '../../src/storage/database.ts';
import { createSealedStore } from '../../src/storage/store.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk } from '../support/harness/fakes.ts';

const db = await cleanDatabase();

function aStore() {
  const store = createSealedStore<unknown>(db, 'proposals');
  return createProposals(
    store,
    (origin = randomUUID()) => origin,
    30,
    (name, fn) => withLock(db, name, fn),
  );
}

async function keptOf(person: string) {
  const [row] = await db.query<{ values: number; characters: number }>(
    `SELECT count(*)::int AS "values", coalesce(sum(length(value)), 0)::int AS characters FROM kv
     WHERE namespace = 'proposals' AND key LIKE 'T1/' || $1 || '/%'`,
    [person],
  );
  return row;
}

it('keeps the newest proposals of each person, so that one person’s messages do not fill the disk', async () => {
  const proposals = aStore();
  const ben = { team: 'T1', person: 'UBEN' };
  const bens = await proposals.save(anAsk(ben), { id: 'his' });
  // "UBE" is another person, although the id of Ben begins with it.
  const other = { team: 'T1', person: 'UBE' };
  const { values } = MOST_OF_PERSON;
  for (let n = 0; n < values + 3; n += 1) await proposals.save(anAsk(other), { id: `p${n}` });
  expect(await keptOf('UBE')).toMatchObject({ values });
  expect(await proposals.find(other, `p${values + 2}`)).not.toBeNull();
  expect(await proposals.find(ben, bens)).not.toBeNull();
});

it('bounds the characters of one person’s proposals, also of changed ones, and always keeps the newest', async () => {
  const proposals = aStore();
  const ana = { team: 'T1', person: 'UANA' };
  // Random, because stored texts are compressed.
  const prompt = randomBytes(100_000).toString('hex');
  for (let n = 0; n < 10; n += 1) await proposals.save(anAsk({ ...ana, prompt }), { id: `p${n}` });
  const { values = 0, characters } = (await keptOf('UANA')) ?? {};
  expect(values).toBeGreaterThan(1);
  expect(characters).toBeLessThanOrEqual(MOST_OF_PERSON.characters);
  const isKept = async (id: string) => (await proposals.find(ana, id)) !== null;
  expect(await isKept('p9')).toBe(true);
  expect(await isKept('p0')).toBe(false);
  // A short proposal that a change makes long counts with its new length.
  await proposals.save(anAsk(ana), { id: 'short' });
  const long = randomBytes(299_000).toString('base64');
  await proposals.amend(ana, 'short', (ask) => ({ ...ask, prompt: long }));
  expect((await keptOf('UANA'))?.characters).toBeLessThanOrEqual(MOST_OF_PERSON.characters);
  expect(await isKept('short')).toBe(true);
});

it('keeps a proposal for a day', async () => {
  const proposals = aStore();
  const chloe = { team: 'T1', person: 'UCHLOE' };
  await proposals.save(anAsk(chloe), { id: 'old' });
  const hers = `namespace = 'proposals' AND key LIKE 'T1/UCHLOE/%'`;
  const [row] = await db.query<{ hours: number }>(
    `SELECT round(extract(epoch FROM expires_at - now()) / 3600)::int AS hours FROM kv WHERE ${hers}`,
  );
  expect(row?.hours).toBe(24);
  await db.query(`UPDATE kv SET expires_at = now() - interval '1 second' WHERE ${hers}`);
  expect(await proposals.find(chloe, 'old')).toBeNull();
});

it('counts the proposals of workflows and of Slackbot separately, so that they remove no card of the person', async () => {
  const proposals = aStore();
  const dora = { team: 'T1', person: 'UDORA' };
  const own = await proposals.save(anAsk(dora), { id: 'own' });
  for (let n = 0; n <= MOST_OF_PERSON.values; n += 1) {
    await proposals.save(anAsk(dora), { id: `step:${n}` });
    await proposals.saveOnce(anAsk(dora), `words ${n}`);
  }
  expect(await proposals.find(dora, own)).not.toBeNull();
  expect(await proposals.find(dora, 'step:0')).toBeNull();
  expect(await proposals.find(dora, `step:${MOST_OF_PERSON.values}`)).not.toBeNull();
});

it('gives the same words of Slackbot one proposal until it is answered', async () => {
  const proposals = aStore();
  const eve = { team: 'T1', person: 'UEVE' };
  const [one, same] = await Promise.all([1, 2].map(() => proposals.saveOnce(anAsk(eve), 'words')));
  expect(same).toEqual(one);
  await proposals.discard(eve, one?.id ?? '');
  const next = await proposals.saveOnce(anAsk(eve), 'words');
  expect(next.id).not.toBe(one?.id);
  expect(await proposals.find(eve, next.id)).not.toBeNull();
});

it('a proposal has one id, so that a forged one does not start a second generation after a crash', async () => {
  const proposals = aStore();
  const ana = { team: 'T1', person: 'UANA' };
  await proposals.save(anAsk(ana), { id: 'hers' });
  expect(await proposals.find(ana, 'own:hers')).toBeNull();
  expect(await proposals.find(ana, 'hers')).not.toBeNull();
});
