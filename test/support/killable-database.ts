import type { Database, Queries, SqlExecutor, Transaction } from '../../src/storage/database.ts';

/**
 * A database whose user can be killed: none of its statements comes through afterwards, and an open transaction is rolled
 * back. For the embedded database, whose users all live in one process.
 * @param diesAfter statements after which it is killed without a call
 */
export function killable(db: Database, diesAfter = Number.POSITIVE_INFINITY): { db: Database; kill(): void } {
  let isDead = false;
  let statements = 0;
  const alive = async <T>(call: () => Promise<T>): Promise<T> => {
    if (isDead) throw new Error('killed');
    const answer = await call();
    // A statement that ran while the user was killed has happened, but the user does not learn of it.
    if (isDead) throw new Error('killed');
    return answer;
  };
  const statement = <T>(call: () => Promise<T>): Promise<T> =>
    alive(() => {
      if (statements >= diesAfter) isDead = true;
      if (isDead) throw new Error('killed');
      statements += 1;
      return call();
    });
  const queries = (of: Queries): Queries => ({
    query: (sql, params) => statement(() => of.query(sql, params)),
  });
  const executor = (of: SqlExecutor): SqlExecutor => ({
    executeSql: (text, values) => statement(() => of.executeSql(text, values)),
  });
  const transaction = (tx: Transaction): Transaction => ({
    ...queries(tx),
    cipher: tx.cipher,
    script: (sql) => alive(() => tx.script(sql)),
    executor: executor(tx.executor),
  });
  return {
    db: {
      ...db,
      ...queries(db),
      executor: executor(db.executor),
      sideConnection: queries(db.sideConnection),
      transaction: (fn, lock) => alive(() => db.transaction((tx) => alive(() => fn(transaction(tx))), lock)),
      listen: (channel, onNotify) =>
        alive(() => db.listen(channel, (payload) => isDead || onNotify(payload))),
    },
    kill: () => {
      isDead = true;
    },
  };
}
