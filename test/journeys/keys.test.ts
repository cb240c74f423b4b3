import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { askForDeck, untilThreadHas } from './story.ts';
import { createTwoTeams, RITAS_ACCOUNT, type TwoTeams } from './two-teams.ts';

const OLD = Buffer.alloc(32, 7).toString('base64');
const NEW = Buffer.alloc(32, 8).toString('base64');

let world: TwoTeams;
beforeAll(async () => {
  world = await createTwoTeams({ installedBy: ['ana', 'nora'] });
  await world.connect();
});
afterAll(() => world.close());

async function restartWith(keys: string): Promise<void> {
  world.env.ENCRYPTION_KEYS = keys;
  await world.restart();
}

/** Ids of the keys that something is sealed with. */
async function keysInUse(): Promise<string[]> {
  const rows = await world.db.query<{ key: string }>(
    `select distinct split_part(value::jsonb ->> 'value', '.', 2) as key from kv where value::jsonb ->> 'value' like 'v1.%'`,
  );
  return rows.map(({ key }) => key).sort();
}

describe('the encryption keys are rotated', () => {
  test('with the new key in front what was sealed before still opens, and all of it is sealed anew', async () => {
    const before = await keysInUse();
    expect(before).toHaveLength(1);
    await restartWith(`${NEW},${OLD}`);
    const root = await askForDeck(world, 'With both keys');
    await untilThreadHas(world, root, (message) => (message.files ?? []).length > 0);
    await world.connect({ person: 'nora', channel: 'shop', ...RITAS_ACCOUNT });
    await vi.waitUntil(async () => (await keysInUse()).length === 1, { timeout: 5_000, interval: 50 });
    expect(await keysInUse()).not.toEqual(before);
  });

  test('then the old key can go', async () => {
    await restartWith(NEW);
    const root = await askForDeck(world, 'With the new key alone');
    await untilThreadHas(world, root, (message) => (message.files ?? []).length > 0);
    await world.connect({ person: 'nora', channel: 'shop', ...RITAS_ACCOUNT });
  });

  test('with the key missing, the error names the key by its id and no secret, and people are told something true', async () => {
    await restartWith(OLD);
    const from = world.log.length;
    await world.ana.command('general', '/deck A plan');
    await world.ana.waitForMessage((message) => /Something went wrong inside Deckhand/.test(message.text), {
      channel: 'general',
    });
    const said = world.log.slice(from).join('\n');
    expect(said).toMatch(/sealed with key [0-9a-f]{8}, which is not in ENCRYPTION_KEYS/);
    for (const secret of [OLD, NEW, 'xoxb-']) expect(said).not.toContain(secret);
  });
});
