import { describe, expect, it } from 'vitest';
import { StatementError } from '../../src/storage/drivers/statements.ts';
import { createHarness } from '../support/harness/slack.ts';
import { command, event, press, pressInView } from '../support/harness/slack-requests.ts';
import { allowErrors } from '../support/log-errors.ts';

// Each test here is about something that fails.
allowErrors(/"reference":"ref-1"/);

const broken = () => Promise.reject(new Error('secret detail of the database'));
const recent = command('recent');

describe('nobody is left with silence', () => {
  it('a command that fails is answered where it was typed', async () => {
    const harness = createHarness();
    harness.slack.generations.recent = broken;
    expect((await harness.send(recent)).acked).toBe(true);
    const [answer] = harness.made('respond');
    expect(answer.response_type).toBe('ephemeral');
    expect(answer.text).toMatch(/^Something went wrong inside Deckhand\..*`ref-1`$/);
  });

  it('the log has the same reference and the cause; the person does not get the cause', async () => {
    const harness = createHarness();
    harness.slack.generations.recent = broken;
    await harness.send(recent);
    expect(harness.logged.join()).toMatch(/"reference":"ref-1".*secret detail/);
    expect(JSON.stringify(harness.calls)).not.toContain('secret detail');
  });

  it('a person who has left the channel since is not written to about it', async () => {
    const harness = createHarness();
    harness.answers['chat.postEphemeral'] = { ok: false, error: 'user_not_in_channel' };
    await harness.send(
      event({ type: 'app_mention', user: 'UANA', channel: 'C1', ts: '3.3', text: '<@UBOT> slides on tea' }),
    );
    expect(harness.made('chat.postEphemeral')).toHaveLength(1);
    expect(harness.made('chat.postMessage')).toEqual([]);
    expect(harness.logged.join()).toContain('A person could not be answered');
  });

  const outage = new StatementError({ message: 'Connection terminated unexpectedly' }, 'SELECT 1');

  it('while the database restarts, a person is asked to try again, and not to tell anybody', async () => {
    const harness = createHarness();
    harness.slack.generations.recent = () => Promise.reject(outage);
    await harness.send(recent);
    expect(harness.made('respond')[0].text).toBe(
      'I couldn’t do that just now. Please try again in a minute.',
    );
    expect(harness.logged.join()).toContain('"reference":"ref-1"');
  });

  it('what was written while the database restarts is handled again, and its author hears nothing of it', async () => {
    const harness = createHarness();
    harness.slack.openCards.of = () => Promise.reject(outage);
    const said = { type: 'message', channel_type: 'im', channel: 'D1', user: 'UANA', ts: '1.1' };
    const sent = harness.send(event({ ...said, text: 'three slides about foghorns' }), { isAgain: false });
    await expect(sent).rejects.toThrow('Connection terminated');
    expect(harness.made('chat.postMessage')).toEqual([]);
  });

  it('a button that fails', async () => {
    const harness = createHarness();
    harness.slack.generations.find = broken;
    await harness.send(press({ action_id: 'generation_stop', value: 'g1' }));
    expect(harness.made('respond')[0].text).toContain('ref-1');
  });

  it('where there is no place to answer, in a direct message', async () => {
    const harness = createHarness();
    harness.slack.generations.find = broken;
    await harness.send(
      pressInView({ action_id: 'generation_stop', value: 'g1' }, { type: 'home', id: 'VHOME' }),
    );
    expect(harness.made('chat.postMessage')).toMatchObject([{ channel: 'UANA' }]);
  });

  it('a team that has taken Deckhand away', async () => {
    const harness = createHarness();
    const { acked } = await harness.send({ ...recent, team_id: 'TGONE', team: { id: 'TGONE' } });
    expect(acked).toBe(true);
    expect(harness.made('respond')[0].text).toMatch(/not fully installed.*install it again/);
  });

  it.each([
    [
      'an event of the inbox, whose job is then repeated until its author can be told',
      { isAgain: false },
      'throws',
    ],
    ['any other request, which nobody would repeat', {}, 'resolves'],
  ])('if the answer cannot be posted: %s', async (_, customProperties, outcome) => {
    const harness = createHarness();
    harness.answers['chat.postMessage'] = { ok: false, error: 'internal_error' };
    const said = { type: 'message', channel_type: 'im', channel: 'D1', user: 'UANA', ts: '1.1' };
    const sent = harness.send(event({ ...said, text: 'three slides about foghorns' }), customProperties);
    expect(
      await sent.then(
        () => 'resolves',
        () => 'throws',
      ),
    ).toBe(outcome);
    expect(harness.logged.join()).toContain('The error could not be shown to the person');
  });

  it('a person who cannot even be told is in the log', async () => {
    const harness = createHarness();
    harness.slack.generations.recent = broken;
    harness.answers['views.publish'] = { ok: false, error: 'internal_error' };
    await harness.send(event({ type: 'app_home_opened', user: 'UANA', tab: 'home', channel: 'D1' }));
    expect(harness.logged.join()).toContain('The error could not be shown to the person');
  });
});
