import { WebAPIPlatformError } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import type { TeamInstallation } from '../../src/slack/installation/installation.ts';
import { createHasLeft, createUninstall } from '../../src/slack/installation/uninstall.ts';
import { createSkippingClock } from '../support/harness/clock.ts';
import { createTestLog } from '../support/log.ts';

const stored: TeamInstallation = {
  team: 'T1',
  isOrgWide: false,
  bot: { token: 'xoxb-1', id: 'B1', userId: 'UBOT', scopes: [] },
  person: 'UANA',
  installedAt: 1000,
};

type Answer = 'works' | 'ended' | 'refused' | 'away';

/** A team whose token is asked about; `answers` are what Slack says, the last one from then on. */
function team(answers: Answer[], installation: TeamInstallation | null = stored) {
  const removed: string[] = [];
  const asked: string[] = [];
  const test = async () => {
    const answer = answers[Math.min(asked.length, answers.length - 1)];
    asked.push(answer ?? '');
    if (answer === 'ended') throw new WebAPIPlatformError({ ok: false, error: 'token_revoked' } as never);
    if (answer === 'refused') throw new WebAPIPlatformError({ ok: false, error: 'invalid_auth' } as never);
    if (answer === 'away') throw new Error('Slack is away');
    return { ok: true };
  };
  const { log, text } = createTestLog();
  const clientFor = () => ({ auth: { test } }) as never;
  const uninstalled = createUninstall(
    {
      read: async () => installation,
      clientFor,
      removal: {
        alone: (_, fn) => fn(),
        remove: async (id) => void removed.push(id),
        isUnfinished: async () => false,
      },
    },
    { clock: createSkippingClock(), log },
  );
  return { uninstalled, clientFor, removed, asked, text };
}

it('a team whose token works keeps what it has, however new the event is', async () => {
  const { uninstalled, removed, asked, text } = team(['works']);
  await uninstalled({ team: 'T1', at: 2000 });
  expect(removed).toEqual([]);
  expect(asked).toHaveLength(4);
  expect(text()).toContain('but its token still works');
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

describe('a team that a backup has brought back', () => {
  const hasLeft = (answer: Answer, read: TeamInstallation | 'unreadable' | null = stored) => {
    const { clientFor } = team([answer]);
    return createHasLeft({ read: async () => read, clientFor })('T1');
  };

  it.each([
    ['works', false],
    ['ended', true],
    // Slack says so too where it does not let this address ask.
    ['refused', undefined],
    ['away', undefined],
  ] as const)('whose token %s', async (answer, expected) => {
    expect(await hasLeft(answer)).toBe(expected);
  });

  it('is kept where its token cannot be read: the key may come back', async () => {
    expect(await hasLeft('ended', 'unreadable')).toBeUndefined();
    expect(await hasLeft('ended', null)).toBe(false);
  });
});
