import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { describe, expect, test } from 'vitest';
import type { Person } from '../stand-in.ts';
import { ANA, refusalOf, startSlack } from './support.ts';

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const note = (text: string) => ({ type: 'section' as const, text: plain(text) });
const modal = (title: string, more: Partial<ModalView> = {}): ModalView => ({
  type: 'modal',
  title: plain(title),
  blocks: [note(title)],
  ...more,
});

/** Runs /probe and hands back the trigger_id that came with it. */
async function trigger(ana: Person, probe: Awaited<ReturnType<typeof startSlack>>['probe']): Promise<string> {
  await ana.command('#general', '/probe');
  return probe.of('command').at(-1).trigger_id;
}

describe('triggers', () => {
  test('a trigger works once and for three seconds', async () => {
    const { ana, probe, client, clock } = await startSlack();
    const first = await trigger(ana, probe);
    await clock.advance(3_000);
    expect(await client.views.open({ trigger_id: first, view: modal('In time') })).toMatchObject({
      ok: true,
    });
    const again = client.views.open({ trigger_id: first, view: modal('Again') });
    expect(await refusalOf(again)).toBe('exchanged_trigger_id');

    const second = await trigger(ana, probe);
    await clock.advance(3_001);
    const late = client.views.open({ trigger_id: second, view: modal('Late') });
    expect(await refusalOf(late)).toBe('expired_trigger_id');
  });
});

describe('views on views', () => {
  test('two can be pushed onto the first, not three; closing goes back one', async () => {
    const { ana, probe, client } = await startSlack();
    const push = async (title: string) =>
      client.views.push({ trigger_id: await trigger(ana, probe), view: modal(title) });
    expect(await refusalOf(push('Onto nothing'))).toBe('not_found');
    await client.views.open({ trigger_id: await trigger(ana, probe), view: modal('One') });
    await push('Two');
    const third = await push('Three');
    expect(third.view).toMatchObject({
      previous_view_id: expect.stringMatching(/^V/),
      root_view_id: expect.stringMatching(/^V/),
    });
    expect(ana.view()).toMatchObject({ depth: 3, view: { title: { text: 'Three' } } });
    expect(await refusalOf(push('Four'))).toBe('push_limit_reached');
    await ana.close();
    expect(ana.view()).toMatchObject({ depth: 2, view: { title: { text: 'Two' } } });
  });

  test('an update with an old hash is refused, so that it cannot overwrite a newer one', async () => {
    const { ana, probe, client } = await startSlack();
    const { view } = await client.views.open({ trigger_id: await trigger(ana, probe), view: modal('One') });
    const id = view?.id ?? '';
    const hash = view?.hash ?? '';
    await client.views.update({ view_id: id, hash, view: modal('Two') });
    const stale = client.views.update({ view_id: id, hash, view: modal('Three') });
    expect(await refusalOf(stale)).toBe('hash_conflict');
    expect(ana.view()?.view).toMatchObject({ title: { text: 'Two' } });
    await ana.close();
    const closed = client.views.update({ view_id: id, view: modal('Late') });
    expect(await refusalOf(closed)).toBe('not_found');
  });

  test('a hash from before a child view opened is stale', async () => {
    const { ana, probe, client } = await startSlack();
    const { view } = await client.views.open({ trigger_id: await trigger(ana, probe), view: modal('One') });
    await client.views.push({ trigger_id: await trigger(ana, probe), view: modal('Two') });
    const stale = client.views.update({
      view_id: view?.id ?? '',
      hash: view?.hash ?? '',
      view: modal('Three'),
    });
    expect(await refusalOf(stale)).toBe('hash_conflict');
  });

  test('an external_id is unique while its view is open', async () => {
    const { ana, ben, probe, client } = await startSlack();
    await client.views.open({
      trigger_id: await trigger(ana, probe),
      view: modal('One', { external_id: 'x' }),
    });
    const second = client.views.open({
      trigger_id: await trigger(ben, probe),
      view: modal('Two', { external_id: 'x' }),
    });
    expect(await refusalOf(second)).toBe('duplicate_external_id');
    await client.views.update({ external_id: 'x', view: modal('Three') });
    expect(ana.view()?.view).toMatchObject({ title: { text: 'Three' } });
  });

  test('the app hears that a view was closed only where it asked to, with all of them on clear_on_close', async () => {
    const { ana, probe, client, slack } = await startSlack();
    await client.views.open({ trigger_id: await trigger(ana, probe), view: modal('Quiet') });
    await ana.close();
    await slack.settle();
    expect(probe.of('view_closed')).toEqual([]);
    const told = { notify_on_close: true };
    await client.views.open({ trigger_id: await trigger(ana, probe), view: modal('One', told) });
    await client.views.push({
      trigger_id: await trigger(ana, probe),
      view: modal('Two', { ...told, clear_on_close: true }),
    });
    await ana.close();
    expect(probe.of('view_closed').map((each) => [each.view.title.text, each.is_cleared])).toEqual([
      ['Two', true],
      ['One', true],
    ]);
    expect(ana.view()).toBeNull();
  });

  test('Home is published to one person and kept; its hash guards it', async () => {
    const { ana, ben, probe, client, slack } = await startSlack();
    await ana.openHome();
    await slack.settle();
    expect(probe.of('app_home_opened')[0].event).toMatchObject({
      user: ANA,
      tab: 'home',
      channel: ana.appDm(),
    });
    const home = (text: string) => ({ type: 'home' as const, blocks: [note(text)] });
    const { view } = await client.views.publish({ user_id: ANA, view: home('Welcome') });
    expect(ana.home()).toMatchObject({ blocks: [{ text: { text: 'Welcome' } }] });
    expect(ben.home()).toBeNull();
    await client.views.publish({ user_id: ANA, view: home('Again'), hash: view?.hash ?? '' });
    const stale = client.views.publish({ user_id: ANA, view: home('Stale'), hash: view?.hash ?? '' });
    expect(await refusalOf(stale)).toBe('hash_conflict');
  });
});

