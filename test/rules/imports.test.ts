import { readdirSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { circles, importFaults, readSources } from './imports.ts';

describe('who may import whom', () => {
  test('holds in every file', () => {
    const sources = readSources();
    expect(sources.length).toBeGreaterThan(500);
    expect(importFaults(sources)).toEqual([]);
  });

  test('only jobs/pgboss-sql.ts names the tables of pg-boss', () => {
    const naming = readSources().filter(({ text }) => /\bpgboss\.\w/.test(text));
    expect(naming.map(({ path }) => path)).toEqual(['src/jobs/pgboss-sql.ts']);
  });

  /** The folder of a room that lies deepest: where rules by patterns stop holding first. */
  function deepest(room: string): string {
    const below = readdirSync(room, { recursive: true, encoding: 'utf8' })
      .map((path) => posix.join(room, path))
      .filter((path) => statSync(path).isDirectory());
    return [room, ...below].sort((a, b) => b.split('/').length - a.split('/').length)[0] ?? room;
  }

  const rooms = readdirSync('src').filter((name) => !name.endsWith('.ts'));

  test.each(rooms)('a forbidden import in the deepest folder of %s/ is found', (room) => {
    const folder = deepest(`src/${room}`);
    const plant = (target: string) => ({
      path: `${folder}/planted.ts`,
      text: `import { x } from '${posix.relative(folder, target)}';\n`,
    });
    expect(importFaults([plant('src/main.ts')])).toHaveLength(1);
    expect(importFaults([plant('sandbox/sandbox.ts')])).toHaveLength(1);
    expect(importFaults([plant('src/no-such-room/x.ts')])).toHaveLength(room === 'wiring' ? 0 : 1);
  });

  test.each([
    ['src/slack/result/deep/er.ts', "import pg from 'pg';"],
    ['src/asks/deep/er.ts', "import type { WebClient } from '@slack/web-api';"],
    ['src/service/http/deep/er.ts', "export * from '../../../storage/database.ts';"],
    ['src/storage/deep/er.ts', "const late = await import('../../slack/routes.ts');"],
    ['src/asks/deep/er.ts', "import '../../jobs/queue.ts';"],
    ['src/asks/deep/er.ts', "import { createServiceClient } from '../../service/client.ts';"],
    ['src/jobs/deep/er.ts', "import { readConfig } from '../../config.ts';"],
    ['src/slack/digest/deep/er.ts', "import type { DeckForm } from '../../deck/form.ts';"],
    ['src/slack/kit/deep/er.ts', "import { resultMessage } from '../../result/result.ts';"],
    ['src/slack/bolt/routes/route.ts', "import { connect } from '../../connection/connect.ts';"],
    ['sandbox/slack/api/er.ts', "import { compose } from '../../../src/app.ts';"],
    ['sandbox/service/engine/er.ts', "import type { Log } from '../../../src/log.ts';"],
    ['sandbox/sandbox.ts', "import { createJobs } from '../src/jobs/queue.ts';"],
  ])('%s: %s', (path, text) => {
    expect(importFaults([{ path, text }])).toHaveLength(1);
  });

  test('types of clock, config and log are free to all', () => {
    const text = "import type { Clock } from '../../clock.ts';\nimport type { Log } from '../../log.ts';";
    expect(importFaults([{ path: 'src/storage/deep/er.ts', text }])).toEqual([]);
  });
});

describe('circles of imports', () => {
  test('there are none by value', () => {
    expect(circles(readSources())).toEqual([]);
  });

  test('one is found, however long; one of types is none', () => {
    const file = (path: string, text: string) => ({ path, text });
    const a = file('src/a.ts', "import { b } from './b/b.ts';");
    const b = file('src/b/b.ts', "export { c } from '../c.ts';");
    expect(circles([a, b, file('src/c.ts', "import { a } from './a.ts';")])).toEqual([
      ['src/a.ts', 'src/b/b.ts', 'src/c.ts'],
    ]);
    expect(circles([a, b, file('src/c.ts', "import type { a } from './a.ts';")])).toEqual([]);
  });
});
