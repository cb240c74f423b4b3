import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** In a process of its own, in which whatever asks for a locale fails. */
const IMPORT_APP = `
  const refuse = () => { throw new Error('A locale was asked for') };
  for (const name of Object.getOwnPropertyNames(Intl)) Intl[name] = refuse;
  for (const { prototype } of [Number, BigInt, Date])
    for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) prototype[name] = refuse;
  String.prototype.localeCompare = refuse;
  await import(process.argv[1]);
`;

test('a start loads none of the runtime’s locales, which take 8 MB: they are loaded once something is said', async () => {
  const app = new URL('../../src/app.ts', import.meta.url).href;
  const node = promisify(execFile)(process.execPath, ['--input-type=module', '-e', IMPORT_APP, app]);
  const fault = await node.then(
    () => '',
    ({ stderr }: { stderr: string }) => stderr,
  );
  expect(fault).toBe('');
}, 60_000);
