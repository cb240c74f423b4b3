import { expect, test } from 'vitest';
import { csvOf } from '../../src/csv.ts';
import { createAudit } from '../../src/settings/audit.ts';
import { deleteExpired } from '../../src/storage/maintenance.ts';
import { deleteTeam } from '../../src/storage/team-removal.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { createMovableClock } from '../support/harness/clock.ts';
import { createTestLog } from '../support/log.ts';

const db = await cleanDatabase();
const DAY = 86_400_000;

function create() {
  const clock = createMovableClock();
  const { log, lines } = createTestLog();
  return { clock, lines, audit: createAudit({ db, clock, log }) };
}

const line = {
  team: 'T1',
  person: 'UADA',
  what: 'settings',
  object: 'guests=yes',
  via: '/deck settings',
} as const;

test('a line is in the table and, marked as audit, in the log', async () => {
  const { audit, lines } = create();
  await audit.record(line);
  await audit.record({ ...line, team: 'T2' });
  const { team: _, person: who, ...rest } = line;
  expect(await audit.of('T1')).toEqual([{ at: expect.any(Date), who, ...rest }]);
  expect(lines.join()).toMatch(/"audit":"settings"/);
});

test('the names of a connected workspace and account are in the table and not in the log', async () => {
  const { audit, lines } = create();
  const object = 'UADA=workspace=Studio account=Vera Stolz';
  for (const what of ['connect', 'disconnect'] as const)
    await audit.record({ ...line, team: 'T5', what, object });
  expect((await audit.of('T5')).map((stored) => stored.object)).toEqual([object, object]);
  expect(lines.join()).toMatch(/"audit":"connect".*"audit":"disconnect"/);
  expect(lines.join()).not.toMatch(/Studio|Vera/);
});

test('it is kept for a year, or as long as the operator says', async () => {
  const { audit, clock } = create();
  await audit.record({ ...line, team: 'T3' });
  await deleteExpired(db, new Date(clock.now() + 364 * DAY), 30);
  expect(await audit.of('T3')).toHaveLength(1);
  await deleteExpired(db, new Date(clock.now() + 366 * DAY), 30, 730);
  expect(await audit.of('T3')).toHaveLength(1);
  await deleteExpired(db, new Date(clock.now() + 366 * DAY), 30);
  expect(await audit.of('T3')).toEqual([]);
});

test('when a team leaves, one line without names remains', async () => {
  const { audit } = create();
  await audit.record({ ...line, team: 'T4' });
  await deleteTeam(db, 'T4');
  await deleteTeam(db, 'T4');
  expect(await audit.of('T4')).toEqual([]);
  const left = await db.query(
    "SELECT who, what, object, via FROM audit WHERE team = '' AND what = 'uninstall'",
  );
  expect(left).toEqual([{ who: '', what: 'uninstall', object: '', via: 'Slack' }]);
});

test('a spreadsheet runs no formula of a download', () => {
  const cells = ['=1+1', '+1', '-1', '@x', '\tx', 'a,b', 'say "hi"', 'two\nlines', '', 5, null];
  const quoted = ["'=1+1", "'+1", "'-1", "'@x", "'\tx", '"a,b"', '"say ""hi"""', '"two\nlines"', '', '5', ''];
  expect(csvOf([cells])).toBe(`\ufeff${quoted.join(',')}\r\n`);
});