describe('what the app answers to a submission', () => {
  const form = modal('Form', {
    submit: plain('Send'),
    blocks: [
      {
        type: 'input',
        block_id: 'name',
        label: plain('Name'),
        element: { type: 'plain_text_input', action_id: 'value' },
      },
      note('Not an input'),
    ],
  });

  async function submitted(answer: unknown, status = 200) {
    const started = await startSlack({ pace: { rates: 'off', answerWithin: 150 } });
    const { ana, probe, client } = started;
    await openForm(ana, probe, client);
    probe.answers(() => ({ status, ...(answer === undefined ? {} : { json: answer }) }));
    await ana.fill({ Name: 'Ana' });
    return { ...started, result: await ana.submit() };
  }

  async function openForm(
    ana: Person,
    probe: Awaited<ReturnType<typeof startSlack>>['probe'],
    client: WebClient,
  ) {
    await client.views.open({ trigger_id: await trigger(ana, probe), view: form });
  }

  test('nothing closes the view', async () => {
    const { result, ana } = await submitted(undefined);
    expect(result).toEqual({ ok: true });
    expect(ana.view()).toBeNull();
  });

  test('errors stand at their fields', async () => {
    const { result, ana } = await submitted({ response_action: 'errors', errors: { name: 'Taken' } });
    expect(result).toEqual({ ok: false, errors: { name: 'Taken' } });
    expect(ana.view()).not.toBeNull();
  });

  test('update and push show another view, clear takes all away', async () => {
    const updated = await submitted({ response_action: 'update', view: modal('Done') });
    expect(updated.ana.view()).toMatchObject({ depth: 1, view: { title: { text: 'Done' } } });
    const pushed = await submitted({ response_action: 'push', view: modal('More') });
    expect(pushed.ana.view()).toMatchObject({ depth: 2, view: { title: { text: 'More' } } });
    const cleared = await submitted({ response_action: 'clear' });
    expect(cleared.ana.view()).toBeNull();
  });

  test.each([
    ['errors for what is no input', { response_action: 'errors', errors: { nowhere: 'Taken' } }, 200],
    ['a view beyond the limits', { response_action: 'update', view: modal('x'.repeat(25)) }, 200],
    ['an action that does not exist', { response_action: 'sing' }, 200],
    ['status 500', undefined, 500],
  ])('%s is trouble, and the form stays', async (_, answer, status) => {
    const { result, ana } = await submitted(answer, status);
    expect(result).toEqual({ ok: false, error: 'We had some trouble connecting. Try again?' });
    expect(ana.view()?.view).toMatchObject({ title: { text: 'Form' } });
  });

  test('silence is trouble too', async () => {
    const { ana, probe, client } = await startSlack({ pace: { rates: 'off', answerWithin: 50 } });
    await openForm(ana, probe, client);
    probe.answers(() => ({ silent: true }));
    await ana.fill({ Name: 'Ana' });
    expect(await ana.submit()).toMatchObject({
      ok: false,
      error: expect.stringContaining('trouble connecting'),
    });
  });
});
