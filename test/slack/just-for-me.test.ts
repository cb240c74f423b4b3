import { describe, expect, it } from 'vitest';
import type { DefaultsStore } from '../../src/defaults/defaults.ts';
import { opened, press, pressInView, submission } from '../support/harness/slack-requests.ts';
import { allowErrors } from '../support/log-errors.ts';
import { buttonsOf, fieldsOf, wordsOf } from '../support/reading.ts';
import { talkTo } from './talk-to.ts';

/** An admin has made *Just for me* the default: nothing is posted for others unless the asker chooses so. */

const defaults: DefaultsStore = {
  of: async () => ({}),
  set: async () => {},
  forAsk: async () => ({ seenBy: 'me' }),
};
const talk = () => talkTo({ defaults });
const toAna = { destination: { channel: 'UANA' } };
const toChannel = { destination: { channel: 'C1' } };

it('a card offers it first, and “yes” means it; “Make it here” still posts in the channel', async () => {
  const { harness, say } = talk();
  await say('slides on tea', 'channel');
  const [card] = harness.made('chat.postEphemeral');
  expect(buttonsOf(card)).toEqual(['Just for me', 'Make it here', 'Details…', 'Not now']);
  expect(wordsOf(card)).toContain('Only you will see it. With *Make it here*, everyone in <#C1> will.');
  expect(await say('yes', 'channel')).toMatchObject({ kind: 'made', ask: toAna });
  await say('slides on coffee', 'channel');
  await harness.send(press({ action_id: 'proposal_make', value: 'p2' }));
  expect(harness.generations.all()[1]).toMatchObject({ ask: toChannel });
});

it('holds for the card that the person gets once the team is connected', async () => {
  const { say, proposals } = talkTo({ defaults, connectionState: async () => 'unconnected' });
  await say('slides on tea', 'channel');
  expect(await proposals.find({ team: 'T1', person: 'UANA' }, 'p1')).toMatchObject(toAna);
});

it('the limit of the channel does not count for the card, and counts for “Make it here”', async () => {
  const { harness, say } = talk();
  harness.generations.budgetBlocker = async ({ channel }) =>
    channel === 'C1'
      ? { blocker: 'credits_of_channel', used: 60, reserved: 0, limit: 60, needed: 10, channel }
      : undefined;
  await say('slides on tea', 'channel');
  expect(buttonsOf(harness.made('chat.postEphemeral').at(-1))).toContain('Just for me');
  await say('make it 4 slides', 'channel');
  expect(buttonsOf(harness.made('chat.postEphemeral').at(-1))).toContain('Just for me');
  await harness.send(press({ action_id: 'proposal_make', value: 'p2' }));
  expect(wordsOf(harness.made('respond').at(-1))).toContain('This channel has used 60 of 60 credits');
  expect(harness.generations.all()).toEqual([]);
  expect(await say('yes', 'channel')).toMatchObject({ kind: 'made', ask: toAna });
});

it('of two open cards, each button is for the asker', async () => {
  const { harness, say } = talk();
  await say('slides on tea', 'channel');
  await say('slides on coffee', 'channel');
  await say('yes', 'channel');
  expect(buttonsOf(harness.made('chat.postEphemeral').at(-1))).toEqual([
    ...['Just for me', 'Not now'],
    ...['Just for me', 'Not now'],
  ]);
});

it('a channel that the sentence names is used', async () => {
  const { say } = talk();
  await say('slides on tea, and post them in <#C2|plans>', 'channel');
  expect(await say('yes', 'channel')).toMatchObject({
    kind: 'made',
    ask: { destination: { channel: 'C2' } },
  });
});

it('an order in a thread gets a card instead of being made for everybody in the thread', async () => {
  const { harness, say } = talk();
  expect(await say('make a one-pager', 'thread')).toMatchObject({ kind: 'card' });
  expect(harness.generations.all()).toEqual([]);
  expect(await say('yes', 'thread')).toMatchObject({
    kind: 'made',
    ask: { ...toAna, source: { kind: 'thread', channel: 'C1', ts: '1.1' } },
  });
});

it('in direct messages the card is as always', async () => {
  const { harness, say } = talk();
  await say('slides on tea');
  expect(buttonsOf(harness.made('chat.postMessage')[0])).toEqual(['Make it', 'Details…', 'Not now']);
});

describe('while the defaults cannot be read', () => {
  allowErrors(/no database/);
  it('nothing is made for others', async () => {
    const forAsk = () => Promise.reject(new Error('no database'));
    const { harness, say } = talkTo({ defaults: { ...defaults, forAsk } });
    await say('make a one-pager', 'thread');
    expect(harness.generations.all()).toEqual([]);
  });
});

it('the form behind “Details…” has it selected, and another choice counts', async () => {
  const { harness, say } = talk();
  await say('slides on tea', 'channel');
  await harness.send(press({ action_id: 'proposal_change', value: 'p1' }));
  const { view } = harness.made('views.open').at(-1) ?? {};
  const form = opened(view);
  expect(form.state.values.seen_by.seen_by).toMatchObject({ selected_option: { value: 'me' } });
  await harness.send(submission(form));
  expect(harness.generations.all()).toMatchObject([{ ask: toAna }]);
});

it('the form for a thread sends the result to the asker, or into the thread if they choose so', async () => {
  const { harness } = talk();
  const fill = async (entries: object, id: string) => {
    await harness.send({
      type: 'message_action',
      callback_id: 'thread_to_slides',
      user: { id: 'UANA', team_id: 'T1' },
      channel: { id: 'C1' },
      message: { ts: '1.1' },
      message_ts: '1.1',
      trigger_id: 'trigger-1',
      response_url: 'https://hooks.slack.test/respond',
    });
    const { view } = harness.made('views.update').at(-1) ?? {};
    expect(fieldsOf(view)).toContain('seen_by');
    await harness.send(submission(opened(view, entries, id)));
    return harness.generations.all().at(-1)?.ask?.destination;
  };
  expect(await fill({}, 'V1')).toEqual({ channel: 'UANA' });
  const all = { seen_by: { selected_option: { value: 'here' } } };
  expect(await fill(all, 'V2')).toEqual({ channel: 'C1', threadTs: '1.1' });
});

it('the form for a picture has it selected, and says where the picture comes', async () => {
  const { harness, say } = talk();
  await say('image a lighthouse', 'command');
  const { view } = harness.made('views.update').at(-1) ?? {};
  const { answer } = await harness.send(submission(opened(view)));
  expect(wordsOf(answer as object)).toContain('comes to you in a direct message');
  expect(harness.generations.all()).toMatchObject([{ ask: toAna }]);
});

it('choosing it in an open form hides the channel at once', async () => {
  const { harness } = talk();
  await harness.send({
    type: 'shortcut',
    callback_id: 'create_deck',
    user: { id: 'UANA', team_id: 'T1' },
    trigger_id: 'trigger-1',
  });
  const { view } = harness.made('views.open').at(-1) ?? {};
  expect(fieldsOf(view)).not.toContain('channel');
  const here = { seen_by: { selected_option: { value: 'here' } } };
  await harness.send(pressInView({ action_id: 'seen_by', block_id: 'seen_by' }, opened(view, here)));
  expect(fieldsOf(harness.made('views.update').at(-1)?.view)).toContain('channel');
});
