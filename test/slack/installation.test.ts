import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NotInstalled } from '../../src/slack/bolt/calls/clients.ts';
import type { TeamInstallation } from '../../src/slack/installation/installation.ts';
import {
  createInstaller,
  EXCHANGES_AT_ONCE,
  EXCHANGES_WAITING,
  type InstallStates,
} from '../../src/slack/installation/installer.ts';
import { createInstallations } from '../../src/slack/installation/store.ts';
import { createMovableClock } from '../support/harness/clock.ts';
import { createTestLog } from '../support/log.ts';

/** What Slack answers when an organisation lets Deckhand in org-wide. */
const ORG_ANSWER = {
  ok: true,
  access_token: 'xoxb-org',
  token_type: 'bot',
  scope: 'commands,chat:write',
  bot_user_id: 'UBOT',
  app_id: 'A1',
  team: null,
  enterprise: { id: 'E1', name: 'Northwind Group' },
  authed_user: { id: 'UANA' },
  is_enterprise_install: true,
};

function createShelf() {
  const kept = new Map<string, TeamInstallation>();
  let reads = 0;
  return {
    kept,
    reads: () => reads,
    get: async (team: string) => {
      reads += 1;
      return kept.get(team);
    },
    set: async (team: string, installation: TeamInstallation) => void kept.set(team, installation),
    delete: async (team: string) => kept.delete(team),
    async replace(team: string, expected: TeamInstallation, changed: TeamInstallation) {
      if (!isDeepStrictEqual(kept.get(team), expected)) return false;
      kept.set(team, changed);
      return true;
    },
  };
}

function createStates(): InstallStates {
  const sealed: Parameters<InstallStates['seal']>[0][] = [];
  const taken = new Set<string>();
  return {
    seal: (value) => `state-${sealed.push(value)}`,
    open(secret) {
      const value = sealed[Number(secret.replace('state-', '')) - 1];
      return value ? { value, id: secret } : null;
    },
    take: async (id) => !taken.has(id) && Boolean(taken.add(id)),
  };
}

function createHarness() {
  const clock = createMovableClock();
  const shelf = createShelf();
  const installations = createInstallations(shelf, clock, {
    publish: async () => {},
    subscribe: async () => async () => {},
  });
  const installed: string[] = [];
  const states = createStates();
  const take = vi.spyOn(states, 'take');
  /** The codes that Slack was asked about. */
  const codes: (string | null)[] = [];
  let held: Promise<void> | undefined;
  const installer = createInstaller({
    clientId: 'id',
    clientSecret: 'secret',
    publicUrl: 'https://example.com/deckhand',
    serviceName: 'Gamma',
    manifestOptions: [],
    installations,
    states,
    save: installations.save,
    onInstalled: async ({ team }) => void installed.push(team),
    fetch: (async (url: unknown, { body }: { body: string }) => {
      if (String(url).endsWith('auth.test'))
        return Response.json({ ok: true, bot_id: 'B1', url: 'https://org.slack.test/' });
      const code = new URLSearchParams(body).get('code');
      codes.push(code);
      await held;
      return Response.json(code === 'c' ? ORG_ANSWER : { ok: false, error: 'invalid_code' });
    }) as never,
    now: () => clock.now(),
    log: createTestLog().log,
  });
  /** Lets Slack answer no code until `release` is called. */
  function holdAnswers() {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return { release: resolve };
  }
  return { clock, shelf, installations, installed, installer, take, codes, holdAnswers };
}

