import { describe, expect, it } from 'vitest';
import type { Retrial } from '../../src/digests/try-again.ts';
import type { Generation } from '../../src/generations/generation.ts';
import { aGeneration } from './generation.ts';
import { createHouse, type House, press, pressInView } from './house.ts';
import { readable } from './read-blocks.ts';

const ben = { user: { id: 'UBEN', username: 'ben', team_id: 'T1' } };
const elsewhere = { channel: { id: 'C2', name: 'other' } };

function houseWith(given: Partial<Generation>): House {
  const house = createHouse();
  house.generations.put(aGeneration({ id: 'g1', ...given }));
  return house;
}

const pressed = (action_id: string) => ({ action_id, value: 'g1' });
const chosen = (value: string) => ({
  type: 'overflow',
  action_id: 'generation_export',
  selected_option: { value, text: { type: 'plain_text', text: 'x' } },
});
const said = (house: House) => house.made('respond').map(({ text }) => text);

describe('Stop following', () => {
  const stop = pressed('generation_stop');

  it('is for the person who asked', async () => {
    const house = houseWith({ state: 'following' });
    expect((await house.send(press(stop))).acked).toBe(true);
    expect(house.generations.asked).toEqual(['stop g1 UANA']);
    expect(said(house)).toEqual([]);
  });

  it('is not for others', async () => {
    const house = houseWith({ state: 'following' });
    await house.send(press(stop, ben));
    expect(house.generations.asked).toEqual([]);
    expect(said(house)[0]).toMatch(/Only the person who asked for this, or a Slack admin/);
    expect(house.made('respond')[0]).toMatchObject({ response_type: 'ephemeral', replace_original: false });
  });

  it('is for Slack’s admins', async () => {
    const house = houseWith({ state: 'following' });
    house.answers['users.info'] = { user: { id: 'UBEN', is_admin: true } };
    await house.send(press(stop, ben));
    expect(house.generations.asked).toEqual(['stop g1 UBEN']);
  });

  it('is for nobody else while Slack does not say who is an admin', async () => {
    const house = houseWith({ state: 'following' });
    house.answers['users.info'] = { ok: false, error: 'user_not_found' };
    await house.send(press(stop, ben));
    expect(house.generations.asked).toEqual([]);
  });

  it('says so when there is nothing left to stop', async () => {
    const house = houseWith({ state: 'delivered' });
    await house.send(press(stop));
    expect(said(house)[0]).toMatch(/already come to its end/);
  });

  it('answers in the thread that it was pressed in', async () => {
    const house = houseWith({ state: 'delivered' });
    await house.send(press(stop, { message: { type: 'message', ts: '1.2', thread_ts: '1.1' } }));
    expect(house.made('respond')[0].thread_ts).toBe('1.1');
  });
});

describe('a button proves nothing by its id', () => {
  it.each([
    ['of another team', { team: 'T2' }, {}],
    ['of another conversation, pressed by somebody else', { channel: 'C1' }, { ...ben, ...elsewhere }],
  ])('%s', async (_, given, by) => {
    const house = houseWith({ state: 'late', ...given });
    await house.send(press(pressed('generation_check_again'), by));
    await house.send(press(chosen('pdf:g1'), by));
    await house.send(press(pressed('generation_stop'), by));
    await house.send(press(pressed('generation_change'), by));
    expect(house.generations.asked).toEqual([]);
    expect(said(house)).toHaveLength(4);
    expect(new Set(said(house))).toEqual(
      new Set(['Deckhand no longer has this one. `/deck recent` lists what you made lately.']),
    );
  });

  it('unknown, or none at all', async () => {
    const house = createHouse();
    await house.send(press({ action_id: 'generation_stop', value: 'nothing' }));
    await house.send(press({ action_id: 'generation_stop' }));
    await house.send(press(chosen('exe:g1')));
    expect(said(house)).toHaveLength(3);
  });
});

describe('a decision about spending again', () => {
  it.each([
    ['generation_try_again', 'again'],
    ['generation_leave_it', 'leave'],
  ])('%s', async (action, choice) => {
    const house = houseWith({ state: 'unsure' });
    await house.send(press(pressed(action)));
    await house.send(press(pressed(action)));
    expect(house.generations.asked).toEqual([`resolve g1 ${choice}`]);
    expect(said(house)).toEqual(['This has been decided already.']);
  });

  it('is not for others', async () => {
    const house = houseWith({ state: 'unsure' });
    await house.send(press(pressed('generation_try_again'), ben));
    expect(house.generations.asked).toEqual([]);
    expect(said(house)[0]).toMatch(/can decide this/);
  });
});

