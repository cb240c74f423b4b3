import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { readMigrations } from '../../src/storage/migrate.ts';

/**
 * During a rolling upgrade, processes of two versions work on one database. So a migration may only add what the older version
 * can ignore.
 */

/** Schema version of pg-boss, which migrates its own tables when a process starts. */
const QUEUE_SCHEMA = 43;

test('migrations only add', () => {
  const [, ...later] = readMigrations();
  expect(later.filter(({ sql }) => !onlyAdds(sql)).map(({ name }) => name)).toEqual([]);
});

test('pg-boss has the schema version that was reviewed last', () => {
  const file = createRequire(import.meta.url).resolve('pg-boss/package.json');
  const { pgboss } = JSON.parse(readFileSync(file, 'utf8')) as { pgboss: { schema: number } };
  const why =
    'The new pg-boss changes its tables while older processes run. Check whether they can work with that; otherwise the upgrade notes must ask for a stop.';
  expect(pgboss.schema, why).toBe(QUEUE_SCHEMA);
});

describe('what only adds', () => {
  test.each([
    '-- Why.\nCREATE TABLE notes (id uuid PRIMARY KEY, team text NOT NULL);\nCREATE UNIQUE INDEX n ON notes (team);',
    'ALTER TABLE generations ADD COLUMN size integer;',
    'ALTER TABLE generations ADD COLUMN size integer NOT NULL DEFAULT 0, ADD COLUMN note text;',
    'CREATE INDEX generations_size ON generations (team);',
  ])('%s', (sql) => {
    expect(onlyAdds(sql)).toBe(true);
  });
});

describe('what does not', () => {
  test.each([
    'ALTER TABLE generations ADD COLUMN size integer NOT NULL;',
    'ALTER TABLE generations ADD COLUMN note text, DROP COLUMN label;',
    'ALTER TABLE generations ADD COLUMN code text UNIQUE;',
    'ALTER TABLE generations RENAME COLUMN label TO title;',
    'ALTER TABLE generations ADD CONSTRAINT short CHECK (length(label) < 10);',
    'ALTER TABLE generations ALTER COLUMN label TYPE jsonb USING label::jsonb;',
    'CREATE UNIQUE INDEX one_label ON generations (label);',
    `UPDATE generations SET state = 'begun' WHERE state = 'queued';`,
    'DROP TABLE seen;',
    'CREATE TABLE notes (id uuid); DELETE FROM kv;',
    'DO $$ BEGIN DELETE FROM kv; END $$;',
  ])('%s', (sql) => {
    expect(onlyAdds(sql)).toBe(false);
  });
});

/** Returns true if an older process can ignore the migration. */
function onlyAdds(sql: string): boolean {
  const statements = sql
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
  const made = statements.flatMap((statement) => CREATES_TABLE.exec(statement)?.[1] ?? []);
  return statements.every((statement) => {
    if (CREATES_TABLE.test(statement)) return true;
    const index = /^CREATE (UNIQUE )?INDEX (?:IF NOT EXISTS )?\w+ ON (\w+) /i.exec(statement);
    if (index) return !index[1] || made.includes(index[2] ?? '');
    return addsColumns(statement);
  });
}

const CREATES_TABLE = /^CREATE TABLE (?:IF NOT EXISTS )?(\w+) /i;

/** Returns true if the statement only adds columns that an INSERT may leave out. */
function addsColumns(statement: string): boolean {
  const [, changes] = /^ALTER TABLE \w+ (ADD COLUMN .*)$/i.exec(statement) ?? [];
  if (!changes) return false;
  return changes.split(/, (?=(?:ADD|DROP|ALTER|RENAME|VALIDATE|ENABLE|DISABLE|SET) )/i).every((change) => {
    const isLeftOut = !/ NOT NULL/i.test(change) || / DEFAULT /i.test(change);
    return /^ADD COLUMN /i.test(change) && isLeftOut && !/ (UNIQUE|PRIMARY KEY)\b/i.test(change);
  });
}
