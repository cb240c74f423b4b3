import { expect, test } from 'vitest';
import { createProposals } from '../../src/asks/proposals.ts';
import { systemClock } from '../../src/clock.ts';
import { createDefaultsStore } from '../../src/defaults/defaults.ts';
import { insertPost } from '../../src/generations/delivery/outbox.ts';
import { findGeneration } from '../../src/generations/store.ts';
import { Forbidden } from '../../src/service/errors.ts';
import { createAudit } from '../../src/settings/audit.ts';
import { createTeamSettings } from '../../src/settings/team-settings.ts';
import { createOptOuts } from '../../src/storage/opt-outs.ts';
import { erasePerson, exportPerson } from '../../src/storage/person.ts';
import { createSeen } from '../../src/storage/seen.ts';
import { createSealedStore } from '../../src/storage/store.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { createMovableClock } from '../support/harness/clock.ts';
import { createHarnessWithDigest, settings } from '../support/harness/digests.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';
import { dump } from '../support/kept-data.ts';
import { createTestLog } from '../support/log.ts';
import { NO_LIMITS } from '../support/no-limits.ts';

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
  const { harness } = await createHarnessWithDigest(
    db,
    settings({ focus: { topics: [], words: 'Quokka news' } }),
  );
  const bensDigest = await harness.digests.create(ben.team, ben.person, settings(), 'view-of-ben');
  await harness.digests.pause(ben.team, bensDigest.id, ana.person);
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
  const payload = { kind: 'budget_request', person: 'UANA', blocker: 'credits_of_person' };
  await insertPost(db, { team: 'T1', channel: 'UBEN', payload, createdAt: new Date() });
  const pausedBy = async () => (await harness.digests.find(ben.team, bensDigest.id))?.pausedBy;
  return { own, bens, audit, pausedBy };
}

test('a person’s data can be read and erased, and that of others stays', async () => {
  const { own, bens, audit, pausedBy } = await store();
  const { documents, digests, entries, audit: lines } = await exportPerson(db, ana);
  expect(documents).toMatchObject([{ id: own.id, prompt: 'Quokka plan' }]);
  expect(digests).toMatchObject([{ focus: { words: 'Quokka news' } }]);
  expect(JSON.stringify(entries)).toMatch(/Quokka card/);
  expect(JSON.stringify(entries)).toMatch(/Quokka tone/);
  expect(lines).toMatchObject([{ what: 'settings', via: 'form' }]);
  expect(JSON.stringify(await exportPerson(db, ben))).not.toMatch(/Quokka/);
  expect(await pausedBy()).toBe(ana.person);
  const before = JSON.stringify(await exportPerson(db, ben));

  await erasePerson(db, ana, 'operator');
  await erasePerson(db, ana, 'operator');
  const left = await exportPerson(db, ana);
  expect(left).toMatchObject({ documents: [], digests: [], messages: [], audit: [] });
  expect(left.entries).toMatchObject([{ namespace: 'opt-outs' }]);
  expect(await findGeneration(db, 'T1', own.id)).toMatchObject({ state: 'stopped', ask: null, label: '' });
  expect((await audit.of('T1')).find(({ what }) => what === 'settings')?.who).toMatch(/^erased-/);
  const { of } = createTeamSettings(db);
  expect(await of('T1')).toMatchObject({ spenderPeople: ['UBEN'] });
  expect((await of('T1')).creditsOf).toEqual({ UBEN: 5 });
  expect((await of('T2')).spenderPeople).toEqual(['UANA', 'UBEN']);
  await createTeamSettings(db).set('T2', { spenderPeople: [], creditsOf: {} });
  expect(await pausedBy()).toBeUndefined();
  // The job queue and the opt-out are all that may name her.
  const tables = (await dump(db)).replace(/"pgboss[\s\S]*?(?="public)/, '');
  expect(tables.split('UANA').length - 1).toBeLessThanOrEqual(2);
  expect(tables).not.toContain('budget_request');

  expect(JSON.stringify(await exportPerson(db, ben))).toBe(before);
  expect(await findGeneration(db, 'T1', bens.id)).toMatchObject({ state: 'queued' });
});

/** Creates a function that has Ana ask for a document, which costs 12 credits, and returns its state or why it was not made. */
function asksWith(limitsOf: () => Promise<typeof NO_LIMITS>) {
  const { generations, work } = createHarness(db, {}, undefined, limitsOf);
  return async () => {
    const { id } = await generations.start(anAsk(ana), crypto.randomUUID());
    await work();
    const { state, failure } = (await generations.find('T1', id)) ?? {};
    return failure?.reason ?? state;
  };
}

test('credits that a person has spent this month count after they erase themselves', async () => {
  let creditsOfPerson: number | null = null;
  const ask = asksWith(async () => ({ ...NO_LIMITS, creditsOfPerson }));
  expect(await ask()).toBe('delivered');
  creditsOfPerson = 12;
  await erasePerson(db, ana, 'person');
  expect(await ask()).toBe('credits_of_person');
});

test('asks of the last hour count after a person erases themselves', async () => {
  const ask = asksWith(async () => ({ ...NO_LIMITS, asksPerHour: 2 }));
  expect([await ask(), await ask()]).toEqual(['delivered', 'delivered']);
  await erasePerson(db, ana, 'person');
  await expect(ask()).rejects.toThrow('asks_per_hour');
});

