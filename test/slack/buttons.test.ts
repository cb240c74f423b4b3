import { describe, expect, it } from 'vitest';
import type { RetryResult } from '../../src/digests/manual-run.ts';
import type { FailureReason, Generation } from '../../src/generations/generation.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness, type Harness } from '../support/harness/slack.ts';
import { press, pressInView } from '../support/harness/slack-requests.ts';
import { fieldsOf, wordsOf } from '../support/reading.ts';

const ben = { user: { id: 'UBEN', username: 'ben', team_id: 'T1' } };
const elsewhere = { channel: { id: 'C2', name: 'other' } };

function harnessWith(given: Partial<Generation>): Harness {
  const harness = createHarness();
  harness.generations.put(aGeneration({ id: 'g1', ...given }));
  return harness;
}

const pressed = (action_id: string) => ({ action_id, value: 'g1' });
const chosen = (value: string) => ({
  type: 'overflow',
  action_id: 'generation_export',
  selected_option: { value, text: { type: 'plain_text', text: 'x' } },
});
const said = (harness: Harness) => harness.made('respond').map(({ text }) => text);

describe('Stop', () => {
  const stop = pressed('generation_stop');

  it('is for the person who asked', async () => {
    const harness = harnessWith({ state: 'following' });
    expect((await harness.send(press(stop))).acked).toBe(true);
    expect(harness.generations.asked).toEqual(['stop g1']);
    expect(said(harness)).toEqual([]);
  });

  it('is not for others', async () => {
    const harness = harnessWith({ state: 'following' });
    await harness.send(press(stop, ben));
    expect(harness.generations.asked).toEqual([]);
    expect(said(harness)[0]).toMatch(/Only the person who asked for this, or a Slack admin/);
    expect(harness.made('respond')[0]).toMatchObject({ response_type: 'ephemeral', replace_original: false });
  });

  it('is for Slack’s admins', async () => {
    const harness = harnessWith({ state: 'following' });
    harness.answers['users.info'] = { user: { id: 'UBEN', is_admin: true } };
    await harness.send(press(stop, ben));
    expect(harness.generations.asked).toEqual(['stop g1']);
  });

  it('is for nobody else while Slack does not say who is an admin', async () => {
    const harness = harnessWith({ state: 'following' });
    harness.answers['users.info'] = { ok: false, error: 'user_not_found' };
    await harness.send(press(stop, ben));
    expect(harness.generations.asked).toEqual([]);
  });

  it('says so when there is nothing left to stop', async () => {
    const harness = harnessWith({ state: 'delivered' });
    await harness.send(press(stop));
    expect(said(harness)[0]).toMatch(/already come to its end/);
  });

  it('answers in the thread that it was pressed in', async () => {
    const harness = harnessWith({ state: 'delivered' });
    await harness.send(press(stop, { message: { type: 'message', ts: '1.2', thread_ts: '1.1' } }));
    expect(harness.made('respond')[0].thread_ts).toBe('1.1');
  });

  it('answers in the channel on a card that has replies, since its thread may be closed', async () => {
    const harness = harnessWith({ state: 'delivered' });
    await harness.send(press(stop, { message: { type: 'message', ts: '1.1', thread_ts: '1.1' } }));
    expect(harness.made('respond')[0]).not.toHaveProperty('thread_ts');
  });
});

describe('Follow again', () => {
  const followAgain = pressed('generation_follow_again');

  it('is for the person who asked and for Slack’s admins', async () => {
    const harness = harnessWith({ state: 'stopped' });
    await harness.send(press(followAgain, ben));
    expect(harness.generations.asked).toEqual([]);
    expect(said(harness)[0]).toMatch(/Only the person who asked for this, or a Slack admin/);
    await harness.send(press(followAgain));
    expect(harness.generations.asked).toEqual(['follow g1']);
  });

  it('pressed twice, or on an old card, says that there is nothing to take up', async () => {
    const harness = harnessWith({ state: 'delivered' });
    await harness.send(press(followAgain));
    expect(said(harness)[0]).toMatch(/followed already/);
  });
});

