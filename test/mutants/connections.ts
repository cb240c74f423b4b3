import type { Mutant } from './mutant.ts';

/** A team's credentials: one refresh at a time, nobody else's, and never lost. */

const renewal = 'test/connections/renewal.test.ts';
const connect = 'test/connections/connect.test.ts';
const link = 'test/connections/link.test.ts';
const races = 'test/connections/renewal-races.test.ts';
const expiry = 'test/connections/expiry.test.ts';
const apiKey = 'test/connections/api-key.test.ts';

const RENEWAL = 'src/connections/renewal.ts';
const SIGN_IN = 'src/connections/oauth/sign-in.ts';
const ONE_TIME = 'src/connections/one-time.ts';

export const connections: Mutant[] = [
  {
    name: 'requests of one process refresh at once',
    file: RENEWAL,
    from: '    if (running) return running;\n',
    to: '',
    tests: [renewal, races],
  },
  {
    name: 'new tokens that could not be written are thrown away',
    file: RENEWAL,
    from: '    unsaved.set(team, { replaces: held.accessToken, connection });\n',
    to: '',
    tests: [renewal, races],
  },
  {
    name: 'a token is refreshed that somebody has refreshed already',
    file: RENEWAL,
    from: "if (stored?.kind !== 'oauth' || stored.accessToken !== stale.accessToken) return stored;",
    to: "if (stored?.kind !== 'oauth') return stored;",
    tests: [renewal, races],
  },
  {
    name: 'after a failed refresh the others wait for nobody',
    file: RENEWAL,
    from: '      await release(team, claimed);\n',
    to: '',
    tests: [renewal, races],
  },
  {
    name: 'after a restart it waits for a process that is dead',
    file: RENEWAL,
    from: "return db.kind === 'postgres' || renewing.opened === db.opened;",
    to: 'return true;',
    tests: [renewal, races],
  },
  {
    name: 'a late refusal of the old key ends the new connection',
    file: 'src/connections/repository.ts',
    from: 'if (isUsable && isDeepStrictEqual(headersOf(stored), headersOf(refused))) {',
    to: 'if (isUsable) {',
    tests: [apiKey, renewal, races],
  },
  {
    name: 'what was refused is not compared with what is held',
    file: 'src/connections/credentials.ts',
    from: 'if (!isDeepStrictEqual(headersOf(held), refused)) return true;',
    to: '',
    tests: [apiKey, renewal, races],
  },
  {
    name: 'a connection ends apart from the notice of it',
    file: 'src/connections/expiry.ts',
    from: 'const ended = await db.transaction(async (tx) => {',
    to: 'const ended = await (async (f) => f(db))(async (tx) => {',
    tests: [expiry],
  },
  {
    name: 'the end of a connection is told by every process',
    file: 'src/connections/expiry.ts',
    from: 'const person = await takeValue<string>(db, PENDING_NOTICES, team);',
    to: 'const person = await pending.get<string>(team);',
    tests: [expiry, renewal, races],
  },
  {
    name: 'who loses the right to connect on the way still connects',
    file: SIGN_IN,
    from: "    if (!(await mayConnect(begun))) return failure('not_allowed');\n",
    to: '',
    tests: [connect, link],
  },
  {
    name: 'who has no right to connect is sent off',
    file: SIGN_IN,
    from: "return (await mayConnect(actor)) ? redirect(actor, ticket, server, client.id) : failure('not_allowed');",
    to: 'return redirect(actor, ticket, server, client.id);',
    tests: [connect, link],
  },
  {
    name: "the service's answer counts in any browser",
    file: SIGN_IN,
    from: "if (!secret || !isFingerprintOf(begun.browser, secret)) return failure('other_browser');",
    to: '',
    tests: [connect, link],
  },
  {
    name: 'a link works in any browser',
    file: SIGN_IN,
    from: 'if (!invitation || (invitation.browser && !isFingerprintOf(invitation.browser, browser))) return null;',
    to: 'if (!invitation) return null;',
    tests: [connect, link],
  },
  {
    name: 'two browsers begin with one link at the same moment',
    file: SIGN_IN,
    from: 'return withLock(db, `ticket ${fingerprint(ticket)}`, async () => {',
    to: 'return (async (_, __, f) => f())(db, ticket, async () => {',
    tests: [connect, link],
  },
  {
    name: 'an answer of the service counts twice',
    file: SIGN_IN,
    from: 'const begun = await pending.take(state);',
    to: 'const begun = await pending.peek(state);',
    tests: [connect, link],
  },
  {
    name: 'links and sign-ins are kept for ever',
    file: ONE_TIME,
    from: 'const secret = randomSecret();\n      await store.set(fingerprint(secret), { value, until: clock.now() + TEN_MINUTES }, TEN_MINUTES);',
    to: 'const secret = randomSecret();\n      await store.set(fingerprint(secret), { value, until: clock.now() + TEN_MINUTES });',
    tests: [connect, link],
  },
  {
    name: 'links and sign-ins are good for ever',
    file: ONE_TIME,
    from: '(dated && dated.until > clock.now() ? dated.value : null)',
    to: '(dated ? dated.value : null)',
    tests: [connect, link],
  },
  {
    name: 'a sealed state is taken twice',
    file: ONE_TIME,
    from: 'return (await claim(`${purpose} ${dated.id}`, TEN_MINUTES)) ? dated.value : null;',
    to: 'return dated.value;',
    tests: ['test/connections/one-time.test.ts'],
  },
  {
    name: 'an account that connects anew takes the place of others',
    file: 'src/connections/connection.ts',
    from: 'if (knownAccount(connection, former)) return former;',
    to: '',
    tests: [connect],
  },
  {
    name: 'the accounts of a connection are forgotten when it is lost',
    file: 'src/connections/connection.ts',
    from: 'const accounts = accountsOf(connection);\n',
    to: 'const accounts: KnownAccount[] = [];\n',
    tests: [connect],
  },
  {
    name: 'a document that its own workspace has forgotten waits for another one for ever',
    file: 'src/generations/steps/follow.ts',
    from: 'failed.with.account !== knownTo',
    to: 'failed.with.id !== knownTo',
    tests: ['test/generations/waiting.test.ts'],
  },
  {
    name: 'a connection is written for a team that has left',
    file: 'src/connections/repository.ts',
    from: '      if (!(await isInstalled(team))) return false;\n',
    to: '',
    tests: [connect, link],
  },
  {
    name: 'a connection made with another address is used',
    file: 'src/connections/connections.ts',
    from: "if (!stored || stored.kind === 'lost' || !isOfElsewhere(stored, baseUrl)) return stored;",
    to: 'return stored;',
    tests: ['test/connections/other-address.test.ts'],
  },
];