describe('Export', () => {
  it('is for anyone in the conversation', async () => {
    const house = houseWith({});
    await house.send(press(chosen('pdf:g1'), ben));
    expect(house.generations.asked).toEqual(['export g1 pdf UBEN trigger-1']);
    expect(said(house)[0]).toBe('“Spring launch in Lisbon” as PDF is on its way into the thread.');
  });

  it('pressed twice brings one file', async () => {
    const house = houseWith({});
    await Promise.all([house.send(press(chosen('pdf:g1'))), house.send(press(chosen('pdf:g1')))]);
    expect(house.generations.asked).toHaveLength(1);
    expect(said(house)).toContain('“Spring launch in Lisbon” as PDF was asked for a moment ago.');
  });

  it('says so when there is nothing to export', async () => {
    const house = houseWith({ state: 'failed' });
    await house.send(press(chosen('png:g1')));
    expect(said(house)[0]).toMatch(/cannot be had from here/);
  });
});

it('Check again is for anyone in the conversation', async () => {
  const house = houseWith({ state: 'late' });
  await house.send(press(pressed('generation_check_again'), ben));
  expect(house.generations.asked).toEqual(['check g1']);
});

describe('Change and try again', () => {
  it('opens the form with what was asked', async () => {
    const house = houseWith({ state: 'failed' });
    await house.send(press(pressed('generation_change')));
    const view = JSON.stringify(house.made('views.open')[0].view);
    expect(view).toContain('"initial_value":"Spring launch"');
    expect(view).toContain('"initial_value":"10"');
    expect(view).toContain('"value":"ocean"');
  });

  it('shows a prompt to nobody but who wrote it', async () => {
    const house = houseWith({ state: 'failed' });
    house.answers['users.info'] = { user: { id: 'UBEN', is_admin: true } };
    await house.send(press(pressed('generation_change'), ben));
    expect(house.made('views.open')).toEqual([]);
    expect(said(house)[0]).toMatch(/Only the person who asked/);
  });

  it('says so when the text has been deleted', async () => {
    const house = houseWith({ state: 'failed', ask: null });
    await house.send(press(pressed('generation_change')));
    expect(said(house)[0]).toMatch(/has been deleted/);
  });
});

describe('Try again, below a digest that could not be made', () => {
  const source = { kind: 'channel' as const, channel: 'C1', since: '2026-03-02T09:00:00Z' };
  const failed = (answer: Retrial) => {
    const tried: string[] = [];
    const tryAgain = async (team: string, id: string) => {
      tried.push(`${team} ${id}`);
      return answer;
    };
    const house = createHouse({ digests: { ...createHouse().slack.digests, tryAgain } });
    const { ask } = aGeneration();
    house.generations.put(aGeneration({ id: 'g1', state: 'failed', ask: ask && { ...ask, source } }));
    return { house, tried };
  };

  it.each([
    ['started', /is trying again/],
    ['already', /has been tried again already/],
    ['told since', /A later digest covers that time/],
    ['nothing to try', /nothing left to try/],
  ] as const)('asks for the same once more and opens no form: %s', async (answer, words) => {
    const { house, tried } = failed(answer);
    await house.send(press(pressed('generation_change')));
    expect(tried).toEqual(['T1 g1']);
    expect(house.made('views.open')).toEqual([]);
    expect(said(house)[0]).toMatch(words);
  });

  it('is not for others', async () => {
    const { house, tried } = failed('started');
    await house.send(press(pressed('generation_change'), ben));
    expect(tried).toEqual([]);
    expect(said(house)[0]).toMatch(/Only whoever set this digest up/);
  });
});

describe('pressed in a list of one’s own', () => {
  it('under /deck recent, the list shows what has changed', async () => {
    const house = houseWith({ state: 'following' });
    await house.send(
      press(pressed('generation_stop'), { container: { type: 'message', is_ephemeral: true } }),
    );
    const [list] = house.made('respond');
    expect(list.replace_original).toBe(true);
    expect(readable(list)).toContain('No longer followed');
  });

  it('on Home, Home shows it', async () => {
    const house = houseWith({ state: 'following' });
    await house.send(pressInView(pressed('generation_stop'), { type: 'home', id: 'VHOME' }));
    expect(readable(house.made('views.publish')[0].view)).toContain('No longer followed');
  });

  it('on Home, where no message can be answered, a small view says what is the matter', async () => {
    const house = createHouse();
    await house.send(pressInView(pressed('generation_stop'), { type: 'home', id: 'VHOME' }));
    expect(readable(house.made('views.open')[0].view)).toContain('Deckhand no longer has this one');
  });
});

it('a link button is acknowledged, and nothing more', async () => {
  const house = createHouse();
  expect((await house.send(press(pressed('generation_open')))).acked).toBe(true);
  expect(house.calls).toEqual([]);
});
