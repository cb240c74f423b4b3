import { describe, expect, test } from 'vitest';
import { NotConnected } from '../../src/connections/failures.ts';
import type { Database, Queries } from '../../src/storage/database.ts';
import { ANA, createHarness, TEAM } from '../support/harness/connections.ts';
import { twoDatabases } from './two-databases.ts';

const [db, otherDb] = await twoDatabases();

const HOUR = 60 * 60_000;

describe('the notice of an expired connection', () => {
  test('is sent later, once, if it could not be sent', async () => {
    const harness = await createHarness(db);
    let told = 0;
    const onExpired = async () => {
      told += 1;
      if (told === 1) throw new Error('ratelimited');
    };
    let lost = 0;
    const hooks = { onExpired, onLost: () => void lost++ };
    const [here, there] = [harness.process(hooks), harness.process({ ...hooks, db: otherDb })];
    await harness.connect(here);
    await harness.server.revokeAll();
    harness.clock.move(2 * HOUR);
    await expect(here.authorizationFor(TEAM).headers()).rejects.toBeInstanceOf(NotConnected);
    await Promise.all([here.notifyOfExpired(), there.notifyOfExpired()]);
    await there.notifyOfExpired();
    expect(told).toBe(2);
    expect(lost).toBe(1);
  });

  test('is not sent if the person has connected again', async () => {
    const harness = await createHarness(db);
    let told = 0;
    const onExpired = async () => {
      told += 1;
      throw new Error('ratelimited');
    };
    const connections = harness.process({ onExpired });
    await harness.connect(connections);
    await harness.server.revokeAll();
    harness.clock.move(2 * HOUR);
    await expect(connections.authorizationFor(TEAM).headers()).rejects.toBeInstanceOf(NotConnected);
    await harness.connect(connections);
    await connections.notifyOfExpired();
    expect(told).toBe(1);
  });

  test('is written in the same transaction as the expiry', async () => {
    /** Refuses to write a notice. */
    const refusing = <Q extends Queries>(real: Q): Q => ({
      ...real,
      query(sql: string, params?: unknown[]) {
        if (sql.startsWith('insert') && params?.includes('expiry-notices')) throw new Error('disk full');
        return real.query(sql, params);
      },
    });
    const failing: Database = {
      ...refusing(db),
      transaction: (fn) => db.transaction((tx) => fn(refusing(tx))),
    };
    const harness = await createHarness(db);
    await harness.connect(harness.process());
    await harness.server.revokeAll();
    harness.clock.move(2 * HOUR);
    await expect(harness.process({ db: failing }).authorizationFor(TEAM).headers()).rejects.toThrow(
      'disk full',
    );
    const next = harness.process();
    expect(await next.stateOf(TEAM)).toBe('connected');
    await expect(next.authorizationFor(TEAM).headers()).rejects.toBeInstanceOf(NotConnected);
    expect(harness.expired).toEqual([{ team: TEAM, person: ANA }]);
  });
});