describe('a button proves nothing by its id', () => {
  it.each([
    ['of another team', { team: 'T2' }, {}],
    [
      'of another private conversation, pressed by somebody else',
      { channel: 'C1' },
      { ...ben, ...elsewhere },
    ],
  ])('%s', async (_, given, by) => {
    const harness = harnessWith({ state: 'late', ...given });
    harness.answers['conversations.info'] = { channel: { id: 'C1', is_private: true } };
    await harness.send(press(pressed('generation_check_again'), by));
    await harness.send(press(chosen('pdf:g1'), by));
    await harness.send(press(pressed('generation_stop'), by));
    await harness.send(press(pressed('generation_retry'), by));
    expect(harness.generations.asked).toEqual([]);
    expect(said(harness)).toHaveLength(4);
    expect(new Set(said(harness))).toEqual(
      new Set([
        'Deckhand no longer has this one, or it is for a conversation that you are not in. `/deck recent` lists what you made lately.',
      ]),
    );
  });

  it('unknown, or none at all', async () => {
    const harness = createHarness();
    await harness.send(press({ action_id: 'generation_stop', value: 'nothing' }));
    await harness.send(press({ action_id: 'generation_stop' }));
    await harness.send(press(chosen('exe:g1')));
    expect(said(harness)).toHaveLength(3);
  });
});

describe('a decision about spending again', () => {
  it.each([
    ['generation_try_again', 'again'],
    ['generation_leave_it', 'leave'],
  ])('%s', async (action, choice) => {
    const harness = harnessWith({ state: 'unsure' });
    await harness.send(press(pressed(action)));
    await harness.send(press(pressed(action)));
    expect(harness.generations.asked).toEqual([`resolve g1 ${choice}`]);
    expect(said(harness)).toEqual(['This has been decided already.']);
  });

  it('is not for others', async () => {
    const harness = harnessWith({ state: 'unsure' });
    await harness.send(press(pressed('generation_try_again'), ben));
    expect(harness.generations.asked).toEqual([]);
    expect(said(harness)[0]).toMatch(/can decide this/);
  });
});

describe('Export', () => {
  it('is for anyone in the conversation', async () => {
    const harness = harnessWith({});
    await harness.send(press(chosen('pdf:g1'), ben));
    expect(harness.generations.asked).toEqual(['export g1 pdf UBEN trigger-1']);
    expect(said(harness)[0]).toBe('“Spring launch in Lisbon” as PDF is on its way into the thread.');
  });

  it('pressed twice brings one file', async () => {
    const harness = harnessWith({});
    await Promise.all([harness.send(press(chosen('pdf:g1'))), harness.send(press(chosen('pdf:g1')))]);
    expect(harness.generations.asked).toHaveLength(1);
    const onItsWay = '“Spring launch in Lisbon” as PDF is on its way into the thread.';
    expect(said(harness)).toEqual([onItsWay, onItsWay]);
  });

  it('says so when there is nothing to export', async () => {
    const harness = harnessWith({ state: 'failed' });
    await harness.send(press(chosen('png:g1')));
    expect(said(harness)[0]).toMatch(/cannot be had from here/);
  });
});

it('Check again is for anyone in the conversation', async () => {
  const harness = harnessWith({ state: 'late' });
  await harness.send(press(pressed('generation_check_again'), ben));
  expect(harness.generations.asked).toEqual(['check g1']);
});

describe('Change and try again', () => {
  it('opens the form with what was asked', async () => {
    const harness = harnessWith({ state: 'failed' });
    await harness.send(press(pressed('generation_retry')));
    const view = JSON.stringify(harness.made('views.open')[0].view);
    expect(view).toContain('"initial_value":"Spring launch"');
    expect(view).toContain('"initial_value":"10"');
    expect(view).toContain('"value":"ocean"');
  });

  it('keeps the file and the edited slides, unless the file was the problem', async () => {
    const outline = { sections: ['Goals', 'Costs'], slides: [{ from: [1], title: 'Prices' }] };
    const source = { kind: 'file' as const, files: [{ id: 'F1', name: 'plan.docx' }] };
    const formAfter = async (reason: FailureReason) => {
      const ask = anAsk({ source, outline, slides: undefined });
      const harness = harnessWith({ state: 'failed', ask, failure: { reason } });
      await harness.send(press(pressed('generation_retry')));
      return harness.made('views.open')[0].view;
    };
    const kept = await formAfter('no_credits');
    expect(wordsOf(kept)).toContain('It is made from plan.docx.');
    expect(wordsOf(kept)).toContain('2. Prices');
    expect(fieldsOf(kept)).not.toContain('file');
    const other = await formAfter('file_damaged');
    expect(fieldsOf(other)).toContain('file');
    expect(fieldsOf(other)).not.toContain('outline');
  });

  it('shows a prompt to nobody but who wrote it', async () => {
    const harness = harnessWith({ state: 'failed' });
    harness.answers['users.info'] = { user: { id: 'UBEN', is_admin: true } };
    await harness.send(press(pressed('generation_retry'), ben));
    expect(harness.made('views.open')).toEqual([]);
    expect(said(harness)[0]).toMatch(/Only the person who asked/);
  });

  it('says so when the text has been deleted', async () => {
    const harness = harnessWith({ state: 'failed', ask: null });
    await harness.send(press(pressed('generation_retry')));
    expect(said(harness)[0]).toMatch(/has been deleted/);
  });
});

