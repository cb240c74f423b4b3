import type { Database, Queries, SqlExecutor, Transaction } from '../../../src/storage/database.ts';

/**
 * A database whose user can be killed: none of its statements comes through afterwards, and an open transaction is rolled
 * back. For the embedded database, whose users all live in one process.
 */
export function killable(db: Database): { db: Database; kill(): void } {
  let isDead = false;
  const alive = async <T>(call: () => Promise<T>): Promise<T> => {
    if (isDead) throw new Error('killed');
    const answer = await call();
    // A statement that ran while the user was killed has happened, but the user does not learn of it.
    if (isDead) throw new Error('killed');
    return answer;
  };
  const queries = (of: Queries): Queries => ({ query: (sql, params) => alive(() => of.query(sql, params)) });
  const executor = (of: SqlExecutor): SqlExecutor => ({
    executeSql: (text, values) => alive(() => of.executeSql(text, values)),
  });
  const transaction = (tx: Transaction): Transaction => ({
    ...queries(tx),
    script: (sql) => alive(() => tx.script(sql)),
    executor: executor(tx.executor),
  });
  return {
    db: {
      ...db,
      ...queries(db),
      executor: executor(db.executor),
      sideConnection: queries(db.sideConnection),
      transaction: (fn) => alive(() => db.transaction((tx) => alive(() => fn(transaction(tx))))),
      listen: (channel, onNotify) =>
        alive(() => db.listen(channel, (payload) => isDead || onNotify(payload))),
    },
    kill: () => {
      isDead = true;
    },
  };
}