/** Serves the pages of an installer. */
async function serve({ installer }: ReturnType<typeof createHarness>) {
  const server = createServer((request, response) => {
    const handle = request.url?.startsWith('/slack/install') ? installer.install : installer.finish;
    void handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, () => resolve()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  /** Starts an installation in a browser. */
  async function begin() {
    const begun = await fetch(`${url}/slack/install`, { redirect: 'manual' });
    const to = begun.headers.get('location') ?? '';
    return { to, cookie: begun.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  }
  /** Returns to Deckhand with a code. */
  async function finish(code: string, { to, cookie }: Awaited<ReturnType<typeof begin>>) {
    const state = new URL(to).searchParams.get('state');
    const page = await fetch(`${url}/slack/oauth_redirect?code=${code}&state=${state}`, {
      headers: { cookie },
    });
    return { to, status: page.status, text: await page.text() };
  }
  const install = async (code: string) => finish(code, await begin());
  return { url, begin, finish, install, close: () => server.close() };
}

test('who has to begin again gets there where PUBLIC_URL has a path', async () => {
  const { url, close } = await serve(createHarness());
  const page = await fetch(`${url}/slack/oauth_redirect?code=c&state=unknown`);
  close();
  expect(page.status).toBe(400);
  expect(await page.text()).toContain('href="https://example.com/deckhand/slack/install"');
});

test('codes that strangers make up write nothing, and block no installation', async () => {
  const harness = createHarness();
  const { install, close } = await serve(harness);
  for (let each = 0; each < 100; each += 1) await install(`made-up-${each}`);
  expect((await install('c')).text).toContain('Northwind Group');
  expect(harness.take).toHaveBeenCalledTimes(1);
  close();
});

test('a state installs once, even if Slack accepts a second code', async () => {
  const harness = createHarness();
  const { begin, finish, close } = await serve(harness);
  const begun = await begin();
  expect((await finish('c', begun)).status).toBe(200);
  expect(await finish('c', begun)).toMatchObject({
    status: 400,
    text: expect.stringContaining('out of date'),
  });
  expect(harness.installed).toEqual(['E1']);
  close();
});

test('of many codes at once, few are sent to Slack at a time, some wait, and the rest are refused', async () => {
  const harness = createHarness();
  const { install, close } = await serve(harness);
  const slow = harness.holdAnswers();
  const pages = Array.from({ length: 100 }, (_, at) => install(`made-up-${at}`));
  const most = EXCHANGES_AT_ONCE + EXCHANGES_WAITING;
  const refused: number[] = [];
  for (const page of pages) void page.then(({ status }) => refused.push(status));
  await expect.poll(() => refused).toHaveLength(100 - most);
  expect(new Set(refused)).toEqual(new Set([429]));
  expect(harness.codes).toHaveLength(EXCHANGES_AT_ONCE);
  slow.release();
  await Promise.all(pages);
  expect(harness.codes).toHaveLength(most);
  expect((await install('c')).text).toContain('Northwind Group');
  close();
});

describe('an organisation lets Deckhand in, org-wide', () => {
  let harness: ReturnType<typeof createHarness>;
  let close: () => void;
  beforeEach(async () => {
    harness = createHarness();
    const served = await serve(harness);
    close = served.close;
    const { to, text } = await served.install('c');
    expect(to).toMatch(/^https:\/\/slack\.com\/oauth\/v2\/authorize\?/);
    expect(text).toContain('Northwind Group');
  });
  afterEach(() => close());

  test('and is one team, by the organisation’s id, whichever workspace a request comes from', async () => {
    expect([...harness.shelf.kept.keys()]).toEqual(['E1']);
    expect(harness.installed).toEqual(['E1']);
    const source = { teamId: 'T7', enterpriseId: 'E1', isEnterpriseInstall: true };
    expect(await harness.installer.authorize(source)).toMatchObject({
      team: 'E1',
      botToken: 'xoxb-org',
      botUserId: 'UBOT',
      enterpriseId: 'E1',
      teamId: 'T7',
    });
    expect(await harness.installations.tokenFor('E1')).toBe('xoxb-org');
  });

  test('and nothing is kept that is not used', () => {
    expect(JSON.stringify(harness.shelf.kept.get('E1'))).not.toContain('undefined');
    expect(Object.keys(harness.shelf.kept.get('E1') ?? {}).sort()).toEqual(
      ['appId', 'bot', 'installedAt', 'isOrgWide', 'name', 'person', 'team'].sort(),
    );
  });

  test('and a workspace of it has nothing by itself', async () => {
    await expect(harness.installations.tokenFor('T7')).rejects.toBeInstanceOf(NotInstalled);
    const source = { teamId: 'T7', enterpriseId: undefined, isEnterpriseInstall: false };
    await expect(harness.installer.authorize(source)).rejects.toThrow();
  });

  test('the database is not asked for every request, and is again after half a minute', async () => {
    await harness.installations.tokenFor('E1');
    const before = harness.shelf.reads();
    for (let request = 0; request < 20; request += 1) await harness.installations.tokenFor('E1');
    expect(harness.shelf.reads()).toBe(before);
    harness.clock.move(31_000);
    await harness.shelf.delete('E1');
    await expect(harness.installations.tokenFor('E1')).rejects.toBeInstanceOf(NotInstalled);
  });
});

describe('the scopes that Slack names in its answers', () => {
  const AN_INSTALLATION: TeamInstallation = {
    ...{ team: 'T1', isOrgWide: false, person: 'UANA', installedAt: 1 },
    bot: { token: 'xoxb-1', id: 'B1', userId: 'UBOT', scopes: ['commands'] },
  };
  async function installed() {
    const { installations, shelf } = createHarness();
    await installations.save(AN_INSTALLATION);
    await installations.find('T1');
    const scopes = () => shelf.kept.get('T1')?.bot.scopes;
    return { ...installations, scopes };
  }

  test('are stored, and known at once', async () => {
    const { noteScopes, find, scopes } = await installed();
    const noted = noteScopes('xoxb-1', ['links:read', 'commands']);
    expect((await find('T1'))?.bot.scopes).toEqual(['links:read', 'commands']);
    await noted;
    expect(scopes()).toEqual(['links:read', 'commands']);
  });

  test('change nothing if they are of another token, or if the team has left in the meantime', async () => {
    const { noteScopes, forget, scopes } = await installed();
    await noteScopes('xoxb-2', ['links:read']);
    expect(scopes()).toEqual(['commands']);
    const left = forget('T1');
    await noteScopes('xoxb-1', ['links:read']);
    await left;
    expect(scopes()).toBeUndefined();
  });
});
