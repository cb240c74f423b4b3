import { randomUUID } from 'node:crypto';
import { type PGlite, protocol, types } from '@electric-sql/pglite';
import { LRUCache } from 'lru-cache';

/** Statements that stay prepared; Deckhand has some sixty, and a plan takes up to 100 KB. */
const KEPT = 100;
/**
 * A plan is for tables of the size that they had as it was made, and nothing has PostgreSQL make it anew as they grow: after so many
 * uses, or milliseconds, we do.
 */
const USES = 200;
const KEPT_MS = 10 * 60_000;

interface Prepared {
  name: string;
  uses: number;
  /** By their oids. */
  parameters: number[];
  columns: { name: string; dataTypeID: number }[];
}

/**
 * Sends PGlite statements that stay prepared under a name. Its own `query` has each parsed and planned anew, which in WebAssembly takes
 * 0.5 to 2 ms a statement, and to run one that is planned a tenth to a third of that.
 */
export function createPrepared(pglite: PGlite) {
  const { serialize } = protocol;
  let dropped: string[] = [];
  const statements = new LRUCache<string, Prepared>({
    max: KEPT,
    ttl: KEPT_MS,
    dispose: ({ name }) => void dropped.push(name),
  });

  const send = (...messages: Uint8Array[]) =>
    pglite.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), {});

  async function prepare(sql: string): Promise<Prepared> {
    const known = statements.get(sql);
    if (known && known.uses < USES) return known;
    statements.delete(sql);
    const closing = dropped.map((name) => serialize.close({ type: 'S', name }));
    dropped = [];
    const name = randomUUID();
    const told = await send(
      ...closing,
      serialize.parse({ name, text: sql }),
      serialize.describe({ type: 'S', name }),
    );
    const statement = {
      ...{ name, uses: 0 },
      parameters: told.find(isParameters)?.dataTypeIDs ?? [],
      columns: told.find(isColumns)?.fields ?? [],
    };
    statements.set(sql, statement);
    return statement;
  }

  /** One statement, within whatever transaction is open. */
  function query<R>(sql: string, params: unknown[]): Promise<{ rows: R[] }> {
    return pglite.runExclusive(async () => {
      if (pglite.closed) throw new Error('PGlite is closed');
      const statement = await prepare(sql);
      statement.uses += 1;
      const values = params.map((value, at) => asText(value, statement.parameters[at]));
      const answer = await send(serialize.bind({ statement: statement.name, values }), serialize.execute({}));
      return { rows: answer.filter(isRow).map(({ fields }) => rowOf(fields, statement)) as R[] };
    });
  }

  function asText(value: unknown, type = 0): string | null {
    if (value === null || value === undefined) return null;
    return pglite.serializers[type]?.(value) ?? String(value);
  }

  const rowOf = (fields: (string | null)[], { columns }: Prepared) =>
    Object.fromEntries(
      columns.map(({ name, dataTypeID }, at) => [
        name,
        types.parseType(fields[at] ?? null, dataTypeID, pglite.parsers),
      ]),
    );

  return {
    query,
    /** To be called where tables have changed: a statement that is prepared goes on giving the columns that it had. */
    forget: () => statements.clear(),
  };
}

const { ParameterDescriptionMessage, RowDescriptionMessage, DataRowMessage } = protocol.messages;
const isParameters = (message: object) => message instanceof ParameterDescriptionMessage;
const isColumns = (message: object) => message instanceof RowDescriptionMessage;
const isRow = (message: object) => message instanceof DataRowMessage;
