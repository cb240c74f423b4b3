import { WebAPIRateLimitedError } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import type { Digest } from '../../src/digests/digest.ts';
import { digestForm } from '../../src/slack/digest/form/digest-form.ts';
import { digestModal } from '../../src/slack/digest/form/modal.ts';
import { createHarness, type Harness } from '../support/harness/slack.ts';
import { command, opened, press, pressInView } from '../support/harness/slack-requests.ts';
import { allowErrors } from '../support/log-errors.ts';

// Filling a view fails in most tests here.
allowErrors(/"reference":"ref-1"/);

const broken = () => Promise.reject(new Error('secret detail of the database'));
const isFull = () => Promise.reject(new WebAPIRateLimitedError(150));

/** What the view says in the end that opened with "One moment …". */
function lastSaid(harness: Harness): string {
  return JSON.stringify(harness.made('views.update').at(-1)?.view.blocks);
}

function formWithChannel() {
  return opened(digestModal({ ...digestForm.initial, channel: 'C1' }, {}, Date.parse('2026-03-02T09:00Z')));
}

/** The harness as it is where #spring may be summed up by Ana. */
function harnessWith(digests: Partial<Harness['slack']['digests']>): Harness {
  const harness = createHarness();
  harness.slack.digests = { ...harness.slack.digests, ...digests };
  harness.answers['views.push'] = { view: { id: 'V2' } };
  return harness;
}

const tryPress = () => pressInView({ action_id: 'digest_try', value: 'try' }, formWithChannel());

describe('a view that opened at once and cannot be filled', () => {
  it('says so in its place, with a reference that the log has, and not in a direct message', async () => {
    const harness = createHarness();
    harness.slack.defaults = { ...harness.slack.defaults, of: broken };
    await harness.send(command('settings'));
    expect(lastSaid(harness)).toMatch(/Something went wrong inside Deckhand\..*`ref-1`/);
    expect(harness.logged.join()).toMatch(/"reference":"ref-1".*secret detail/);
    expect(JSON.stringify(harness.calls)).not.toContain('secret detail');
    expect(JSON.stringify(harness.made('chat.postMessage'))).not.toContain('ref-1');
  });

  it('says when to try again where Slack wants fewer questions', async () => {
    const harness = harnessWith({ runOnce: isFull });
    await harness.send(tryPress());
    expect(lastSaid(harness)).toContain('Please try again in 3 minutes.');
  });

  it('says so where Slack does not answer at all', async () => {
    const harness = harnessWith({
      runOnce: () => Promise.reject(new DOMException('The operation timed out', 'TimeoutError')),
    });
    await harness.send(tryPress());
    expect(lastSaid(harness)).toContain('Slack did not answer in time. Please try again in a minute.');
  });

  it('says so where Slack does not take what it was to say', async () => {
    const harness = createHarness();
    harness.answers['views.update'] = ({ view }) =>
      view?.includes('ref-1') ? {} : { ok: false, error: 'invalid_arguments' };
    await harness.send(command('settings'));
    expect(lastSaid(harness)).toContain('ref-1');
    expect(JSON.stringify(harness.made('chat.postMessage'))).not.toContain('ref-1');
  });

  it('is left alone where the person has closed it meanwhile', async () => {
    const harness = createHarness();
    harness.answers['views.update'] = { ok: false, error: 'not_found' };
    await harness.send(command('settings'));
    expect(harness.made('views.update')).toHaveLength(1);
    expect(harness.logged.join()).not.toContain('ref-1');
  });
});

describe('“Run now” of a list, where Slack wants fewer questions', () => {
  const digest = { id: 'd1', team: 'T1', owner: 'UANA', channel: 'C1' } as Digest;
  const run = { action_id: 'digest_run', value: 'd1' };

  it('says when to try again', async () => {
    const harness = harnessWith({ find: async () => digest, runNow: isFull });
    await harness.send(press(run));
    expect(harness.made('respond').at(-1)?.text).toContain('Please try again in 3 minutes.');
  });

  it('on Home, too, in a view that opened before Slack was asked', async () => {
    const harness = harnessWith({ find: async () => digest, runNow: isFull });
    await harness.send(pressInView(run, { type: 'home', id: 'VHOME' }));
    expect(lastSaid(harness)).toContain('Please try again in 3 minutes.');
    expect(JSON.stringify(harness.made('chat.postMessage'))).not.toContain('ref-1');
  });
});
