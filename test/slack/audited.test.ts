import { expect, test } from 'vitest';
import type { Digest } from '../../src/digests/digest.ts';
import type { AuditLine } from '../../src/settings/audit.ts';
import { changedSettings } from '../../src/settings/audit.ts';
import { digestFeedbackForm } from '../../src/slack/feedback/feedback.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { createHarness } from '../support/harness/slack.ts';
import { opened, press, pressInView, submission } from '../support/harness/slack-requests.ts';

/** What people change or spend by a button is in the audit trail. */

const digest: Digest = {
  ...{ id: 'd1', team: 'T1', owner: 'UANA', channel: 'C1', threshold: 1, quiet: 'say', state: 'active' },
  schedule: { every: 'cron', line: '0 9 * * 1', zone: 'UTC' },
  focus: { topics: [], words: '' },
  choices: { format: 'presentation' },
  deliverTo: { kind: 'channel' },
  createdAt: new Date(0),
};

function create() {
  const lines: AuditLine[] = [];
  const base = createHarness().slack;
  const harness = createHarness({
    audit: { record: async (line) => void lines.push(line), of: async () => [] },
    roleOf: async () => 'admin',
    digests: {
      ...base.digests,
      find: async () => digest,
      refocus: async () => true,
      runNow: async () => ({ outcome: 'started', generation: aGeneration() }),
    },
  });
  harness.answers['users.info'] = { user: { id: 'UANA', is_admin: true } };
  return { harness, lines };
}

test('a digest that is changed by the form after a thumb down', async () => {
  const { harness, lines } = create();
  await harness.send(submission(opened(digestFeedbackForm('d1'))));
  expect(lines).toEqual([
    { team: 'T1', person: 'UANA', what: 'digest changed', object: 'd1', via: 'feedback' },
  ]);
});

test('“Run now” of a digest', async () => {
  const { harness, lines } = create();
  await harness.send(press({ action_id: 'digest_run', value: 'd1' }));
  expect(lines).toMatchObject([{ person: 'UANA', what: 'digest run', object: 'd1' }]);
});

test('“Reset” of the team, not of oneself', async () => {
  const { harness, lines } = create();
  for (const scope of ['team', 'person']) {
    const view = { ...opened({ type: 'modal', blocks: [] }), private_metadata: JSON.stringify({ scope }) };
    await harness.send(pressInView({ action_id: 'settings_forget', value: scope }, view));
  }
  expect(lines).toMatchObject([{ person: 'UANA', what: 'settings', object: 'defaults=' }]);
});

test('a line about the budget has the values that changed', () => {
  const before = { spenders: 'everyone', creditsOfTeam: null as number | null, creditsOf: {} };
  const changes = { spenders: 'everyone', creditsOfTeam: 500, creditsOf: { UBEN: 5 } };
  expect(changedSettings(before, changes)).toBe('creditsOfTeam=500 creditsOf={"UBEN":5}');
});
