import { WebAPIPlatformError } from '@slack/web-api';
import { expect, it } from 'vitest';
import type { TeamInstallation } from '../../src/slack/installation/installation.ts';
import { createUninstall } from '../../src/slack/installation/uninstall.ts';
import { createSkippingClock } from '../support/harness/clock.ts';
import { createTestLog } from '../support/log.ts';

const stored: TeamInstallation = {
  team: 'T1',
  isOrgWide: false,
  bot: { token: 'xoxb-1', id: 'B1', userId: 'UBOT', scopes: [] },
  person: 'UANA',
  installedAt: 1000,
};

/** A team whose token is asked about; `answers` are what Slack says, the last one from then on. */
function team(answers: ('works' | 'ended' | 'away')[], installation: TeamInstallation | null = stored) {
  const removed: string[] = [];
  const asked: string[] = [];
  const test = async () => {
    const answer = answers[Math.min(asked.length, answers.length - 1)];
    asked.push(answer ?? '');
    if (answer === 'ended') throw new WebAPIPlatformError({ ok: false, error: 'token_revoked' } as never);
    if (answer === 'away') throw new Error('Slack is away');
    return { ok: true };
  };
  const { log, text } = createTestLog();
  const uninstalled = createUninstall(
    {
      read: async () => installation,
      clientFor: () => ({ auth: { test } }) as never,
      removal: {
        alone: (_, fn) => fn(),
        remove: async (id) => void removed.push(id),
        isUnfinished: async () => false,
      },
    },
    { clock: createSkippingClock(), log },
  );
  return { uninstalled, removed, asked, text };
}

it('a team whose token works keeps what it has, however new the event is', async () => {
  const { uninstalled, removed, asked, text } = team(['works']);
  await uninstalled({ team: 'T1', at: 2000 });
  expect(removed).toEqual([]);
  expect(asked).toHaveLength(4);
  expect(text()).toContain('and its token works');
});

it('a token that ends a moment after the event is asked again', async () => {
  const { uninstalled, removed } = team(['works', 'works', 'ended']);
  await uninstalled({ team: 'T1', at: 2000 });
  expect(removed).toEqual(['T1']);
});

it('an event from before the installation is asked about once', async () => {
  const { uninstalled, removed, asked } = team(['works']);
  await uninstalled({ team: 'T1', at: 500 });
  expect([removed, asked]).toEqual([[], ['works']]);
});

it('nothing is deleted while Slack is away, and what has no installation is', async () => {
  const away = team(['away']);
  await away.uninstalled({ team: 'T1', at: 2000 });
  expect(away.removed).toEqual([]);
  const gone = team(['ended'], null);
  await gone.uninstalled({ team: 'T1', at: 2000 });
  expect(gone.removed).toEqual(['T1']);
});
