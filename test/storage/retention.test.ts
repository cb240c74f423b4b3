import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createCollectedPages } from '../../src/generations/collected-pages.ts';
import { type NumberedPage, pageSchema } from '../../src/sources/pages.ts';
import { deleteExpired } from '../../src/storage/maintenance.ts';
import { createOptOuts } from '../../src/storage/opt-outs.ts';
import { createSeen } from '../../src/storage/seen.ts';
import { createStore } from '../../src/storage/store.ts';
import { deleteTeam } from '../../src/storage/team-removal.ts';
import { cleanDatabase } from '../support/clean-database.ts';

const db = await cleanDatabase();

describe('retention', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

  async function addGeneration(team: string, state: string, createdAt: Date): Promise<string> {
    const id = randomUUID();
    await db.query(
      `INSERT INTO generations (id, team, person, key, state, ask, collected, label, doc_url, channel, created_at)
       VALUES ($1, $2, 'U1', gen_random_uuid()::text, $3, $4, '"what was said"', '"Plan"', '"https://doc"', 'C1', $5)`,
      [id, team, state, '{"prompt":""}', createdAt],
    );
    await db.query(
      `INSERT INTO deliveries (id, team, generation, kind, payload, state, channel, created_at)
       VALUES ($1, $2, $3, 'card', '{"text":"secret plan"}', $4, 'C1', $5)`,
      [randomUUID(), team, id, state === 'delivered' ? 'sent' : 'pending', createdAt],
    );
    return id;
  }

  it('deletes texts after delivery or retentionDays, and keeps the links', async () => {
    const delivered = await addGeneration('T1', 'delivered', daysAgo(1));
    const waiting = await addGeneration('T1', 'unsure', daysAgo(29));
    const tooOld = await addGeneration('T1', 'unsure', daysAgo(31));
    await createStore(db, 'cache').set('T1', 'kept');
    await createSeen(db).claim('T1', 'kept', 1e12);
    await db.query("INSERT INTO seen VALUES ('T1', 'old', $1)", [daysAgo(1)]);
    await deleteExpired(db, now, 30);

    const rows = await db.query<{
      id: string;
      generation_has: boolean;
      has_choices: boolean;
      delivery_has: boolean;
      doc_url: string;
    }>(
      `SELECT g.id, ask IS NOT NULL AND collected IS NOT NULL AS generation_has, ask IS NOT NULL AS has_choices,
         payload IS NOT NULL AS delivery_has, doc_url
       FROM generations g JOIN deliveries d ON d.generation = g.id`,
    );
    const has = new Map(rows.map((row) => [row.id, [row.generation_has, row.delivery_has, row.doc_url]]));
    expect(has.get(delivered)).toEqual([false, false, '"https://doc"']);
    // The choices, such as the theme, stay for "Another like this".
    const chosen = new Map(rows.map((row) => [row.id, row.has_choices]));
    expect([delivered, waiting, tooOld].map((id) => chosen.get(id))).toEqual([true, true, false]);
    expect(has.get(waiting)).toEqual([true, true, '"https://doc"']);
    expect(has.get(tooOld)).toEqual([false, false, '"https://doc"']);
    expect(await db.query('SELECT key FROM seen')).toEqual([{ key: 'kept' }]);
  });

  it('deletes collected pages after their generation has ended or after retentionDays', async () => {
    const left = { messages: 1, characters: 1 };
    const messages = [{ ts: '1.1', text: 'secret \0 plan' }];
    const page: NumberedPage = { ...pageSchema.parse({ messages, next: null, left }), number: 0 };
    const pages = async (state: string, at = now) => {
      const generation = await addGeneration('T1', state, at);
      const kept = createCollectedPages(db, { team: 'T1', generation });
      await kept.save('history', page);
      await kept.save('history', { messages: [], next: null, left, number: 0 });
      return kept;
    };
    const reading = await pages('collecting');
    const failed = await pages('failed');
    await createCollectedPages(db, { team: 'T1', generation: randomUUID() }).save('history', page);
    await deleteExpired(db, now, 30);
    expect(await reading.pages('history')).toEqual([page]);
    expect(await reading.pages('1.1')).toEqual([]);
    expect(await failed.pages('history')).toEqual([]);
    await deleteTeam(db, 'T1');
    expect(await db.query('SELECT 1 FROM collected_pages')).toEqual([]);
  });

  it('keeps opt-outs, by team', async () => {
    const optOuts = createOptOuts(db);
    await optOuts.set('T1', 'U1', true);
    await optOuts.set('T1', 'U1', true);
    await optOuts.set('T1', 'U2', true);
    await optOuts.set('T1', 'U2', false);
    expect(await optOuts.of('T1')).toEqual(new Set(['U1']));
    expect(await optOuts.of('T2')).toEqual(new Set());
    expect(await optOuts.has('T1', 'U1')).toBe(true);
    expect(await optOuts.has('T1', 'U2')).toBe(false);
    await deleteTeam(db, 'T1');
    expect(await optOuts.of('T1')).toEqual(new Set());
  });

  it('deletes labels and failure messages after retentionDays', async () => {
    const old = await addGeneration('T1', 'failed', daysAgo(31));
    const young = await addGeneration('T1', 'failed', daysAgo(29));
    await db.query(`UPDATE generations SET failure_message = '"Plan is no prompt"'`);
    await deleteExpired(db, now, 30);
    await deleteExpired(db, now, 30);

    const rows = await db.query('SELECT id, label, failure_message FROM generations');
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual({ id: old, label: null, failure_message: null });
    expect(rows).toContainEqual({ id: young, label: '"Plan"', failure_message: '"Plan is no prompt"' });
  });

  it('deletes all rows of one team and none of another, and can be repeated', async () => {
    for (const team of ['T1', 'T2']) {
      await addGeneration(team, 'following', now);
      await createStore(db, 'tokens').set(team, 'x');
      await createStore(db, 'themes').set(`${team}/page`, 'x');
      await createSeen(db).claim(team, 'event', 60_000);
    }
    await deleteTeam(db, 'T1');
    await deleteTeam(db, 'T1');
    for (const [table, left] of [
      ['kv', 2],
      ['seen', 1],
      ['generations', 1],
      ['deliveries', 1],
    ] as const) {
      const rows = await db.query<{ team: string }>(`SELECT team FROM ${table}`);
      expect(rows.map(({ team }) => team)).toEqual(Array(left).fill('T2'));
    }
  });
});
