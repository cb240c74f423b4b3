import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { linkFor, setOut, walk } from '../../sandbox/connect.ts';
import { askForDeck, hasFile, untilThreadHas } from '../journeys/story.ts';
import {
  ANAS_ACCOUNT,
  CLIENT_SECRET,
  createTwoTeams,
  RITAS_ACCOUNT,
  STUDIO_KEY,
  type TwoTeams,
} from '../journeys/two-teams.ts';
import { dump, sealedSecrets } from '../support/kept-data.ts';

/**
 * After a journey through everything, all that was written down is searched for each secret that was in play: the
 * database, the log at its most talkative, every answer to a browser, and every word to Slack.
 */

let harness: TwoTeams;
/** Requests of browsers to the app, and what they were answered. */
const browsed: { url: string; answer: string }[] = [];

beforeAll(async () => {
  harness = await createTwoTeams({ installedBy: [] });
  recordBrowsers();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await harness.close();
});

/** The app has its own fetch; the global one is what browsers use in these stories. */
function recordBrowsers(): void {
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const response = await real(input, init);
    const url = String(input instanceof Request ? input.url : input);
    const copy = response.clone();
    const headers = JSON.stringify([...copy.headers]);
    if (url.startsWith(harness.appUrl())) browsed.push({ url, answer: `${headers}\n${await copy.text()}` });
    return response;
  });
}

describe('after a journey through everything', () => {
  const secrets = new Map<string, string>();

  beforeAll(async () => {
    await harness.install('ana');
    await harness.install('nora');
    await harness.connect();
    await harness.connect({ person: 'nora', channel: 'shop', ...RITAS_ACCOUNT });
    const root = await askForDeck(harness, 'A plan', { title: 'A plan' });
    await untilThreadHas(harness, root, hasFile);
    await collect();
    await enterKey('sk-sandbox-wrong-key-of-nobody');
    await enterKey(STUDIO_KEY);
    await collect();
    // One that has been begun and not ended: its verifier is kept.
    const link = await linkFor(harness.slack, { person: 'nora', channel: 'shop', ...RITAS_ACCOUNT });
    await setOut(link);
    const denied = await linkFor(harness.slack, { person: 'nora', channel: 'shop', ...RITAS_ACCOUNT });
    await walk(denied, { ...ANAS_ACCOUNT, deny: true }).catch(() => {});
    await collect();
  });

  async function collect(): Promise<void> {
    for (const [name, value] of await sealedSecrets(harness.db))
      secrets.set(`${name} ${value.slice(-4)}`, value);
    for (const { url } of browsed) {
      const code = new URL(url).searchParams.get('code');
      if (code) secrets.set(`code ${code.slice(-4)}`, code);
    }
    for (const { path } of harness.service.calls) {
      if (path.includes('/files/') || path.includes('/exports/files')) secrets.set('export link', path);
    }
    secrets.set('Slack client secret', CLIENT_SECRET);
    secrets.set(
      'Slack client secret, in a form',
      new URLSearchParams({ s: CLIENT_SECRET }).toString().slice(2),
    );
    secrets.set('signing secret', harness.env.SLACK_SIGNING_SECRET ?? '');
    secrets.set('API key', STUDIO_KEY);
    secrets.set('wrong API key', 'sk-sandbox-wrong-key-of-nobody');
  }

  async function enterKey(key: string): Promise<void> {
    const { ana } = harness;
    const before = ana.ephemerals('general').length;
    await ana.command('general', '/deck connect');
    await ana.waitForMessage(() => ana.ephemerals('general').length > before, { channel: 'general' });
    const offer = ana.ephemerals('general').at(-1);
    if (!offer) throw new Error('no offer');
    await ana.press(offer, 'connect_api_key');
    await ana.waitForView(({ view }) => view.callback_id === 'api_key_form');
    await ana.fill({ api_key: key });
    await ana.submit();
    while (ana.view()) await ana.close();
  }

  test('all kinds of secrets were in play', () => {
    const names = [...secrets.keys()].join('\n');
    for (const kind of [
      'accessToken',
      'refreshToken',
      'oauth-clients',
      'installations',
      'verifier',
      'code',
    ]) {
      expect(names).toContain(kind);
    }
    expect(names).toContain('connections apiKey');
    expect(names).toContain('export link');
    expect(browsed.length).toBeGreaterThan(8);
  });

  const found = (text: string) =>
    [...secrets].filter(([, secret]) => text.includes(secret)).map(([name]) => name);

  test('none is readable in the database', async () => {
    expect(found(await dump(harness.db))).toEqual([]);
  });

  test('none is in the log', () => {
    expect(found(harness.log.join('\n'))).toEqual([]);
  });

  test('none was given to a browser', () => {
    expect(found(browsed.map(({ answer }) => answer).join('\n'))).toEqual([]);
  });

  test('none was said in Slack', () => {
    const said = harness.slack.calls.filter(({ method }) => !method.startsWith('oauth.'));
    expect(found(JSON.stringify(said.map(({ args }) => args)))).toEqual([]);
  });
});
