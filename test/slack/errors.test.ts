import { describe, expect, it } from 'vitest';
import { command, createHouse, event, press, pressInView } from './house.ts';

const broken = () => Promise.reject(new Error('secret detail of the database'));
const recent = command('recent');

describe('nobody is left with silence', () => {
  it('a command that fails is answered where it was typed', async () => {
    const house = createHouse();
    house.slack.generations.recent = broken;
    expect((await house.send(recent)).acked).toBe(true);
    const [answer] = house.made('respond');
    expect(answer.response_type).toBe('ephemeral');
    expect(answer.text).toMatch(/^Something went wrong inside Deckhand\..*`ref-1`$/);
  });

  it('the log has the same reference and the cause; the person does not get the cause', async () => {
    const house = createHouse();
    house.slack.generations.recent = broken;
    await house.send(recent);
    expect(house.logged.join()).toMatch(/"reference":"ref-1".*secret detail/);
    expect(JSON.stringify(house.calls)).not.toContain('secret detail');
  });

  it('a button that fails', async () => {
    const house = createHouse();
    house.slack.generations.find = broken;
    await house.send(press({ action_id: 'generation_stop', value: 'g1' }));
    expect(house.made('respond')[0].text).toContain('ref-1');
  });

  it('where there is no place to answer, in a direct message', async () => {
    const house = createHouse();
    house.slack.generations.find = broken;
    await house.send(
      pressInView({ action_id: 'generation_stop', value: 'g1' }, { type: 'home', id: 'VHOME' }),
    );
    expect(house.made('chat.postMessage')).toMatchObject([{ channel: 'UANA' }]);
  });

  it('a team that has taken Deckhand away', async () => {
    const house = createHouse();
    const { acked } = await house.send({ ...recent, team_id: 'TGONE', team: { id: 'TGONE' } });
    expect(acked).toBe(true);
    expect(house.made('respond')[0].text).toMatch(/not fully installed.*install it again/);
  });

  it('a person who cannot even be told is in the log', async () => {
    const house = createHouse();
    house.slack.generations.recent = broken;
    house.answers['views.publish'] = { ok: false, error: 'internal_error' };
    await house.send(event({ type: 'app_home_opened', user: 'UANA', tab: 'home', channel: 'D1' }));
    expect(house.logged.join()).toContain('Nor could the person be told');
  });
});
