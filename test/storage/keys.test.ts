import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { askForDeck, hasFile, untilThreadHas } from '../journeys/story.ts';
import { createTwoTeams, RITAS_ACCOUNT, type TwoTeams } from '../journeys/two-teams.ts';
import { allowErrors } from '../support/log-errors.ts';
import { testKey } from '../support/test-key.ts';

allowErrors(/not in ENCRYPTION_KEYS/);

const OLD = testKey(7);
const NEW = testKey(8);

let harness: TwoTeams;
beforeEach(async () => {
  harness = await createTwoTeams({ installedBy: ['ana', 'nora'] });
  await harness.connect();
});
afterEach(() => harness.close());

async function restartWith(keys: string): Promise<void> {
  harness.env.ENCRYPTION_KEYS = keys;
  await harness.restart();
}

/** Ids of the keys that something is sealed with. */
async function keysInUse(): Promise<string[]> {
  const rows = await harness.db.query<{ key: string }>(
    `select distinct split_part(value::jsonb ->> 'value', '.', 2) as key from kv where value::jsonb ->> 'value' like 'v1.%'`,
  );
  return rows.map(({ key }) => key).sort();
}

describe('the encryption keys are rotated', () => {
  test('with the new key in front what was sealed before still opens, and all of it is sealed anew', async () => {
    const before = await keysInUse();
    expect(before).toHaveLength(1);
    await restartWith(`${NEW},${OLD}`);
    const root = await askForDeck(harness, 'With both keys');
    await untilThreadHas(harness, root, hasFile);
    await harness.connect({ person: 'nora', channel: 'shop', ...RITAS_ACCOUNT });
    await expect.poll(keysInUse).not.toContain(before[0]);
    expect(await keysInUse()).toHaveLength(1);
  });

  test('then the old key can go', async () => {
    const [before] = await keysInUse();
    await restartWith(`${NEW},${OLD}`);
    await expect.poll(keysInUse).not.toContain(before);
    await restartWith(NEW);
    const root = await askForDeck(harness, 'With the new key alone');
    await untilThreadHas(harness, root, hasFile);
    await harness.connect({ person: 'nora', channel: 'shop', ...RITAS_ACCOUNT });
  });

  test('with the key missing, the error names the key by its id and no secret, and people are told something true', async () => {
    await restartWith(NEW);
    const from = harness.log.length;
    await harness.ana.command('general', '/deck');
    await harness.ana.waitForMessage((message) => /Something went wrong inside Deckhand/.test(message.text), {
      channel: 'general',
    });
    const said = harness.log.slice(from).join('\n');
    expect(said).toMatch(/sealed with key [0-9a-f]{8}, which is not in ENCRYPTION_KEYS/);
    for (const secret of [OLD, NEW, 'xoxb-']) expect(said).not.toContain(secret);
  });
});
