import { WebAPIRateLimitedError } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import type { Digest } from '../../src/digests/digest.ts';
import { emptyDigestForm } from '../../src/slack/digest/form.ts';
import { digestModal } from '../../src/slack/digest/modal.ts';
import { command, createHouse, type House, opened, press, pressInView } from './house.ts';

const broken = () => Promise.reject(new Error('secret detail of the database'));
const isFull = () => Promise.reject(new WebAPIRateLimitedError(150));

/** What the view says in the end that opened with "One moment …". */
function lastSaid(house: House): string {
  return JSON.stringify(house.made('views.update').at(-1)?.view.blocks);
}

function formWithChannel() {
  return opened(digestModal({ ...emptyDigestForm, channel: 'C1' }, {}, Date.parse('2026-03-02T09:00Z')));
}

/** The house as it is where #spring may be summed up by Ana. */
function houseWith(digests: Partial<House['slack']['digests']>): House {
  const house = createHouse();
  house.slack.digests = { ...house.slack.digests, ...digests };
  house.answers['conversations.members'] = { members: ['UANA'] };
  house.answers['views.push'] = { view: { id: 'V2' } };
  return house;
}

const tryPress = () => pressInView({ action_id: 'digest_try', value: 'try' }, formWithChannel());

describe('a view that opened at once and cannot be filled', () => {
  it('says so in its place, with a reference that the log has, and not in a direct message', async () => {
    const house = createHouse();
    house.slack.defaults = { ...house.slack.defaults, of: broken };
    await house.send(command('settings'));
    expect(lastSaid(house)).toMatch(/Something went wrong inside Deckhand\..*`ref-1`/);
    expect(house.logged.join()).toMatch(/"reference":"ref-1".*secret detail/);
    expect(JSON.stringify(house.calls)).not.toContain('secret detail');
    expect(JSON.stringify(house.made('chat.postMessage'))).not.toContain('ref-1');
  });

  it('says when to try again where Slack wants fewer questions', async () => {
    const house = houseWith({ tryOut: isFull });
    await house.send(tryPress());
    expect(lastSaid(house)).toContain('Please try again in 3 minutes.');
  });

  it('says so where Slack does not answer at all', async () => {
    const house = houseWith({
      tryOut: () => Promise.reject(new DOMException('The operation timed out', 'TimeoutError')),
    });
    await house.send(tryPress());
    expect(lastSaid(house)).toContain('Slack did not answer in time. Please try again in a minute.');
  });

  it('says so where Slack does not take what it was to say', async () => {
    const house = createHouse();
    house.answers['views.update'] = ({ view }) =>
      view?.includes('ref-1') ? {} : { ok: false, error: 'invalid_arguments' };
    await house.send(command('settings'));
    expect(lastSaid(house)).toContain('ref-1');
    expect(JSON.stringify(house.made('chat.postMessage'))).not.toContain('ref-1');
  });

  it('is left alone where the person has closed it meanwhile', async () => {
    const house = createHouse();
    house.answers['views.update'] = { ok: false, error: 'not_found' };
    await house.send(command('settings'));
    expect(house.made('views.update')).toHaveLength(1);
    expect(house.logged.join()).not.toContain('ref-1');
  });
});

describe('“Run now” of a list, where Slack wants fewer questions', () => {
  const digest = { id: 'd1', team: 'T1', owner: 'UANA', channel: 'C1' } as Digest;
  const run = { action_id: 'digest_run', value: 'd1' };

  it('says when to try again', async () => {
    const house = houseWith({ find: async () => digest, runNow: isFull });
    await house.send(press(run));
    expect(house.made('respond').at(-1)?.text).toContain('Please try again in 3 minutes.');
  });

  it('on Home, too, in a view that opened before Slack was asked', async () => {
    const house = houseWith({ find: async () => digest, runNow: isFull });
    await house.send(pressInView(run, { type: 'home', id: 'VHOME' }));
    expect(lastSaid(house)).toContain('Please try again in 3 minutes.');
    expect(JSON.stringify(house.made('chat.postMessage'))).not.toContain('ref-1');
  });
});
