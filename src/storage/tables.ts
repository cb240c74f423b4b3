import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { z } from 'zod';
import type { Queries } from './database.ts';

/**
 * A table's columns are one list: a zod object with a key for each, in camelCase. Kysely's types are derived from it
 * (`ColumnsOf`), rows are read by it (`readRow`), and JSON columns are checked by their own schemas in it. A column that
 * may be null is optional in the list.
 *
 * Connections, timeouts and transactions stay with `Database`: kysely writes the statements and our `query` runs them.
 */

/** Kysely's type of a table whose list is `Schema`. */
export type ColumnsOf<Schema extends z.ZodObject> = {
  [Name in keyof z.output<Schema>]-?: Stored<z.output<Schema>[Name]>;
};
type Stored<Value> = undefined extends Value ? Exclude<Value, undefined> | null : Value;

/**
 * Typed queries over a database, or over a transaction. Names are camelCase in code and snake_case in the database; a
 * JSON column takes the object itself. A write that must know what it changed asks for it with `returning`: numbers of
 * affected rows are not passed on.
 */
export function tablesOf<Tables>(db: Queries): Kysely<Tables> {
  const builder = builders.get(db) ?? new Kysely({ dialect: dialectOver(db) });
  builders.set(db, builder);
  return builder;
}

// biome-ignore lint/suspicious/noExplicitAny: all tables are asked through the same one, each caller knows its own.
const builders = new WeakMap<Queries, Kysely<any>>();

/** Kysely's own CamelCasePlugin copies every statement's tree, which took as long as all the rest: 25 and not 13 µs. */
class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(snakeCase(name));
  }
}
const compiler = new SnakeCaseCompiler();
const adapter = new PostgresAdapter();

export const snakeCase = remembered((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
const camelCase = remembered((name) =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
);

/** The names of columns are few. */
function remembered(change: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const changed = known.get(name) ?? change(name);
    known.set(name, changed);
    return changed;
  };
}

/** Keys inside a JSON column are data and stay as they are. */
function camelCaseRow(row: object): object {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [camelCase(name), value]));
}

function dialectOver(db: Queries): Dialect {
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery) {
      const rows = await db.query<object>(sql, [...parameters]);
      return { rows: rows.map(camelCaseRow) as Row[] };
    },
    streamQuery: () => {
      throw new Error('Rows are not streamed: page through them.');
    },
  };
  const driver = Object.assign(new DummyDriver(), {
    acquireConnection: async () => connection,
    beginTransaction: async () => {
      throw new Error("Begin transactions with the database's own `transaction`.");
    },
  });
  return {
    createDriver: () => driver,
    createAdapter: () => adapter,
    createQueryCompiler: () => compiler,
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
  };
}

/** A row as its table's list has it. Columns that are null are left out. */
export function readRow<Schema extends z.ZodObject>(schema: Schema, row: object): z.output<Schema> {
  return schema.parse(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)));
}

/** The names in a list, for `select` and `returning`. */
export function namesIn<Schema extends z.ZodObject>(schema: Schema): (keyof z.output<Schema> & string)[] {
  return Object.keys(schema.shape);
}

/** An id that came back from Slack may be anything; a column of uuids refuses all else. */
export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}
