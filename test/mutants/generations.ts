import type { Mutant } from './mutant.ts';

/** One ask, one create, one outcome. */

const crash = 'test/generations/crash-anywhere.test.ts';
const rowAndJob = 'test/generations/row-and-job.test.ts';
const mainRoad = 'test/generations/main-road.test.ts';
const late = 'test/generations/late-results.test.ts';
const store = 'test/generations/store.test.ts';
const allOrNothing = 'test/generations/all-or-nothing.test.ts';
const each = 'test/generations/one-of-each.test.ts';
const stops = 'test/generations/stopped-elsewhere.test.ts';

const sameDocument = 'test/generations/same-document.test.ts';

const DOCUMENTS = 'src/generations/finished-documents.ts';
const GENERATIONS = 'src/generations/generations.ts';
/** In place of `db.transaction`: each statement by itself. */
const APART = '(async (f) => f(db))';

export const generations: Mutant[] = [
  {
    name: 'an ask and its job are written apart',
    file: GENERATIONS,
    from: 'const { generation, made } = await db.transaction(async (tx) => {',
    to: `const { generation, made } = await ${APART}(async (tx) => {`,
    tests: [rowAndJob],
  },
  {
    name: "a person's answer and its job are written apart",
    file: GENERATIONS,
    from: 'return db.transaction(async (tx) => {\n      const moved = await transition(tx, found, from, to, now(), changes);',
    to: `return ${APART}(async (tx) => {\n      const moved = await transition(tx, found, from, to, now(), changes);`,
    tests: [rowAndJob],
  },
  {
    name: 'an export and its job are written apart',
    file: GENERATIONS,
    from: 'await db.transaction(async (tx) => {\n        // With the job or not at all',
    to: `await ${APART}(async (tx) => {\n        // With the job or not at all`,
    tests: [rowAndJob],
  },
  {
    name: 'what waited for a connection and its job are written apart',
    file: 'src/generations/resume.ts',
    from: 'await db.transaction(async (tx) => {',
    to: `await ${APART}(async (tx) => {`,
    tests: [rowAndJob],
  },
  {
    name: 'an outcome is written, and its pages are kept',
    file: 'src/generations/transitions.ts',
    from: "eb.selectFrom('moved').select('id')",
    to: "eb.selectFrom('moved').select('id').limit(0)",
    tests: [allOrNothing],
  },
  {
    name: 'a change that is sent anew is written apart from what its predecessor offers',
    file: GENERATIONS,
    from: '      await besides?.(tx);\n      return inserted;\n    });',
    to: '      return inserted;\n    });\n    if (besides) await db.transaction(besides);',
    tests: [allOrNothing],
  },
  {
    name: 'a collected text is written apart from the deletion of its pages',
    file: 'src/generations/steps/collect.ts',
    from: 'await context.db.transaction(async (tx) => {',
    to: 'await (async (f) => f(context.db))(async (tx) => {',
    tests: [allOrNothing],
  },
  {
    name: 'the same click makes another ask',
    file: 'src/generations/store.ts',
    from: "...{ id, team, person, key, state: 'queued'",
    to: "...{ id, team, person, key: randomUUID(), state: 'queued'",
    tests: [mainRoad],
  },
  {
    name: 'a second process makes the create call as well',
    file: 'src/generations/steps/submit.ts',
    from: "if (!(await advance(generation, context, 'submitting', changes, ['collecting']))) return null;",
    to: "await advance(generation, context, 'submitting', changes, ['collecting']);",
    tests: [each],
  },
  {
    name: 'after a crash the create call is made again',
    file: 'src/generations/steps/submit.ts',
    from: "return advance(generation, context, 'unsure', {}, ['submitting']);",
    to: "return advance(generation, context, 'collecting', {}, ['submitting']);",
    tests: [crash],
  },
  {
    name: 'a create whose answer was lost is made again',
    file: 'src/generations/failures.ts',
    from: 'if (isOutcomeUnknown(error, work) || !isTransient(error)) return null;',
    to: 'if (!isTransient(error)) return null;',
    tests: [mainRoad],
  },
  {
    name: 'a create that may have been carried out is told as failed',
    file: 'src/generations/failures.ts',
    from: 'return mayHaveBeenSpent(error) && !work.isRefusal?.(error);',
    to: 'return false;',
    tests: [mainRoad],
  },
  {
    name: 'credits that may be spent are called unspent',
    file: 'src/service/error-meaning.ts',
    from: 'if (error instanceof Timeout || error instanceof Unavailable || error instanceof MalformedAnswer)\n    return true;',
    to: '',
    tests: [mainRoad],
  },
  {
    name: 'trying again forgets that the answer came after all',
    file: GENERATIONS,
    from: 'const known = (await findGeneration(db, team, id))?.generationId !== undefined;',
    to: 'const known = false;',
    tests: [late],
  },
  {
    name: 'a late id of the service is lost',
    file: 'src/generations/steps/submit.ts',
    from: 'if (!moved) await saveGenerationId(context.db, generation.id, changes);',
    to: '',
    tests: [late],
  },
  {
    name: "a late id of the service's replaces the one that is followed",
    file: 'src/generations/store.ts',
    from: "    .where('generationId', 'is', null)\n",
    to: '',
    tests: [store],
  },
  {
    name: 'a transition happens from whatever state',
    file: 'src/generations/transitions.ts',
    from: "\n    .where('state', 'in', from);",
    to: ';',
    tests: [mainRoad, late],
  },
  {
    name: 'what was typed is kept once it is delivered',
    file: 'src/generations/transitions.ts',
    from: 'isPurged({ state: to, work: generation.work })',
    to: 'isPurged({ state: from[0] ?? to, work: generation.work })',
    tests: [mainRoad],
  },
  {
    name: 'a document in the making is lost where the connection ends',
    file: 'src/generations/steps/follow.ts',
    from: "if (!client) return advance(generation, context, 'disconnected');",
    to: "if (!client) return fail(generation, context, { reason: 'unconnected' });",
    tests: [each],
  },
  {
    name: 'a finished document is lost with the wait for its file',
    file: 'src/generations/steps/follow.ts',
    from: '  if (!completed) return ending;\n',
    to: '  return ending;\n',
    tests: [late],
  },
  {
    name: 'a document is given up while it is followed',
    file: 'src/generations/runner.ts',
    from: "if (state === 'following') await advance(generation, context, 'late');",
    to: "if (state === 'following') await fail(generation, context, { reason: 'internal', reference: id });",
    tests: [late],
  },
  {
    name: 'a create call that nobody answered for is given up as failed',
    file: 'src/generations/runner.ts',
    from: "if (state === 'submitting') await markOutcomeUnknown(generation, context);\n    else if",
    to: 'if',
    tests: [late],
  },
  {
    name: 'a state that is reached a second time is not announced again',
    file: 'src/generations/runner.ts',
    from: '`${generation.state}:${generation.updatedAt.getTime()}`',
    to: '`${generation.state}`',
    tests: [each],
  },
  {
    name: 'what was stopped through another process goes on here',
    file: 'src/generations/cancellation.ts',
    from: 'for (const id of ids) cancel(id);',
    to: '',
    tests: [stops],
  },
  {
    name: 'stops by other processes are seen until this one was idle once',
    file: 'src/generations/cancellation.ts',
    from: '      for (const id of ids) cancel(id);\n    }\n    looking = false;',
    to: '      for (const id of ids) cancel(id);\n    }',
    tests: [stops],
  },
  {
    name: 'the end of an old run hides the stop from the new one',
    file: 'src/generations/cancellation.ts',
    from: 'end: () => watched.get(id) === controller && watched.delete(id),',
    to: 'end: () => watched.delete(id),',
    tests: [stops],
  },
  {
    name: 'a choice of who may see it is overruled where the talk was private',
    file: 'src/generations/steps/collect.ts',
    from: "sharing: { workspaceAccess: 'noAccess', externalAccess: 'noAccess', ...ask.sharing }",
    to: "sharing: { ...ask.sharing, workspaceAccess: 'noAccess', externalAccess: 'noAccess' }",
    tests: ['test/generations/private-source.test.ts'],
  },
  {
    name: 'what was said in private is open to the whole workspace of the service',
    file: 'src/generations/steps/collect.ts',
    from: 'const ask = isPrivate ? closedToOthers(asked) : asked;',
    to: 'const ask = asked;',
    tests: ['test/generations/private-source.test.ts'],
  },
  {
    name: 'a change that is under way outlives the deletion of its document',
    file: DOCUMENTS,
    from: "        ...(!SETTLED.includes(state) && { state: 'stopped' }),\n",
    to: '',
    tests: ['test/generations/deleted.test.ts'],
  },
  {
    name: 'the picture of an earlier change takes the place of a later one',
    file: DOCUMENTS,
    from: 'if (!change || one.id === id || all.some(isLater)) return {};',
    to: 'if (!change || one.id === id) return {};',
    tests: [sameDocument],
  },
  {
    name: "another team's document is archived by its id",
    file: DOCUMENTS,
    from: 'return all.some((one) => one.id === id) ? all : [];',
    to: 'return all;',
    tests: [sameDocument],
  },
  {
    name: "another team's generation is found by its id",
    file: 'src/generations/store.ts',
    from: "const row = await ofTeam(db, team).where('id', '=', id).executeTakeFirst();",
    to: "const row = await generationTables(db).selectFrom('generations').select(generationSelection).where('id', '=', id).executeTakeFirst();",
    tests: [mainRoad],
  },
  {
    name: 'what one team has under way keeps another waiting',
    file: 'src/generations/store.ts',
    from: "    .where('team', '=', team)\n    .where('state', 'in', UNDER_WAY)\n    .offset",
    to: "    .where('state', 'in', UNDER_WAY)\n    .offset",
    tests: ['test/generations/two-teams.test.ts'],
  },
  {
    name: 'every read of generations forgets the team',
    file: 'src/generations/store.ts',
    from: "generationTables(db).selectFrom('generations').select(generationSelection).where('team', '=', team);",
    to: "generationTables(db).selectFrom('generations').select(generationSelection);",
    tests: ['test/generations/two-teams.test.ts', mainRoad],
  },
];
