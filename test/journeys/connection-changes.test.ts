import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { linkFor, walk } from '../../sandbox/connect.ts';
import type { Message } from '../../sandbox/slack/protocol.ts';
import type { Person } from '../../sandbox/slack/stand-in.ts';
import { allowErrors } from '../support/log-errors.ts';
import {
  A_WHILE,
  askForDeck,
  closeForms,
  hasFile,
  untilCardSays,
  untilFormSays,
  untilHomeSays,
  untilThreadHas,
  wordsOf,
} from './story.ts';
import { ANAS_ACCOUNT, createTwoTeams, RITAS_ACCOUNT, STUDIO_KEY, type TwoTeams } from './two-teams.ts';

allowErrors(/the service does not take SERVICE_API_KEY/);

/** A connection that comes, goes or changes at an awkward moment. */

const toldDirectly = (person: Person, words: RegExp): Message[] =>
  person.history(person.appDm()).filter((message) => words.test(wordsOf(message)));

const untilToldDirectly = (person: Person, words: RegExp) =>
  expect.poll(() => toldDirectly(person, words)).not.toEqual([]);

const ask = { person: 'ana', channel: 'general' };

async function beginDisconnecting({ ana }: TwoTeams): Promise<string> {
  await ana.command('general', '/deck disconnect');
  await ana.waitForView(({ view }) => view.callback_id === 'disconnect_form');
  return JSON.stringify(ana.view()?.view);
}

const rowsOf = ({ db }: TwoTeams) =>
  db.query<{ namespace: string }>(`SELECT namespace FROM kv WHERE team = 'T0SMALL'`);

describe('where whoever runs Deckhand has set a key', () => {
  test('disconnecting says that it takes over, and what is in the making waits for its own workspace', async () => {
    const harness = await createTwoTeams({
      env: { SERVICE_API_KEY: STUDIO_KEY, SERVICE_API_KEY_TEAMS: 'T0SMALL' },
    });
    onTestFinished(() => harness.close());
    await harness.connect(RITAS_ACCOUNT);
    harness.service.misbehave({ kind: 'generation_takes', ms: A_WHILE, containing: 'Plan for Labs' });
    const root = await askForDeck(harness, 'Plan for Labs');
    await untilCardSays(harness, root, /: making it/);
    expect(await beginDisconnecting(harness)).toMatch(
      /made with the connection to Papermill of whoever runs/,
    );
    await harness.ana.submit();
    await untilFormSays(harness.ana, /has taken its place/);
    await closeForms(harness.ana);
    await untilCardSays(harness, root, /in another workspace at Papermill/);
    harness.serviceClock.skip(A_WHILE);
    await harness.connect(RITAS_ACCOUNT);
    await untilThreadHas(harness, root, hasFile);
  });

  test('and it is refused: card, form and Home say who has to renew it', async () => {
    const harness = await createTwoTeams({
      env: { SERVICE_API_KEY: 'sk-sandbox-revoked', SERVICE_API_KEY_TEAMS: 'T0SMALL' },
    });
    onTestFinished(() => harness.close());
    const root = await askForDeck(harness, 'Team plan');
    await untilCardSays(harness, root, /has to be renewed by whoever runs Deckhand/);
    await harness.ben.command('general', '/deck');
    await untilFormSays(harness.ben, /is refused.*Whoever runs Deckhand/);
    await closeForms(harness.ben);
    await untilHomeSays(harness, harness.ben, /is refused/);
  });
});

describe('Ana', () => {
  let harness: TwoTeams;
  beforeEach(async () => {
    harness = await createTwoTeams();
  });
  afterEach(() => harness.close());

  test('closes the form while her key is tried: she reads all the same that she is connected', async () => {
    const offers = harness.ana.ephemerals('general').length;
    await harness.ana.command('general', '/deck connect');
    await harness.ana.waitForMessage(() => harness.ana.ephemerals('general').length > offers, {
      channel: 'general',
    });
    await harness.ana.press(harness.ana.ephemerals('general').at(-1) as Message, 'connect_api_key');
    await harness.ana.waitForView(({ view }) => view.callback_id === 'api_key_form');
    harness.service.misbehave({ kind: 'delay', ms: 2_300, times: 1 });
    await harness.ana.fill({ api_key: STUDIO_KEY });
    await harness.ana.submit();
    await closeForms(harness.ana);
    await untilToldDirectly(harness.ana, /Deckhand is connected to Papermill/);
    expect(toldDirectly(harness.ana, /went wrong/)).toEqual([]);
    await expect.poll(() => JSON.stringify(harness.ana.home())).toMatch(/with an API key/);
  });

  test('closes the form as she disconnects: she reads that it is done, and Home shows it', async () => {
    await harness.connect();
    await beginDisconnecting(harness);
    harness.slack.misbehave({ method: 'views.update', delayMs: 200, times: 1 });
    const submitted = harness.ana.submit();
    await submitted;
    await closeForms(harness.ana);
    await expect.poll(() => JSON.stringify(harness.ana.home())).toMatch(/not connected to Papermill/);
    expect(toldDirectly(harness.ana, /went wrong/)).toEqual([]);
  });

  test('is told of a loss once Slack takes the message that it refused at first', async () => {
    await harness.connect();
    harness.service.misbehave({ kind: 'generation_takes', ms: A_WHILE, containing: 'Plan of the lost week' });
    const root = await askForDeck(harness, 'Plan of the lost week', {}, { person: harness.ben });
    await untilCardSays(harness, root, /: making it/);
    const containing = 'no longer accepts the connection';
    harness.slack.misbehave({ method: 'chat.postMessage', containing, status: 429, retryAfter: 1 });
    await harness.signIn.revokeAll();
    await untilCardSays(harness, root, /has to be renewed/);
    await expect.poll(() => harness.slack.calls.some(({ status }) => status === 429)).toBe(true);
    expect(toldDirectly(harness.ana, /no longer accepts/)).toEqual([]);
    await harness.restart();
    await untilToldDirectly(harness.ana, /no longer accepts/);
    await harness.restart();
    expect(toldDirectly(harness.ana, /no longer accepts/)).toHaveLength(1);
  });

  test('comes back as Deckhand leaves her team: nothing of the team is kept', async () => {
    const fresh = await createTwoTeams();
    onTestFinished(() => fresh.close());
    const link = await linkFor(fresh.slack, { ...ask, ...ANAS_ACCOUNT });
    fresh.service.misbehave({ kind: 'delay', ms: 1_000, route: 'GET /me' });
    const page = walk(link, ANAS_ACCOUNT);
    const hasCode = () => fresh.signIn.calls.some(({ grantType }) => grantType === 'authorization_code');
    await expect.poll(hasCode).toBe(true);
    await fresh.slack.uninstall('T0SMALL');
    await fresh.slack.settle();
    await expect.poll(() => rowsOf(fresh)).toEqual([]);
    expect(await page).toMatchObject({ status: 403 });
    expect(await rowsOf(fresh)).toEqual([]);
  });
});
