import type { Database, Queries, SqlExecutor, Transaction } from '../../../src/storage/database.ts';

/**
 * A database whose user can die: from then on nothing that it does comes through, and a transaction in hand is rolled back.
 * For the embedded database, which lives in one process: several users of it can be killed one by one.
 */
export function mortal(db: Database): { db: Database; kill(): void } {
  let isDead = false;
  const alive = async <T>(call: () => Promise<T>): Promise<T> => {
    if (isDead) throw new Error('killed');
    const answer = await call();
    // What was done in the moment of death was done, but nobody hears of it.
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
