import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NotInstalled } from '../../src/slack/bolt/calls/clients.ts';
import type { TeamInstallation } from '../../src/slack/installation/installation.ts';
import {
  createInstaller,
  createInstallState,
  type OneTimeState,
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
  };
}

function createStates(): OneTimeState {
  const states = new Map<string, Parameters<OneTimeState['save']>[0]>();
  return {
    async save(value) {
      states.set('state-1', value);
      return 'state-1';
    },
    async take(secret) {
      const value = states.get(secret) ?? null;
      states.delete(secret);
      return value;
    },
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
  const installer = createInstaller({
    clientId: 'id',
    clientSecret: 'secret',
    publicUrl: 'https://example.com/deckhand',
    serviceName: 'Gamma',
    installations,
    state: createInstallState(createStates()),
    save: installations.save,
    onInstalled: async ({ team }) => void installed.push(team),
    fetch: (async (url: unknown) =>
      Response.json(
        String(url).endsWith('auth.test')
          ? { ok: true, bot_id: 'B1', url: 'https://org.slack.test/' }
          : ORG_ANSWER,
      )) as never,
    now: () => clock.now(),
    log: createTestLog().log,
  });
  return { clock, shelf, installations, installed, installer };
}

test('who has to begin again gets there where PUBLIC_URL has a path', async () => {
  const { installer } = createHarness();
  const server = createServer((request, response) => void installer.finish(request, response));
  await new Promise<void>((resolve) => server.listen(0, () => resolve()));
  const { port } = server.address() as AddressInfo;
  const page = await fetch(`http://127.0.0.1:${port}/slack/oauth_redirect?code=c&state=unknown`);
  server.close();
  expect(page.status).toBe(400);
  expect(await page.text()).toContain('href="https://example.com/deckhand/slack/install"');
});

describe('an organisation lets Deckhand in, org-wide', () => {
  let harness: ReturnType<typeof createHarness>;
  let server: ReturnType<typeof createServer>;
  beforeEach(async () => {
    harness = createHarness();
    server = createServer((request, response) => {
      const handle = request.url?.startsWith('/slack/install')
        ? harness.installer.install
        : harness.installer.finish;
      void handle(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, () => resolve()));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const begun = await fetch(`${url}/slack/install`, { redirect: 'manual' });
    expect(begun.headers.get('location')).toMatch(/^https:\/\/slack\.com\/oauth\/v2\/authorize\?/);
    const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const page = await fetch(`${url}/slack/oauth_redirect?code=c&state=state-1`, { headers: { cookie } });
    expect(await page.text()).toContain('Northwind Group');
  });
  afterEach(() => server.close());

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
