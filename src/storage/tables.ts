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
 * A table's columns are listed once, as a zod object with camelCase keys. A nullable column is an optional key. Kysely's types
 * (`ColumnsOf`) and the parser of rows (`readRow`) are derived from this object. Kysely only builds statements, and `Queries` sends them.
 */

/** Type of a table for kysely, derived from the list of its columns. */
export type ColumnsOf<Schema extends z.ZodObject> = {
  [Name in keyof z.output<Schema>]-?: Stored<z.output<Schema>[Name]>;
};
type Stored<Value> = undefined extends Value ? Exclude<Value, undefined> | null : Value;

/** Returns a typed query builder. Names are camelCase in code, snake_case in the database. To count the affected rows, use `returning`. */
export function tablesOf<Tables>(db: Queries): Kysely<Tables> {
  const builder = builders.get(db) ?? new Kysely({ dialect: dialectOver(db) });
  builders.set(db, builder);
  return builder;
}

// biome-ignore lint/suspicious/noExplicitAny: one builder serves all tables, and each caller has its own types.
const builders = new WeakMap<Queries, Kysely<any>>();

/** Converts names to snake_case in 13 µs per statement. Kysely's CamelCasePlugin takes 25 µs, because it copies the syntax tree. */
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

/** Returns a function that caches the results of `change`. The cache has no limit, because there are few column names. */
function remembered(change: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const changed = known.get(name) ?? change(name);
    known.set(name, changed);
    return changed;
  };
}

/** Converts the column names of a row to camelCase. Keys inside a JSON column are data and stay unchanged. */
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
      throw new Error('Rows cannot be streamed: read them page by page.');
    },
  };
  const driver = Object.assign(new DummyDriver(), {
    acquireConnection: async () => connection,
    beginTransaction: async () => {
      throw new Error("Use the database's own `transaction`.");
    },
  });
  return {
    createDriver: () => driver,
    createAdapter: () => adapter,
    createQueryCompiler: () => compiler,
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
  };
}

/** Parses a row with the list of its table's columns. Columns that are null are left out, because they are optional in the list. */
export function readRow<Schema extends z.ZodObject>(schema: Schema, row: object): z.output<Schema> {
  return schema.parse(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)));
}

/** Returns the names of a table's columns, for `select` and `returning`. */
export function namesIn<Schema extends z.ZodObject>(schema: Schema): (keyof z.output<Schema> & string)[] {
  return Object.keys(schema.shape);
}

/** Returns whether a value is a UUID. Check ids that come from Slack, because PostgreSQL rejects other values for a uuid column. */
export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}
