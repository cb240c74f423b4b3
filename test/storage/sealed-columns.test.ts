import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createCollectedPages } from '../../src/generations/collected-pages.ts';
import { findGeneration } from '../../src/generations/store.ts';
import { fullAsk } from '../../src/generations/stored-ask.ts';
import { transition } from '../../src/generations/transitions.ts';
import { pageSchema } from '../../src/sources/pages.ts';
import { createCipher } from '../../src/storage/cipher.ts';
import { type Database, withCipher } from '../../src/storage/database.ts';
import { reencrypt } from '../../src/storage/reencrypt.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

const db = await cleanDatabase();

const [old, next] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')] as const;
const withKeys = (...keys: string[]): Database => withCipher(db, createCipher(keys));

const page = {
  ...pageSchema.parse({
    messages: [{ ts: '1.1', text: 'the quokka signs' }],
    next: null,
    left: { messages: 1, characters: 1 },
  }),
  number: 0,
};

/** Creates a generation with a value in every sealed column. @returns its id */
async function aGeneration(over: Database, key: string): Promise<string> {
  const ask = anAsk({ prompt: `the plan of ${key}`, title: 'Quokkas' });
  const { id } = await createHarness(over).generations.start(ask, key);
  const failure = { reason: 'invalid' as const, message: 'No quokkas' };
  await transition(over, { team: 'T1', id, work: 'document' }, ['queued'], 'failed', new Date(), {
    collected: 'the quokka signs',
    failure,
  });
  await createCollectedPages(over, { team: 'T1', generation: id }).save('history', page);
  return id;
}

describe('with a new first key', () => {
  test('all values are re-encrypted, and the old key is no longer needed', async () => {
    const id = await aGeneration(withKeys(old), 'rotated');
    expect(await reencrypt(withKeys(next, old))).toEqual({ reencrypted: 7, damaged: [] });

    const after = withKeys(next);
    expect(await fullAsk(after, id)).toMatchObject({ ask: { prompt: 'the plan of rotated' } });
    expect(await findGeneration(after, 'T1', id)).toMatchObject({
      title: 'Quokkas',
      failure: { reason: 'invalid', message: 'No quokkas' },
    });
    expect(await createCollectedPages(after, { team: 'T1', generation: id }).pages('history')).toEqual([
      page,
    ]);
    expect(await reencrypt(withKeys(next, old))).toEqual({ reencrypted: 0, damaged: [] });
  });

  test('a value that cannot be decrypted does not keep others from being re-encrypted', async () => {
    const ids = [];
    for (let each = 0; each < 120; each += 1) ids.push(await aGeneration(withKeys(old), `row ${each}`));
    await db.query("update generations set title = left(title, 20) || 'AAAA' where key = 'row 7'");
    await db.query("update collected_pages set page = 'v1.gone.AAAA' where generation = $1", [ids[9]]);

    const { reencrypted, damaged } = await reencrypt(withKeys(next, old));
    expect(reencrypted).toBe(120 * 7 - 2);
    expect(damaged.sort()).toEqual([
      `collected_pages.page:T1/${ids[9]}/history/0/0`,
      `generations.title:T1/${ids[7]}`,
    ]);
    expect(await fullAsk(withKeys(next), ids[119] ?? '')).toMatchObject({
      ask: { prompt: 'the plan of row 119' },
    });
  });
});

describe('an attacker who can write to the database', () => {
  test('cannot copy texts from one generation to another', async () => {
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

test('a row that is given to another team cannot be opened there, and neither can texts that are not sealed', async () => {
  const id = await aGeneration(db, 'moved');
  await db.query("update generations set team = 'T2' where id = $1", [id]);
  const moved = await findGeneration(db, 'T2', id);
  expect(moved).toMatchObject({ label: '', ask: null });
  expect(moved?.title).toBeUndefined();
  expect(await fullAsk(db, id)).toEqual({ ask: null, collected: null });

  await db.query("update generations set team = 'T1', title = '\"Plain\"' where id = $1", [id]);
  expect((await findGeneration(db, 'T1', id))?.title).toBeUndefined();
});

test('without the key, a generation has no texts, and its pages are read again', async () => {
  const id = await aGeneration(withKeys(old), 'lost key');
  const after = withKeys(next);
  const found = await findGeneration(after, 'T1', id);
  expect(found).toMatchObject({ state: 'failed', label: '', ask: null, failure: { reason: 'invalid' } });
  expect(await fullAsk(after, id)).toEqual({ ask: null, collected: null });
  const pages = createCollectedPages(after, { team: 'T1', generation: id });
  await expect(pages.last('history')).rejects.toThrow('is read again');
  expect(await pages.last('history')).toBeUndefined();
});
