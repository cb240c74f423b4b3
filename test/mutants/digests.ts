import type { Mutant } from './mutant.ts';

/** Every due time once, every window once, and nobody's but the team's. */

const runs = 'test/digests/runs.test.ts';
const killed = 'test/digests/killed.test.ts';
const givenUp = 'test/digests/given-up.test.ts';
const digestsTest = 'test/digests/digests.test.ts';
const manual = 'test/digests/manual-run.test.ts';
const timing = 'test/digests/timing.test.ts';

const OUTCOME = 'src/digests/outcome.ts';
const RUNS = 'src/digests/runs.ts';
const STORE = 'src/digests/store.ts';
const APART = '(async (f) => f(context.db))(async (tx) => {';

export const digests: Mutant[] = [
  {
    name: 'a digest is moved on apart from the job of its run',
    file: 'src/digests/claim.ts',
    from: 'const isMine = await db.transaction(async (tx) => {',
    to: 'const isMine = await (async (f) => f(db))(async (tx) => {',
    tests: [killed],
  },
  {
    name: 'two processes claim the same run',
    file: RUNS,
    from: "    .where('nextRun', '=', seen ?? null)\n",
    to: '',
    tests: [runs],
  },
  {
    name: 'the end of a run is written apart from its window',
    file: OUTCOME,
    from: "await db.transaction(async (tx) => {\n    await endRun(tx, { digest: digest.id, due }, 'started'",
    to: "await (async (f) => f(db))(async (tx) => {\n    await endRun(tx, { digest: digest.id, due }, 'started'",
    tests: [killed],
  },
  {
    name: 'a quiet run ends apart from the line that says so',
    file: OUTCOME,
    from: 'await context.db.transaction(async (tx) => {\n    const isFirst = await endRun',
    to: `await ${APART}\n    const isFirst = await endRun`,
    tests: [killed],
  },
  {
    name: 'a skipped run ends apart from the line that says so',
    file: OUTCOME,
    from: "await context.db.transaction(async (tx) => {\n    if (!(await endRun(tx, { digest: digest.id, due }, 'skipped'))) return;",
    to: `await ${APART}\n    if (!(await endRun(tx, { digest: digest.id, due }, 'skipped'))) return;`,
    tests: [killed],
  },
  {
    name: 'a digest that is given up says nothing',
    file: OUTCOME,
    from: "if (!generation) return endWithout(plan, 'given_up', context);",
    to: "if (!generation) return 'skipped';",
    tests: [givenUp],
  },
  {
    name: 'a digest that was started is made again, since nobody had written so',
    file: OUTCOME,
    from: 'const generation = await generationOf(context.db, digest.team, runKey(digest.id, due.toISOString()));',
    to: 'const generation = await generationOf(context.db, digest.team, runKey(digest.id, now.toString()));',
    tests: [givenUp],
  },
  {
    name: 'a digest pauses apart from the line that says so',
    file: OUTCOME,
    from: "await context.db.transaction(async (tx) => {\n    await endRun(tx, { digest: digest.id, due: window.until }, 'paused');",
    to: `await ${APART}\n    await endRun(tx, { digest: digest.id, due: window.until }, 'paused');`,
    tests: [killed],
  },
  {
    name: 'the owner hears of a pause from every run that finds out',
    file: OUTCOME,
    from: 'if (!(await pauseDigest(tx, digest, because, now))) return;',
    to: 'await pauseDigest(tx, digest, because, now);',
    tests: [runs],
  },
  {
    name: 'a run that has ended ends again',
    file: RUNS,
    from: "    .where('due', '=', due)\n    .where('state', '=', 'claimed')\n",
    to: "    .where('due', '=', due)\n",
    tests: ['test/digests/ends-once.test.ts'],
  },
  {
    name: "a digest's thread is anchored below another digest's message",
    file: RUNS,
    from: "    .where('digest', '=', digest)\n    .where('generation', 'is not', null)\n",
    to: "    .where('generation', 'is not', null)\n",
    tests: [runs],
  },
  {
    name: "a digest's thread is anchored in a direct message",
    file: OUTCOME,
    from: 'if (!generation?.rootTs || generation.channel !== digest.channel) continue;',
    to: 'if (!generation?.rootTs) continue;',
    tests: [runs],
  },
  {
    name: 'a window that was summed up is summed up again',
    file: OUTCOME,
    from: '    await closeWindow(tx, digest.id, due, new Date(clock.now()));\n',
    to: '',
    tests: [runs],
  },
  {
    name: 'a run by hand is made beside one that is on its way',
    file: 'src/digests/manual-run.ts',
    from: "if (generation && !isOver(generation.state)) return { outcome: 'already', generation };",
    to: '',
    tests: [manual],
  },
  {
    name: 'two clicks at once make two digests',
    file: 'src/digests/manual-run.ts',
    from: "const key = manualRunKey(digest.id, latest ?? 'first');",
    to: 'const key = manualRunKey(digest.id, String(Math.random()));',
    tests: [manual],
  },
  {
    name: 'a failed digest is tried again though a later one covers it',
    file: 'src/digests/manual-run.ts',
    from: "if (await isCoveredSince(db, id)) return 'covered since';",
    to: '',
    tests: ['test/digests/coverage.test.ts'],
  },
  {
    name: "another team's digest is found by its id",
    file: STORE,
    from: "const row = await ofTeam(db, team).where('id', '=', id).executeTakeFirst();",
    to: "const row = await digestTables(db).selectFrom('digests').select(digestSelection).where('id', '=', id).executeTakeFirst();",
    tests: [digestsTest],
  },
  {
    name: 'every read of digests forgets the team',
    file: STORE,
    from: "digestTables(db).selectFrom('digests').select(digestSelection).where('team', '=', team);",
    to: "digestTables(db).selectFrom('digests').select(digestSelection);",
    tests: [digestsTest],
  },
  {
    name: "another team's digest can be deleted",
    file: STORE,
    from: "    .deleteFrom('digests')\n    .where('team', '=', team)\n",
    to: "    .deleteFrom('digests')\n",
    tests: [digestsTest],
  },
  {
    name: "another team's settings can be written",
    file: STORE,
    from: "    .where('team', '=', team)\n    .where('id', '=', id)\n    .returning(digestSelection)",
    to: "    .where('id', '=', id)\n    .returning(digestSelection)",
    tests: [digestsTest],
  },
  {
    name: 'in the hour that comes twice in autumn a digest is made twice',
    file: 'src/digests/timing.ts',
    from: ", fixedTimeRule: 'no-wildcard' }",
    to: ' }',
    tests: [timing],
  },
  {
    name: 'a digest goes on with a template that is gone',
    file: 'src/slack/digest/gateway.ts',
    from: ', template: choices.template }',
    to: ' }',
    tests: ['test/slack/digest-gateway.test.ts'],
  },
];
