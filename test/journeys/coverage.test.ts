import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { routes as standInRoutes } from '../../sandbox/service/routes/routes.ts';
import { methods } from '../../sandbox/slack/api/methods.ts';
import { serviceRoutes } from '../../src/service/routes/routes.ts';
import { routes } from '../../src/slack/bolt/routes/routes.ts';
import { methodScopes } from '../../src/slack-client.ts';
import { shape } from '../support/hits.ts';
import { places, type SignInPlace, signIn, ways } from './coverage-table.ts';

/**
 * Each call of the app to Slack and to the service must have its counterpart in the stand-ins, or nothing proves it; and
 * each route of the service its caller, its place in Slack and its proof. docs/coverage.md is made from here: `npx vitest
 * run test/journeys/coverage.test.ts -u` writes it anew. That a route's journey drives it is noted while it runs
 * (../support/hits.ts).
 */

type Row = Record<'endpoint' | 'client' | 'caller' | 'slack' | 'standIn' | 'proof' | 'sent', string[]>;

const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
const holds = (file: string, words: string) => read(file).includes(words);

/** The product's own files that use the client; what wires them does not count. */
const callers = globSync('src/**/*.ts', { exclude: ['src/service/**', 'src/wiring/**'] })
  .map((file) => file.replaceAll('\\', '/'))
  .toSorted()
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

const standIns = globSync('sandbox/service/routes/*/*.ts')
  .concat('sandbox/service/routes/me.ts')
  .map((file) => file.replaceAll('\\', '/'));

function standInOf(route: { method: string; path: string }): string[] {
  const found = standInRoutes.find((each) => shape(each) === shape(route));
  return standIns.filter(
    (file) => found && holds(file, `path: '${found.path}'`) && holds(file, `'${found.method}'`),
  );
}

const inSlack = new Set(routes.map(({ kind, id }) => `${kind} ${id}`));
const known = (rows: readonly string[]) => rows.filter((row) => inSlack.has(row));

const apiRows: Row[] = Object.entries(serviceRoutes).map(([name, route]) => {
  const { slack, journey, sends = {} } = places[name as keyof typeof places];
  const hasRequest = 'request' in route;
  const proof = `test/journeys/${journey}.test.ts`;
  const called = new RegExp(`\\.${name}\\b`);
  return {
    endpoint: [`${route.method} ${route.path}`],
    client: [name],
    caller: callers.filter(({ text }) => called.test(text)).map((each) => each.file),
    slack: known(slack),
    standIn: standInOf(route),
    proof: existsSync(proof) ? [proof] : [],
    sent: hasRequest ? Object.keys(sends) : ['nothing'],
  };
});

const where = ([file, words]: [string, string]) => (holds(file, words) ? [file] : []);

const otherRows: Row[] = [...ways, ...signIn].map((place: SignInPlace) => ({
  endpoint: [place.endpoint],
  client: [place.note ?? place.client[1]],
  caller: where(place.client),
  slack: known(place.slack),
  standIn: where(place.standIn),
  proof: where([`test/${place.test[0]}`, place.test[1]]),
  sent: ['in that test'],
}));

const rows = [...apiRows, ...otherRows];

describe('the stand-ins cover what the app calls', () => {
  test('of Slack', () => {
    expect(Object.keys(methodScopes).filter((name) => !(name in methods))).toEqual([]);
  });

  test('of Slack, with the scopes that the stand-in wants', () => {
    const missing = Object.entries(methodScopes).filter(([name, ours]: [string, readonly string[]]) =>
      methods[name]?.scopes?.some((scope) => !ours.includes(scope)),
    );
    expect(missing).toEqual([]);
  });

  test('of the service', () => {
    const there = new Set(standInRoutes.map(shape));
    expect(
      Object.values(serviceRoutes)
        .map(shape)
        .filter((route) => !there.has(route)),
    ).toEqual([]);
  });
});

describe('the whole interface of the service can be reached from Slack', () => {
  test('every route has its caller, its places in Slack, its stand-in and its proof', () => {
    const empty = rows.flatMap((row) =>
      Object.entries(row).flatMap(([cell, held]) => (held.length > 0 ? [] : [`${row.endpoint}: ${cell}`])),
    );
    expect(empty).toEqual([]);
  });

  test('no place in Slack is named that is not there', () => {
    const named = [...Object.values(places), ...ways, ...signIn].flatMap(({ slack }) => [...slack]);
    expect(named.filter((row) => !inSlack.has(row))).toEqual([]);
  });

  test('no route of the stand-in is one that the client does not know', () => {
    const ours = new Set(Object.values(serviceRoutes).map(shape));
    expect(standInRoutes.map(shape).filter((route) => !ours.has(route))).toEqual([]);
  });

  test('docs/coverage.md says the same', async () => {
    await expect(asMarkdown(rows)).toMatchFileSnapshot('../../docs/coverage.md');
  });
});

function asMarkdown(all: Row[]): string {
  const cell = (held: string[]) => held.map((one) => `\`${one}\``).join('<br>');
  const line = (row: Row) =>
    `| ${[row.endpoint, row.client, row.caller, row.slack, row.standIn, row.proof, row.sent].map(cell).join(' | ')} |`;
  return [
    '# What stands where of the service’s interface',
    '',
    'Made from the code by `test/journeys/coverage.test.ts`, which fails where a cell is empty or this page is out of date;',
    '`npx vitest run test/journeys/coverage.test.ts -u` writes it anew. Places in Slack are rows of `src/slack/bolt/routes/routes.ts`.',
    'A run of the tests fails, too, if no call of the journey named here was answered well, with the fields and values that',
    '`test/journeys/coverage-table.ts` lists.',
    '',
    '| route | client | called from | in Slack | stand-in | proved by | which sends |',
    '|---|---|---|---|---|---|---|',
    ...all.map(line),
    '',
  ].join('\n');
}
