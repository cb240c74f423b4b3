import { expect, test } from 'vitest';
import { createProposals } from '../../src/asks/proposals.ts';
import { systemClock } from '../../src/clock.ts';
import { createDefaultsStore } from '../../src/defaults/defaults.ts';
import { findGeneration } from '../../src/generations/store.ts';
import { createAudit } from '../../src/settings/audit.ts';
import { createTeamSettings } from '../../src/settings/team-settings.ts';
import { createOptOuts } from '../../src/storage/opt-outs.ts';
import { erasePerson, exportPerson } from '../../src/storage/person.ts';
import { createSealedStore } from '../../src/storage/store.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { createHarnessWithDigest, settings } from '../support/harness/digests.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';
import { dump } from '../support/kept-data.ts';
import { createTestLog } from '../support/log.ts';

const db = await cleanDatabase();
const ana = { team: 'T1', person: 'UANA' };
const ben = { team: 'T1', person: 'UBEN' };

async function store() {
  const { generations } = createHarness(db);
  const own = await generations.start(
    anAsk({ ...ana, prompt: 'Quokka plan', destination: { channel: 'C1' } }),
    'a',
  );
  const bens = await generations.start(
    anAsk({ ...ben, prompt: 'Wombat plan', destination: { channel: 'C1' } }),
    'b',
  );
  await createHarnessWithDigest(db, settings({ focus: { topics: [], words: 'Quokka news' } }));
  const proposals = createProposals(
    createSealedStore<unknown>(db, 'proposals'),
    () => 'p1',
    30,
    (_, fn) => fn(),
  );
  await proposals.save(anAsk({ ...ana, prompt: 'Quokka card' }));
  await createDefaultsStore(db).set({ team: 'T1', kind: 'person', id: 'UANA' }, { tone: 'Quokka tone' });
  await createOptOuts(db).set('T1', 'UANA', true);
  const budget = { spenderPeople: ['UANA', 'UBEN'], creditsOf: { UANA: null, UBEN: 5 } };
  for (const team of ['T1', 'T2']) await createTeamSettings(db).set(team, budget);
  const audit = createAudit({ db, clock: systemClock, log: createTestLog().log });
  await audit.record({ ...ana, what: 'settings', via: 'form' });
  return { own, bens, audit };
}

test('a person’s data can be read and erased, and that of others stays', async () => {
  const { own, bens, audit } = await store();
  const { documents, digests, entries, audit: lines } = await exportPerson(db, ana);
  expect(documents).toMatchObject([{ id: own.id, prompt: 'Quokka plan' }]);
  expect(digests).toMatchObject([{ focus: { words: 'Quokka news' } }]);
  expect(JSON.stringify(entries)).toMatch(/Quokka card/);
  expect(JSON.stringify(entries)).toMatch(/Quokka tone/);
  expect(lines).toMatchObject([{ what: 'settings', via: 'form' }]);
  expect(JSON.stringify(await exportPerson(db, ben))).not.toMatch(/Quokka/);
  const before = JSON.stringify(await exportPerson(db, ben));

  await erasePerson(db, ana);
  await erasePerson(db, ana);
  const left = await exportPerson(db, ana);
  expect(left).toMatchObject({ documents: [], digests: [], messages: [], audit: [] });
  expect(left.entries).toMatchObject([{ namespace: 'opt-outs' }]);
  expect(await findGeneration(db, 'T1', own.id)).toMatchObject({ state: 'stopped', ask: null, label: '' });
  expect((await audit.of('T1'))[0]?.who).toMatch(/^erased-/);
  const { of } = createTeamSettings(db);
  expect(await of('T1')).toMatchObject({ spenderPeople: ['UBEN'] });
  expect((await of('T1')).creditsOf).toEqual({ UBEN: 5 });
  expect((await of('T2')).spenderPeople).toEqual(['UANA', 'UBEN']);
  await createTeamSettings(db).set('T2', { spenderPeople: [], creditsOf: {} });
  // The job queue and the opt-out are all that may name her.
  const tables = (await dump(db)).replace(/"pgboss[\s\S]*?(?="public)/, '');
  expect(tables.split('UANA').length - 1).toBeLessThanOrEqual(2);

  expect(JSON.stringify(await exportPerson(db, ben))).toBe(before);
  expect(await findGeneration(db, 'T1', bens.id)).toMatchObject({ state: 'queued' });
});
