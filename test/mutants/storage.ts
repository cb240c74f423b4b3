import type { Mutant } from './mutant.ts';

/** What is kept, for how long, under which key; and the queue. */

const database = 'test/storage/database.test.ts';
const retention = 'test/storage/retention.test.ts';
const cipher = 'test/storage/cipher.test.ts';
const reencrypt = 'test/storage/reencrypt.test.ts';
const keyv = 'test/storage/keyv-store.test.ts';
const runsKept = 'test/digests/retention.test.ts';
const leaving = 'test/journeys/leaving.test.ts';
const queue = 'test/jobs/queue.test.ts';
const tries = 'test/jobs/tries.test.ts';
const places = 'test/jobs/places.test.ts';
const inbox = 'test/slack/inbox.test.ts';
const leases = 'test/jobs/leases.test.ts';
const jobsKill = 'test/jobs/kill.test.ts';

const RETENTION = 'src/storage/retention.ts';

export const storage: Mutant[] = [
  {
    name: 'an older process works on tables that it cannot work with',
    file: 'src/storage/migrate.ts',
    from: '    refuse(newer);\n',
    to: '',
    tests: [database],
  },
  {
    name: 'a backup brings back for good a team that has left since',
    file: 'src/storage/backup/restore.ts',
    from: '  MARK_RESTORED,\n',
    to: '',
    tests: [leaving],
  },
  {
    name: 'a team of a backup is deleted because a key is missing',
    file: 'src/slack/installation/uninstall.ts',
    from: 'if (!isReadable(stored)) return undefined;',
    to: 'if (!isReadable(stored)) return true;',
    tests: [leaving, 'test/slack/uninstall.test.ts'],
  },
  {
    name: 'a team of a backup is deleted because Slack is away',
    file: 'src/slack/installation/uninstall.ts',
    from: "return ENDED.includes(slackError(error) ?? '') || undefined;",
    to: 'return true;',
    tests: ['test/slack/uninstall.test.ts'],
  },
  {
    name: 'a sealed value opens in another place',
    file: 'src/storage/cipher.ts',
    from: 'const boundTo = (context: string, isPacked: boolean) =>',
    to: "const boundTo = (_: string, isPacked: boolean, context = '') =>",
    tests: [cipher],
  },
  {
    name: 'an altered value is taken',
    file: 'src/storage/cipher.ts',
    from: 'return Buffer.concat([text, decipher.final()]);',
    to: 'return text;',
    tests: [cipher],
  },
  {
    name: 'an old key is never replaced',
    file: 'src/storage/sealed-store.ts',
    from: 'return isSealed(stored) && !stored.startsWith(cipher.prefix) ? cipher.open(stored, contextOf(row)) : null;',
    to: 'return null;',
    tests: [reencrypt, keyv],
  },
  {
    name: 'a token that was just renewed is overwritten by the old one, sealed anew',
    file: 'src/storage/keyv-store.ts',
    from: "    .where('key', '=', key)\n    .where('value', '=', value)\n",
    to: "    .where('key', '=', key)\n",
    tests: [reencrypt],
  },
  {
    name: 'what may be used once is there twice',
    file: 'src/storage/keyv-store.ts',
    from: "    .deleteFrom('kv')\n    .where('namespace', '=', namespace)\n    .where('key', '=', key)\n    .returning(['value', isFresh().as('fresh')])",
    to: "    .selectFrom('kv')\n    .where('namespace', '=', namespace)\n    .where('key', '=', key)\n    .select(['value', isFresh().as('fresh')])",
    tests: [keyv],
  },
  {
    name: 'a value is replaced whatever stands there',
    file: 'src/storage/keyv-store.ts',
    from: 'if (stored === undefined || !isExpected(jsonSerializer.parse<{ value: V }>(stored).value)) return false;',
    to: 'if (stored === undefined) return false;',
    tests: [keyv, 'test/connections/renewal.test.ts', 'test/connections/renewal-races.test.ts'],
  },
  {
    name: 'a key that has been dealt with is dealt with again',
    file: 'src/storage/seen.ts',
    from: ".where('seen.expiresAt', '<=', sql<Date>`now()`)",
    to: '',
    tests: [database],
  },
  {
    name: 'an event of one team is taken for that of another',
    file: 'src/storage/seen.ts',
    from: '.values({ team, key, expiresAt })',
    to: ".values({ team: '', key, expiresAt })",
    tests: [database],
  },
  {
    name: 'what was asked is kept for ever',
    file: RETENTION,
    from: '  await db.query(PURGE_ASKS, [oldest]);\n',
    to: '',
    tests: [retention],
  },
  {
    name: 'what was posted is kept for ever',
    file: RETENTION,
    from: '  await db.query(PURGE_PAYLOADS, [oldest]);\n',
    to: '',
    tests: [retention],
  },
  {
    name: 'what was read of a channel is kept for ever',
    file: RETENTION,
    from: '  await db.query(PURGE_PAGES, [oldest]);\n',
    to: '',
    tests: [retention],
  },
  {
    name: 'the first words of a prompt are kept for ever',
    file: RETENTION,
    from: '  await db.query(PURGE_EXCERPTS, [oldest]);\n',
    to: '',
    tests: [retention],
  },
  {
    name: 'runs of digests are kept for ever',
    file: RETENTION,
    from: '  await db.query(PURGE_RUNS, [oldest]);\n',
    to: '',
    tests: [runsKept],
  },
  {
    name: 'runs of digests are forgotten each hour, and what was never told with them',
    file: RETENTION,
    from: "WHERE due < $1 AND state <> 'claimed'",
    to: "WHERE $1::timestamptz IS NOT NULL AND state <> 'claimed'",
    tests: [runsKept],
  },
  {
    name: 'the run that says where the next window begins is forgotten',
    file: RETENTION,
    from: 'd.last_window_end = r.due)',
    to: 'd.last_window_end <> d.last_window_end)',
    tests: [runsKept],
  },
  {
    name: 'asks that are waited for are forgotten early',
    file: RETENTION,
    from: "AND ((state = 'delivered' AND work <> 'image') OR created_at < $1)",
    to: 'AND $1::timestamptz IS NOT NULL',
    tests: [retention],
  },
  {
    name: 'a team that leaves leaves its values behind',
    file: 'src/storage/team-removal.ts',
    from: "  'kv',\n",
    to: '',
    tests: [leaving, retention],
  },
  {
    name: 'a team that leaves leaves its generations behind',
    file: 'src/storage/team-removal.ts',
    from: "  'generations',\n",
    to: '',
    tests: [leaving, retention],
  },
  {
    name: 'a removal that was interrupted is not finished',
    file: 'src/storage/team-removal.ts',
    from: '        if (await isUnfinished(team)) await remove(team);\n',
    to: '',
    tests: [leaving],
  },
  {
    name: "leaving deletes every team's rows",
    file: 'src/storage/team-removal.ts',
    from: 'await db.query(`DELETE FROM ${table} WHERE team = $1`, [team]);',
    to: "await db.query(`DELETE FROM ${table} WHERE $1 <> ''`, [team]);",
    tests: [database, leaving],
  },
  {
    name: "leaving deletes every team's jobs",
    file: 'src/jobs/queue.ts',
    from: "'DELETE FROM pgboss.job WHERE group_tier = $1'",
    to: "'DELETE FROM pgboss.job WHERE $1::text IS NOT NULL'",
    tests: [places],
  },
  {
    name: 'a job that its process gave back is declared dead',
    file: 'src/jobs/run.ts',
    from: "return signal.aborted ? 'released' : 'dead';",
    to: "return 'dead';",
    tests: [places, jobsKill],
  },
  {
    name: 'a job that failed once is given up',
    file: 'src/jobs/run.ts',
    from: 'retryDelays[tries - 1]',
    to: 'undefined',
    tests: [tries],
  },
  {
    name: 'two jobs of one key are at work',
    file: 'src/jobs/queue.ts',
    from: 'group: { id: key, tier: payload.team }',
    to: 'group: { id: randomUUID(), tier: payload.team }',
    tests: [queue],
  },
  {
    name: 'the work of a process that is gone waits for ever',
    file: 'src/jobs/queue.ts',
    from: 'if (leaseSeconds === null) await releaseLeftovers(boss);',
    to: '',
    tests: [queue, jobsKill, 'test/journeys/kill.test.ts'],
  },
  {
    name: 'a process goes on with a job that another has taken up',
    file: 'src/jobs/leases.ts',
    from: "else if (isHeld(lease)) lose(lease, 'the lease has run out, or the job was deleted');",
    to: '',
    tests: [leases, queue, jobsKill],
  },
  {
    name: 'a lease that cannot be renewed is kept until others have the job',
    file: 'src/jobs/leases.ts',
    from: 'const GIVEN_UP_AFTER = 0.8;',
    to: 'const GIVEN_UP_AFTER = 8;',
    tests: [leases, queue, jobsKill],
  },
  {
    name: 'a job that the queue gives up ends in silence',
    file: 'src/jobs/worker.ts',
    from: "leases.end(lease, outcome === 'dead' && !onDeadLetter ? 'done' : outcome);",
    to: "leases.end(lease, outcome === 'dead' ? 'done' : outcome);",
    tests: [tries],
  },
  {
    name: "one team's burst fills the process",
    file: 'src/jobs/worker.ts',
    from: 'const isFull = (held: number) => held >= mostOfOneTeam;',
    to: 'const isFull = (held: number) => held > capacity;',
    tests: [places],
  },
  {
    name: 'a job that is sent just as its key starts is lost',
    file: 'src/jobs/queue.ts',
    from: 'if (updated > 0) return false;',
    to: 'return updated > 99;',
    tests: [queue],
  },
  {
    name: 'a job that is sent just as its key is deleted waits for the next look',
    file: 'src/jobs/leases.ts',
    from: 'isAwaited || wasNotified',
    to: 'isAwaited',
    tests: [queue],
  },
  {
    name: 'a job whose key is given back without an answer waits for the next look',
    file: 'src/jobs/leases.ts',
    from: 'mayStart || isUncertain',
    to: 'mayStart',
    tests: [queue],
  },
  {
    name: 'a place that a team gives back is not its own again before the next look',
    file: 'src/jobs/worker.ts',
    from: 'if (mayStart || hasPlaceAgain)',
    to: 'if (mayStart)',
    tests: [places],
  },
  {
    name: 'what Slack has sent is noted apart from the job that deals with it',
    file: 'src/jobs/inbox.ts',
    from: 'db.transaction(async (tx) => {',
    to: '(async (f: (tx: never) => Promise<void>) => f(db as never))(async (tx) => {',
    tests: [inbox],
  },
  {
    name: 'what Slack sends twice is dealt with twice',
    file: 'src/jobs/inbox.ts',
    from: '        if (!(await createSeen(tx).claim(team, `inbox:${id}`, SENT_AGAIN_WITHIN_MS))) return;\n',
    to: '',
    tests: [inbox],
  },
];
