import { expect, test } from 'vitest';
import type { Ask } from '../../src/asks/schema.ts';
import { askFor } from '../../src/digests/ask.ts';
import type { DigestSettings } from '../../src/digests/digest.ts';
import { findGeneration } from '../../src/generations/store.ts';
import { RateLimited } from '../../src/service/errors.ts';
import { createAudit } from '../../src/settings/audit.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';
import { createTestLog } from '../support/log.ts';
import { NO_LIMITS } from '../support/no-limits.ts';

/** Who gets access to a document at the service, and the lines of the audit trail about it and about what was read. */

const db = await cleanDatabase();
const thread = { kind: 'thread', channel: 'C1', ts: '1.1' } as const;
const open: Ask['sharing'] = {
  workspaceAccess: 'view',
  externalAccess: 'edit',
  recipients: ['eva@example.com'],
  recipientAccess: 'comment',
};

let team = 0;

/** A team of its own, so that its audit trail has only the lines of one test. */
function create(accessFor: 'anybody' | 'workspace' = 'anybody') {
  team += 1;
  const name = `TACCESS${team}`;
  const harness = createHarness(db, {}, undefined, async () => ({ ...NO_LIMITS, accessFor }));
  const audit = createAudit({ db, clock: harness.clock, log: createTestLog().log });
  const made = async (changes: Partial<Ask>) => {
    const { id } = await harness.generations.start(anAsk({ team: name, ...changes }), `key ${Math.random()}`);
    await harness.run({ team: name, generation: id }, new AbortController().signal);
    return id;
  };
  const all = async () =>
    (await audit.of(name)).map(({ who, what, object, via }) => `${who} ${what} ${object} ${via}`);
  const lines = async () => (await all()).filter((line) => !line.includes(' made '));
  const sent = () =>
    harness.service.creates.map((body) => (body as { sharingOptions?: object }).sharingOptions);
  return { ...harness, name, made, all, lines, sent };
}

test.each<[string, Partial<Ask>]>([
  ['a text', {}],
  ['a template', { template: { id: 'g_tpl', name: 'Pitch' } }],
  ['a thorough document', { work: { kind: 'agent' } }],
  ['a thread', { source: thread }],
])('%s: whatever stored the ask, the rule takes access from people outside', async (_, changes) => {
  const { made, sent, name } = create('workspace');
  const id = await made({ ...changes, sharing: open });
  await made(changes);
  expect(sent()).toEqual([
    { workspaceAccess: 'view', externalAccess: 'noAccess' },
    { externalAccess: 'noAccess' },
  ]);
  const stored = await findGeneration(db, name, id);
  expect(stored?.ask?.sharing).toEqual({
    workspaceAccess: 'view',
    externalAccess: 'noAccess',
    isCapped: true,
  });
});

test('without the rule, the chosen access is given', async () => {
  const { made, sent } = create();
  await made({ sharing: open });
  expect(sent()).toEqual([
    {
      workspaceAccess: 'view',
      externalAccess: 'edit',
      emailOptions: { recipients: ['eva@example.com'], access: 'comment' },
    },
  ]);
});

test('a digest that was stored before the rule is made without access for people outside', async () => {
  const { made, sent, name } = create('workspace');
  const settings: DigestSettings = {
    ...{ channel: 'C1', threshold: 1, quiet: 'say', focus: { topics: [], words: '' } },
    schedule: { every: 'cron', line: '0 9 * * 1', zone: 'UTC' },
    choices: { format: 'presentation', sharing: open },
    deliverTo: { kind: 'channel' },
  };
  const window = { since: new Date(0), until: new Date(1) };
  const channel = { name: 'spring', isPrivate: false };
  await made(askFor(settings, { team: name, owner: 'UANA', id: 'd1' }, window, channel));
  expect(sent()).toEqual([{ workspaceAccess: 'view', externalAccess: 'noAccess' }]);
});

test('access for others is in the audit trail once, without email addresses, also if the call is repeated', async () => {
  const { made, lines, service } = create();
  service.script.create = [new RateLimited('slow down', { retryAfterMs: 1000 })];
  const id = await made({ sharing: { ...open, recipients: ['eva@example.com', 'max@example.com'] } });
  expect(service.creates).toHaveLength(2);
  expect(await lines()).toEqual([`U1 shared C1=${id} workspace=view link=edit email=2 (comment) ask`]);
});

test('a document that only its asker can open has no line, and neither has access that the rule took away', async () => {
  const none = create();
  await none.made({});
  await none.made({ sharing: { workspaceAccess: 'noAccess', externalAccess: 'noAccess' } });
  expect(await none.lines()).toEqual([]);
  const capped = create('workspace');
  await capped.made({ sharing: { externalAccess: 'view' } });
  expect(await capped.lines()).toEqual([]);
});

test('each finished document is in the audit trail once: where it is, its id here and at the service, and no title or link', async () => {
  const { made, all, generations, name, run, service } = create();
  const typed = await made({ sharing: { workspaceAccess: 'view' } });
  const own = await made({ work: { kind: 'agent' }, destination: { channel: 'U1' }, digest: { id: 'd1' } });
  const { docId, docUrl, title } = (await findGeneration(db, name, typed)) ?? {};
  expect(docId).toBeTruthy();
  const lines = [
    `U1 made private=${own} ${(await findGeneration(db, name, own))?.docId} thorough document digest`,
    `U1 made C1=${typed} ${docId} document ask`,
    `U1 shared C1=${typed} workspace=view ask`,
  ];
  expect(await all()).toEqual(lines);
  expect(lines.join()).not.toMatch(new RegExp(`${docUrl}|${title}`));
  expect(service.creates).toHaveLength(2);
  // A person stopped the ask while its document was being posted, and had it followed again.
  await db.query("UPDATE generations SET state = 'stopped' WHERE id = $1", [typed]);
  expect(await generations.followAgain(name, typed)).toBe(true);
  await run({ team: name, generation: typed }, new AbortController().signal);
  expect((await findGeneration(db, name, typed))?.state).toBe('delivered');
  expect(await all()).toEqual(lines);
});

test('reading a conversation is in the audit trail once: who, where, how many messages, and no text', async () => {
  const { made, lines, context } = create();
  context.readSource = async () => ({ text: 'Ben: the launch moves.', messages: 12, isPrivate: true });
  const id = await made({ source: thread });
  const days = { kind: 'channel', channel: 'C2', since: '2026-03-01T00:00:00.000Z' } as const;
  const digest = await made({ source: days, digest: { id: 'd1' } });
  expect(await lines()).toEqual([
    `U1 conversation read C2=12 messages for ${digest} digest`,
    `U1 conversation read C1=12 messages for ${id} ask`,
  ]);
});

test('a step that runs again after a crash adds no second line', async () => {
  const { context, generations, run, lines, name } = create();
  context.readSource = async () => ({ text: 'Ben: the launch moves.', messages: 1 });
  const { clientFor } = context;
  context.clientFor = () => Promise.reject(new Error('the process is killed'));
  const { id } = await generations.start(anAsk({ team: name, source: thread }), 'crash');
  const attempt = () => run({ team: name, generation: id }, new AbortController().signal);
  await attempt().catch(() => {});
  context.clientFor = clientFor;
  await attempt();
  expect(await lines()).toEqual([`U1 conversation read C1=1 message for ${id} ask`]);
});
