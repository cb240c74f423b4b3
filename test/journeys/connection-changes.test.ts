import { describe, expect, onTestFinished, test } from 'vitest';
import { allowErrors } from '../support/log-errors.ts';
import { wordsOf } from '../support/reading.ts';
import {
  A_WHILE,
  answerTo,
  askForDeck,
  closeForms,
  directMessages,
  disconnect,
  hasFile,
  openForm,
  untilCardSays,
  untilFormSays,
  untilHomeSays,
  untilThreadHas,
} from './story.ts';
import { createTwoTeams, RITAS_ACCOUNT, STUDIO_KEY } from './two-teams.ts';

allowErrors(/the service does not accept SERVICE_API_KEY/);

/** Connections that start, end or change at a bad moment. */

async function teams(key?: string) {
  const env: Record<string, string> = key ? { SERVICE_API_KEY: key, SERVICE_API_KEY_TEAMS: 'T0SMALL' } : {};
  const harness = await createTwoTeams({ env });
  onTestFinished(() => harness.close());
  return harness;
}

describe('if the operator has set an API key', () => {
  test('the form for disconnecting says that it will be used; a deck in the making waits for its own workspace', async () => {
    const harness = await teams(STUDIO_KEY);
    const { ana } = harness;
    await harness.connect(RITAS_ACCOUNT);
    harness.service.misbehave({ kind: 'generation_takes', ms: A_WHILE, containing: 'Plan for Labs' });
    const root = await askForDeck(harness, 'Plan for Labs');
    await untilCardSays(harness, root, /: making it/);
    const { view } = await openForm(ana, '/deck disconnect', 'disconnect_form');
    expect(wordsOf(view)).toMatch(/made with the connection to Papermill of whoever runs/);
    await closeForms(ana);
    await disconnect(ana);
    await untilCardSays(harness, root, /in another workspace at Papermill/);
    harness.serviceClock.skip(A_WHILE);
    await harness.connect(RITAS_ACCOUNT);
    await untilThreadHas(harness, root, hasFile);
  });

  test('and the service refuses it, then card, form and Home say who has to renew it', async () => {
    const harness = await teams('sk-sandbox-revoked');
    const root = await askForDeck(harness, 'Team plan');
    await untilCardSays(harness, root, /has to be renewed by whoever runs Deckhand/);
    await harness.ben.command('general', '/deck');
    await untilFormSays(harness.ben, /is refused.*Whoever runs Deckhand/);
    await closeForms(harness.ben);
    await untilHomeSays(harness, harness.ben, /is refused/);
  });
});

test('Ana closes the form while her API key is checked, and still reads that the team is connected', async () => {
  const { ana, service } = await teams();
  await ana.press(await answerTo(ana, '/deck connect'), 'connect_api_key');
  await ana.waitForView(({ view }) => view.callback_id === 'api_key_form');
  service.misbehave({ kind: 'delay', ms: 2_300, times: 1 });
  await ana.fill({ api_key: STUDIO_KEY });
  await ana.submit();
  await closeForms(ana);
  await expect.poll(() => directMessages(ana, /Deckhand is connected to Papermill/)).not.toEqual([]);
  expect(directMessages(ana, /went wrong/)).toEqual([]);
  await expect.poll(() => wordsOf(ana.home())).toMatch(/with an API key/);
});

test('Ana closes the form while the connection is ended, and Home shows that it ended', async () => {
  const harness = await teams();
  const { ana, slack } = harness;
  await harness.connect();
  await openForm(ana, '/deck disconnect', 'disconnect_form');
  slack.misbehave({ method: 'views.update', delayMs: 200, times: 1 });
  await ana.submit();
  await closeForms(ana);
  await expect.poll(() => wordsOf(ana.home())).toMatch(/not connected to Papermill/);
  expect(directMessages(ana, /went wrong/)).toEqual([]);
});

test('the audit trail says which workspace and account were connected and disconnected, and by whom', async () => {
  const harness = await teams();
  await harness.connect();
  await disconnect(harness.ana);
  const lines = () =>
    harness.db.query("SELECT what, object FROM audit WHERE what IN ('connect', 'disconnect') ORDER BY id");
  const object = 'U0ANA=workspace=Northwind Studio account=Vera Stolz';
  await expect.poll(lines).toEqual([
    { what: 'connect', object },
    { what: 'disconnect', object },
  ]);
});

test('if Slack refuses the message about a lost connection at first, Ana gets it later, once', async () => {
  const harness = await teams();
  const { ana, ben, slack } = harness;
  await harness.connect();
  harness.service.misbehave({ kind: 'generation_takes', ms: A_WHILE, containing: 'Plan of the lost week' });
  const root = await askForDeck(harness, 'Plan of the lost week', {}, { person: ben });
  await untilCardSays(harness, root, /: making it/);
  const containing = 'no longer accepts the connection';
  slack.misbehave({ method: 'chat.postMessage', containing, status: 429, retryAfter: 1 });
  await harness.signIn.revokeAll();
  await untilCardSays(harness, root, /has to be renewed/);
  await expect.poll(() => slack.calls.some(({ status }) => status === 429)).toBe(true);
  const told = () => directMessages(ana, /no longer accepts/).length;
  expect(told()).toBe(0);
  await harness.restart();
  await expect.poll(told).toBe(1);
  await harness.restart();
  expect(told()).toBe(1);
});
