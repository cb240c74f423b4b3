import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { digestsOf } from '../../src/digests/store.ts';
import { createCollectedPages } from '../../src/generations/collected-pages.ts';
import { findGeneration } from '../../src/generations/store.ts';
import { fullAsk } from '../../src/generations/stored-ask.ts';
import { transition } from '../../src/generations/transitions.ts';
import { pageSchema } from '../../src/sources/pages.ts';
import { createCipher } from '../../src/storage/cipher.ts';
import { type Database, withCipher } from '../../src/storage/database.ts';
import { migrate, readMigrations } from '../../src/storage/migrate.ts';
import { sealColumns } from '../../src/storage/sealed-columns.ts';
import { clearDatabase, emptyDatabase, testDatabase } from '../support/database.ts';
import { settings } from '../support/harness/digests.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

const db = await testDatabase();
afterAll(() => db.close());
beforeEach(() => clearDatabase(db));

const [old, next] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')] as const;
const withKeys = (...keys: string[]): Database => withCipher(db, createCipher(keys));

const page = pageSchema.parse({ messages: [{ ts: '1.1', text: 'the quokka signs' }], next: null });

/** A generation with everything that is sealed. @returns its id */
async function aGeneration(over: Database, key: string): Promise<string> {
  const ask = anAsk({ prompt: `the plan of ${key}`, title: 'Quokkas' });
  const { id } = await createHarness(over).generations.start(ask, key);
  const failure = { reason: 'invalid' as const, message: 'No quokkas' };
  await transition(over, { id, work: 'document' }, ['queued'], 'failed', new Date(), {
    collected: 'the quokka signs',
    failure,
  });
  await createCollectedPages(over, { team: 'T1', generation: id }).save('history', 0, page);
  return id;
}

/** The rows as they are stored. */
const stored = async (over: Database = db) =>
  JSON.stringify(
    await over.query(`select to_jsonb(g) as row from generations g
      union all select to_jsonb(p) from collected_pages p union all select to_jsonb(d) from digests d`),
  );

describe('a new key comes in front of the old one', () => {
  test('all is sealed with it, and the old one can go', async () => {
    const id = await aGeneration(withKeys(old), 'rotated');
    expect(await sealColumns(withKeys(next, old))).toEqual({ sealed: 7, damaged: [] });

    const after = withKeys(next);
    expect(await fullAsk(after, id)).toMatchObject({ ask: { prompt: 'the plan of rotated' } });
    expect(await findGeneration(after, 'T1', id)).toMatchObject({
      title: 'Quokkas',
      failure: { reason: 'invalid', message: 'No quokkas' },
    });
    expect(await createCollectedPages(after, { team: 'T1', generation: id }).pages('history')).toEqual([
      page,
    ]);
    expect(await sealColumns(withKeys(next, old))).toEqual({ sealed: 0, damaged: [] });
  });

  test('a value that does not open keeps no other under the old key', async () => {
    const ids = [];
    for (let each = 0; each < 120; each += 1) ids.push(await aGeneration(withKeys(old), `row ${each}`));
    await db.query("update generations set title = left(title, 20) || 'AAAA' where key = 'row 7'");
    await db.query("update collected_pages set page = 'v1.gone.AAAA' where generation = $1", [ids[9]]);

    const { sealed, damaged } = await sealColumns(withKeys(next, old));
    expect(sealed).toBe(120 * 7 - 2);
    expect(damaged.sort()).toEqual([
      `collected_pages.page:${ids[9]}/history/0/0`,
      `generations.title:${ids[7]}`,
    ]);
    expect(await fullAsk(withKeys(next), ids[119] ?? '')).toMatchObject({
      ask: { prompt: 'the plan of row 119' },
    });
  });
});

describe('somebody who can write to the database', () => {
  test("puts no other's words into a generation", async () => {
    const [mine, other] = [await aGeneration(db, 'mine'), await aGeneration(db, 'other')];
    await db.query(
      `update generations set (prompt, collected, title) =
         (select prompt, collected, title from generations where id = $2) where id = $1`,
      [mine, other],
    );
    expect(await fullAsk(db, mine)).toEqual({ ask: null, collected: null });
    expect((await findGeneration(db, 'T1', mine))?.title).toBeUndefined();
    await db.query('update generations set title = label where id = $1', [other]);
    expect((await findGeneration(db, 'T1', other))?.title).toBeUndefined();
  });
});

test('with the key gone, a generation is what it is without its texts, and pages are read again', async () => {
  const id = await aGeneration(withKeys(old), 'lost key');
  const after = withKeys(next);
  const found = await findGeneration(after, 'T1', id);
  expect(found).toMatchObject({ state: 'failed', label: '', ask: null, failure: { reason: 'invalid' } });
  expect(await fullAsk(after, id)).toEqual({ ask: null, collected: null });
  expect(await createCollectedPages(after, { team: 'T1', generation: id }).pages('history')).toEqual([]);
});

test('rows from before texts were sealed are read as they are, and sealed in the first round', async () => {
  const before = await emptyDatabase();
  const id = randomUUID();
  const ask = anAsk({ prompt: 'the plan "of" \n before', title: 'Quokkas' });
  const { focus, choices } = settings({ focus: { topics: [], words: 'the mahogany escalator' } });
  await migrate(
    before,
    readMigrations().filter(({ name }) => name < '0010'),
  );
  await before.query(
    `insert into generations (id, team, person, key, state, ask, collected, label, title, doc_url, failure, channel)
     values ($1, 'T1', 'U1', 'k', 'failed', $2, $3, 'v1.0 is out', $4, 'https://doc', $5, 'C1')`,
    [id, ask, 'the quokka\nsigns', ask.title, { reason: 'invalid', message: 'No quokkas' }],
  );
  await before.query(
    'insert into collected_pages (generation, team, walk, number, page) values ($1, $2, $3, 0, $4)',
    [id, 'T1', 'history', JSON.stringify(page)],
  );
  await before.query(
    `insert into digests (id, team, owner, key, channel, schedule, focus, choices, threshold, quiet, deliver_to, state,
       created_at, updated_at)
     values ($1, 'T1', 'U1', 'k', 'C1', $2, $3, $4, 5, 'say', '{"kind":"channel"}', 'active', now(), now())`,
    [id, settings().schedule, focus, choices],
  );
  await migrate(before);

  const check = async () => {
    expect(await findGeneration(before, 'T1', id)).toMatchObject({
      ...{ label: 'v1.0 is out', title: 'Quokkas', docUrl: 'https://doc', ask: { ...ask, prompt: '' } },
      failure: { reason: 'invalid', message: 'No quokkas' },
    });
    expect(await fullAsk(before, id)).toEqual({ ask, collected: 'the quokka\nsigns' });
    // They are read again.
    expect(await createCollectedPages(before, { team: 'T1', generation: id }).pages('history')).toEqual([]);
    expect(await digestsOf(before, 'T1', 'U1')).toMatchObject([{ focus, choices }]);
  };
  await check();
  expect(await stored(before)).toContain('quokka');
  expect(await sealColumns(before)).toEqual({ sealed: 9, damaged: [] });
  await check();
  expect(await stored(before)).not.toMatch(/quokka|plan|mahogany|v1\.0 is out/i);
  await before.close();
});
