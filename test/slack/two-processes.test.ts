import { expect, it } from 'vitest';
import { createProposals } from '../../src/asks/proposals.ts';
import { withLock } from '../../src/storage/database.ts';
import { createSealedStore } from '../../src/storage/store.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness as createGenerations } from '../support/harness/generations.ts';
import { createHarness } from '../support/harness/slack.ts';
import { press } from '../support/harness/slack-requests.ts';
import { allowErrors } from '../support/log-errors.ts';

/** Two clicks of one person, each to another process; the database is all that the two have in common. */

allowErrors(/A request from Slack failed/);
const db = await cleanDatabase();

/** @param onWait called as it asks for the proposal for itself @param isDying before it has put the proposal away */
function createProcess(onWait: () => unknown = () => {}, isDying = false) {
  const sealed = createSealedStore(db, 'proposals');
  const die = async () => Promise.reject(new Error('killed'));
  const store = isDying ? { ...sealed, delete: die } : sealed;
  const proposals = createProposals(
    store,
    () => 'p1',
    30,
    async (name, fn) => {
      await onWait();
      return withLock(db, name, fn);
    },
  );
  const { generations } = createGenerations(db);
  return createHarness({ proposals, generations });
}

const ANA = { team: 'T1', person: 'UANA' };
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

it('“Make it”, pressed again after its process died with the document begun, makes no other', async () => {
  const dies = createProcess(() => {}, true);
  await dies.slack.proposals.save(anAsk({ person: 'UANA' }));
  await dies.send(press(button('proposal_make'), { trigger_id: '1' }));
  await createProcess().send(press(button('proposal_make'), { trigger_id: '2' }));
  expect(await made()).toBe(1);
});

it('“Make it” and “Not now” either make it or take the card away', async () => {
  const [one, other] = await createProcesses();
  await Promise.all([one.send(press(button('proposal_make'))), other.send(press(button('proposal_drop')))]);
  const isDropped = other.made('respond').some(({ delete_original }) => delete_original);
  expect(isDropped).toBe((await made()) === 0);
});

it('“Make it” on a card that is changed in this moment makes nothing, and the changed card can be accepted', async () => {
  const other = createProcess();
  const change = () => other.slack.proposals.amend(ANA, 'p1', (ask) => ({ ...ask, slides: 40 }));
  const one = createProcess(change);
  await other.slack.proposals.save(anAsk({ person: 'UANA' }));
  await one.send(press(button('proposal_make')));
  expect(await made()).toBe(0);
  expect(one.made('respond').at(-1)?.text).toMatch(/This card has just changed/);
  await other.send(press(button('proposal_make'), { trigger_id: '2' }));
  expect(await made()).toBe(1);
});

it('“Not now” in the very moment in which it is taken does not take the card away', async () => {
  const waits = Promise.withResolvers<void>();
  const [one, other] = [createProcess(), createProcess(waits.resolve)];
  await one.slack.proposals.save(anAsk({ person: 'UANA' }));
  const { start } = one.slack.generations;
  let dropping: Promise<unknown> | undefined;
  one.slack.generations.start = async (...given) => {
    dropping = other.send(press(button('proposal_drop')));
    await Promise.race([dropping, waits.promise]);
    return start(...given);
  };
  await one.send(press(button('proposal_make')));
  await dropping;
  expect(await made()).toBe(1);
  expect(other.made('respond').some(({ delete_original }) => delete_original)).toBe(false);
});
