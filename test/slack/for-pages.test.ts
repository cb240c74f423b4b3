import { describe, expect, test } from 'vitest';
import type { ConnectionSummary } from '../../src/connections/connection-state.ts';
import { createStillMayConnect } from '../../src/slack/connection/sign-in-pages.ts';
import { createSkippingClock } from '../support/harness/clock.ts';
import { playedSettings } from '../support/harness/slack.ts';
import { createTestLog } from '../support/log.ts';

const log = createTestLog().log;
const anas = { team: 'T1', person: 'U0ANA' };

/** Asks whether Ana may still connect her team, of a Slack that answers like this. */
function ask(info: () => Promise<object>, current: ConnectionSummary = { kind: 'none', works: false }) {
  const clock = createSkippingClock();
  const began = clock.now();
  const clients = { reads: async () => ({ users: { info } }) } as never;
  const may = createStillMayConnect({ clients, clock, log }, playedSettings(), async () => current)(anas);
  return { may, took: () => clock.now() - began };
}

describe('whether somebody may still connect their team', () => {
  test('is not waited for while Slack is slow: the code in their browser would expire', async () => {
    const { may, took } = ask(() => new Promise(() => {}));
    expect(await may).toBe(true);
    expect(took()).toBeLessThanOrEqual(3_000);
  });

  test('is a no while Slack is slow, where somebody else’s connection would have to give way', async () => {
    const bens = { kind: 'oauth' as const, works: true, person: 'U0BEN' };
    expect(await ask(() => new Promise(() => {}), bens).may).toBe(false);
    expect(await ask(async () => Promise.reject(new Error('slow')), bens).may).toBe(false);
    expect(await ask(() => new Promise(() => {}), { ...bens, works: false }).may).toBe(true);
  });

  test.each([
    [true, true],
    [false, false],
  ])('an admin: %s', async (is_admin, expected) => {
    const { may } = ask(async () => ({ user: { id: 'U0ANA', team_id: 'T1', is_admin } }));
    expect(await may).toBe(expected);
  });
});
