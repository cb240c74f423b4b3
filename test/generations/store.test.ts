import { expect, test } from 'vitest';
import { findGeneration, saveGenerationId } from '../../src/generations/store.ts';
import { fullAsk } from '../../src/generations/stored-ask.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

const db = await cleanDatabase();

test('a generation is read as it was stored, without its prompt', async () => {
  const ask = anAsk({ title: 'Review', destination: { channel: 'C1', threadTs: '17.1' } });
  const { id, createdAt } = await createHarness(db).generations.start(ask, 'read');
  expect(await findGeneration(db, 'T1', id)).toEqual({
    ...{
      id,
      team: 'T1',
      person: 'U1',
      state: 'queued',
      work: 'document',
      label: 'Review',
      title: 'Review',
      exportAs: 'pptx',
    },
    ...{ channel: 'C1', threadTs: '17.1', createdAt, updatedAt: createdAt, ask: { ...ask, prompt: '' } },
  });
  expect(await fullAsk(db, id)).toEqual({ ask, collected: null });
});

test('JSON that this version cannot read does not prevent an outcome', async () => {
  const { generations, work } = createHarness(db);
  const { id } = await generations.start(anAsk(), 'later version');
  await db.query(`update generations set ask = '{"source": {"kind": "dream"}}', credits = '[]',
    failure = '{"reason": "from_a_later_version"}'`);
  expect(await generations.find('T1', id)).toMatchObject({ ask: null, failure: { reason: 'internal' } });
  await work();
  expect(await generations.find('T1', id)).toMatchObject({ state: 'failed' });
});

test('a late id of the service is written if there is none, and replaces no other', async () => {
  const { generations } = createHarness(db);
  const { id } = await generations.start(anAsk(), 'late id');
  await saveGenerationId(db, { team: 'T1', id }, { generationId: 'first', warnings: 'no images' });
  await saveGenerationId(db, { team: 'T1', id }, { generationId: 'second' });
  expect(await generations.find('T1', id)).toMatchObject({ generationId: 'first', warnings: 'no images' });
});
