import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      link: z.boolean().optional(),
      version: z.string().optional(),
      dev: z.boolean().optional(),
      optional: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
});
type LockFile = z.output<typeof lockFile>;

/** CycloneDX, as far as it is looked at. */
const bill = z.object({
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      hashes: z.array(z.object({ alg: z.literal('SHA-512') })).default([]),
      properties: z.array(z.object({ name: z.string() })).default([]),
    }),
  ),
});
type Component = z.output<typeof bill>['components'][number];

/** Packages of the registry; what is beside them are the checkout's own workspaces. */
function fromRegistry({ packages }: LockFile) {
  return Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
}

/** Without it `npm ci` takes whatever the registry gives. */
function unchecked(lock: LockFile): string[] {
  return fromRegistry(lock).flatMap(([path, { integrity = '' }]) =>
    /^sha512-[\w+/]{86}==$/.test(integrity) ? [] : [path],
  );
}

const lock = lockFile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));

test('each locked package is checked by its hash', () => {
  expect(fromRegistry(lock).length).toBeGreaterThan(100);
  expect(unchecked(lock)).toEqual([]);
});

test('the lock file names no registry', () => {
  const named = fromRegistry(lock).filter(([, { resolved }]) => resolved !== undefined);
  expect(named.map(([path]) => path)).toEqual([]);
});

test.each([{}, { integrity: '' }, { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }])(
  'a package with %j is found',
  (entry) => expect(unchecked({ packages: { 'node_modules/x': entry } })).toEqual(['node_modules/x']),
);

test('no production package runs a script at installation', () => {
  const scripted = Object.entries(lock.packages).filter(
    ([, { hasInstallScript, dev, optional }]) => hasInstallScript && !dev && !optional,
  );
  expect(scripted.map(([path]) => path)).toEqual([]);
});

test('the images that ours is built on and of can be given by their digests, and a release gives them so', () => {
  const froms = [...readFileSync('Dockerfile', 'utf8').matchAll(/^FROM \$\{(\w+)\}/gm)].map(
    ([, name]) => name,
  );
  expect(froms).toEqual(['NODE_IMAGE', 'RUNTIME_IMAGE']);
  const release = readFileSync('.github/workflows/release.yml', 'utf8');
  for (const name of froms) {
    const [, digest] = new RegExp(`^ *echo "${name}=.*@\\$(\\w+)"$`, 'm').exec(release) ?? [];
    expect(release).toMatch(new RegExp(`^ *${digest}=\\$\\(digest `, 'm'));
  }
});

test('the bill of materials names each package with its hash, and production as what it is', {
  timeout: 60_000,
}, () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { sbom: string } };
  const printed = execSync(scripts.sbom, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const { components } = bill.parse(JSON.parse(printed));
  const isDev = ({ properties }: Component) => properties.some(({ name }) => name.includes('development'));
  const found = new Map(components.map((each) => [`${each.name}@${each.version}`, each]));
  for (const [path, { version, dev, optional }] of fromRegistry(lock)) {
    if (dev || optional) continue;
    const component = found.get(`${path.split('node_modules/').at(-1)}@${version}`);
    expect(component?.hashes, path).not.toEqual([]);
    expect(component && isDev(component), path).toBe(false);
  }
  expect(components.filter(isDev).length).toBeGreaterThan(10);
});