describe('Try again, below a digest that could not be made', () => {
  const source = { kind: 'channel' as const, channel: 'C1', since: '2026-03-02T09:00:00Z' };
  const failed = (answer: RetryResult) => {
    const tried: string[] = [];
    const tryAgain = async (team: string, id: string) => {
      tried.push(`${team} ${id}`);
      return answer;
    };
    const harness = createHarness({ digests: { ...createHarness().slack.digests, tryAgain } });
    const { ask } = aGeneration();
    harness.generations.put(aGeneration({ id: 'g1', state: 'failed', ask: ask && { ...ask, source } }));
    return { harness, tried };
  };

  it.each([
    ['started', /is trying again/],
    ['already', /has been tried again already/],
    ['covered since', /A later digest covers that time/],
    ['nothing to try', /nothing left to try/],
  ] as const)('asks for the same once more and opens no form: %s', async (answer, words) => {
    const { harness, tried } = failed(answer);
    await harness.send(press(pressed('generation_retry')));
    expect(tried).toEqual(['T1 g1']);
    expect(harness.made('views.open')).toEqual([]);
    expect(said(harness)[0]).toMatch(words);
  });

  it('is not for others', async () => {
    const { harness, tried } = failed('started');
    await harness.send(press(pressed('generation_retry'), ben));
    expect(tried).toEqual([]);
    expect(said(harness)[0]).toMatch(/Only whoever set this digest up/);
  });
});

describe('pressed in a list of one’s own', () => {
  it('under /deck recent, the list shows what has changed', async () => {
    const harness = harnessWith({ state: 'following' });
    await harness.send(
      press(pressed('generation_stop'), { container: { type: 'message', is_ephemeral: true } }),
    );
    const [list] = harness.made('respond');
    expect(list.replace_original).toBe(true);
    expect(wordsOf(list)).toContain('Stopped');
  });

  it('on Home, Home shows it', async () => {
    const harness = harnessWith({ state: 'following' });
    await harness.send(pressInView(pressed('generation_stop'), { type: 'home', id: 'VHOME' }));
    expect(wordsOf(harness.made('views.publish')[0].view)).toContain('Stopped');
  });

  it('on Home, where no message can be answered, a small view says what is the matter', async () => {
    const harness = createHarness();
    await harness.send(pressInView(pressed('generation_stop'), { type: 'home', id: 'VHOME' }));
    expect(wordsOf(harness.made('views.open')[0].view)).toContain('Deckhand no longer has this one');
  });
});

it('where Slack does not say who is in the document’s conversation, the person is told to press again', async () => {
  const harness = harnessWith({ state: 'following', person: 'USOMEBODY', channel: 'CELSEWHERE' });
  harness.answers['conversations.info'] = { channel: { id: 'CELSEWHERE', is_private: true } };
  harness.slack.accessOf = async ({ actor }) => ({ person: actor.person, channels: [], isPartial: true });
  await harness.send(pressInView(pressed('generation_stop'), { type: 'home', id: 'VHOME' }));
  expect(wordsOf(harness.made('views.open')[0].view)).toContain('Please try again in a moment');
});

it('a link button is acknowledged, and nothing more', async () => {
  const harness = createHarness();
  expect((await harness.send(press(pressed('generation_open')))).acked).toBe(true);
  expect(harness.calls).toEqual([]);
});