test('a person who erases themselves keeps the limits that admins set for them, and sends no second request in a day', async () => {
  const settings = createTeamSettings(db);
  await settings.set('T1', { creditsOf: { UANA: 0 }, spenderPeople: ['UANA'] });
  const claim = () => createSeen(db).claim('T1', 'budget-request:UANA', 60_000);
  expect(await claim()).toBe(true);
  const ask = asksWith(() => settings.of('T1') as never);
  await erasePerson(db, ana, 'person');
  const { creditsOf, spenderPeople } = await settings.of('T1');
  expect(Object.entries(creditsOf)).toEqual([[expect.stringMatching(/^erased-/), 0]]);
  expect(spenderPeople).toEqual([]);
  expect(await ask()).toBe('credits_of_person');
  expect(await claim()).toBe(false);
  await erasePerson(db, ana, 'operator');
  expect(await settings.of('T1')).toMatchObject({ creditsOf: {}, spenderPeople: [] });
  expect(await claim()).toBe(true);
});

test('what is remembered about people whose id begins alike stays', async () => {
  const claim = () => createSeen(db).claim('T1', 'ask-admin:UANAX', 60_000);
  expect(await claim()).toBe(true);
  await erasePerson(db, ana, 'operator');
  expect(await claim()).toBe(false);
});

test('an erased person is a pseudonym in the values of settings, too', async () => {
  const audit = createAudit({ db, clock: systemClock, log: createTestLog().log });
  await audit.record({ ...ben, what: 'budget', object: 'creditsOf={"UANA":5,"UANAX":6}', via: 'form' });
  const { pseudonym } = await erasePerson(db, ana, 'person');
  expect((await audit.of('T1'))[0]?.object).toBe(`creditsOf={"${pseudonym}":5,"UANAX":6}`);
});

test('the name of the account that an erased person connected is deleted, and that of others stays', async () => {
  const audit = createAudit({ db, clock: systemClock, log: createTestLog().log });
  const names = 'workspace=Studio account=Vera Stolz';
  for (const [actor, connector] of [
    [ana, 'UANA'],
    [ben, 'UANA'],
    [ana, 'UBEN'],
    [ben, 'UANAX'],
  ] as const)
    await audit.record({ ...actor, what: 'disconnect', object: `${connector}=${names}`, via: 'form' });
  const { pseudonym } = await erasePerson(db, ana, 'person');
  expect((await audit.of('T1')).slice(0, 4).map(({ object }) => object)).toEqual([
    `UANAX=${names}`,
    `UBEN=${names}`,
    `${pseudonym}=workspace=Studio`,
    `${pseudonym}=workspace=Studio`,
  ]);
});

test('a digest that is deleted because its owner is erased has a line in the audit trail', async () => {
  const { audit } = await store();
  const [{ id = '' } = {}] = (await exportPerson(db, ana)).digests ?? [];
  const { pseudonym } = await erasePerson(db, ana, 'person');
  await erasePerson(db, ana, 'person');
  const deleted = (await audit.of('T1')).filter(({ object }) => object.includes(String(id)));
  expect(deleted).toMatchObject([
    { who: '', what: 'digest deleted', object: `C1=${id} owner=${pseudonym}`, via: 'erasure' },
  ]);
});

test('an erased person has one pseudonym in all lines of the audit trail, and two admins have two', async () => {
  const audit = createAudit({ db, clock: systemClock, log: createTestLog().log });
  const act = (actor: typeof ana) => audit.record({ ...actor, what: 'settings', via: 'form' });
  for (const admin of [ana, ben, ana]) {
    await act(admin);
    await erasePerson(db, admin, 'person');
  }
  const [last, bens, first] = (await audit.of('T1')).map(({ who }) => who);
  expect(first).toMatch(/^erased-[0-9a-f]{8}$/);
  expect(last).toBe(first);
  expect(bens).not.toBe(first);
});

test('what other people said in a source is not sent to the asker', async () => {
  const { generations, service, work } = createHarness(db);
  service.script.create.push(new Forbidden('no'));
  const source = { kind: 'channel' as const, channel: 'C1', since: '2026-01-01T00:00:00Z' };
  await generations.start(anAsk({ ...ana, source }), 'a');
  await work();
  const { documents } = await exportPerson(db, ana);
  expect(documents).toMatchObject([{ state: 'failed' }]);
  expect(documents?.[0]).not.toHaveProperty('collected');
});

test('of many documents, the newest are exported, with the prompts of the newest of them', async () => {
  const clock = createMovableClock();
  const { generations } = createHarness(db, {}, clock);
  for (const prompt of ['first', 'second', 'third']) {
    clock.move(1000);
    await generations.start(anAsk({ ...ana, prompt }), prompt);
  }
  const newest = await exportPerson(db, ana, { rows: 2, prompts: 1 });
  expect(newest.documents?.map(({ prompt }) => prompt)).toEqual(['third', null]);
  const all = await exportPerson(db, ana);
  expect(all.documents?.map(({ prompt }) => prompt)).toEqual(['third', 'second', 'first']);
});
