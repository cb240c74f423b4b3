import { afterAll, beforeEach, expect, it } from 'vitest';
import { createProposals } from '../../src/asks/proposals.ts';
import { createSealedStore } from '../../src/storage/sealed-store.ts';
import { clearDatabase, testDatabase } from '../support/database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness as createGenerations } from '../support/harness/generations.ts';
import { createHarness } from '../support/harness/slack.ts';
import { press } from '../support/harness/slack-requests.ts';
import { testCipher } from '../support/test-key.ts';

/** Two clicks of one person, each to another process; the database is all that the two have in common. */

const db = await testDatabase();
beforeEach(() => clearDatabase(db));
afterAll(() => db.close());

function createProcess() {
  const proposals = createProposals(createSealedStore(db, 'proposals', testCipher), () => 'p1', 30);
  const { generations } = createGenerations(db);
  return createHarness({ proposals, generations });
}

const button = (action_id: string) => ({ action_id, value: 'p1', type: 'button' });
const made = async () => (await db.query('select id from generations')).length;

async function createProcesses() {
  const processes = [createProcess(), createProcess()] as const;
  await processes[0].slack.proposals.save(anAsk({ person: 'UANA' }));
  return processes;
}

it('“Make it” twice makes one', async () => {
  const processes = await createProcesses();
  const clicks = processes.map(({ send }, at) =>
    send(press(button('proposal_make'), { trigger_id: `${at}` })),
  );
  await Promise.all(clicks);
  expect(await made()).toBe(1);
});

it('“Make it” and “Not now” either make it or say that it is not made', async () => {
  const [one, other] = await createProcesses();
  await Promise.all([one.send(press(button('proposal_make'))), other.send(press(button('proposal_drop')))]);
  const said = [...one.made('respond'), ...other.made('respond')].map(({ text }) => text).join();
  expect(/nothing was spent/.test(said)).toBe((await made()) === 0);
});
