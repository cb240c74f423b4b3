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

/** Runs /probe and returns its trigger_id. */
async function trigger(ana: Person, probe: Awaited<ReturnType<typeof startSlack>>['probe']): Promise<string> {
  await ana.command('#general', '/probe');
  return probe.of('command').at(-1).trigger_id;
}

describe('triggers', () => {
  test('work once and for three seconds', async () => {
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

describe('views', () => {
  test('are pushed at most twice, and closing one returns to the view below', async () => {
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

  test('are not updated with an old hash, nor after they were closed', async () => {
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

  test('are not updated with a hash from before a view was pushed onto them', async () => {
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

  test('of Home are published to one person, and not with an old hash', async () => {
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

  test('of Home send a press also if they were redrawn while a confirmation was open', async () => {
    const { ana, probe, client, slack } = await startSlack();
    const erase = { type: 'button' as const, action_id: 'erase', text: plain('Erase it') };
    const view = { type: 'home' as const, blocks: [{ type: 'actions' as const, elements: [erase] }] };
    await client.views.publish({ user_id: ANA, view });
    const { id, blocks } = ana.home() as unknown as { id: string; blocks: { block_id: string }[] };
    await client.views.publish({ user_id: ANA, view });
    const body = { container: { view: id }, blockId: blocks[0]?.block_id, actionId: 'erase' };
    await fetch(`${slack.url}/page/action`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user: ANA, ...body, payload: {}, state: {} }),
    });
    expect(probe.of('block_actions').map(({ actions }) => actions[0].action_id)).toEqual(['erase']);
  });
});

describe('the answer to a submission', () => {
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
    const started = await startSlack();
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

  test('closes the view if it is empty', async () => {
    const { result, ana } = await submitted(undefined);
    expect(result).toEqual({ ok: true });
    expect(ana.view()).toBeNull();
  });

  test('shows its errors at their fields', async () => {
    const { result, ana } = await submitted({ response_action: 'errors', errors: { name: 'Taken' } });
    expect(result).toEqual({ ok: false, errors: { name: 'Taken' } });
    expect(ana.view()).not.toBeNull();
  });

  test('replaces the view with "update"', async () => {
    const { ana } = await submitted({ response_action: 'update', view: modal('Done') });
    expect(ana.view()).toMatchObject({ depth: 1, view: { title: { text: 'Done' } } });
  });

  test.each([
    [
      'with an error for a field that does not exist',
      { response_action: 'errors', errors: { nowhere: 'Taken' } },
      200,
    ],
    ['with a view that is too long', { response_action: 'update', view: modal('x'.repeat(25)) }, 200],
    ['with an unknown response_action', { response_action: 'sing' }, 200],
    ['with status 500', undefined, 500],
  ])('%s shows that connecting failed, and the form stays open', async (_, answer, status) => {
    const { result, ana } = await submitted(answer, status);
    expect(result).toEqual({ ok: false, error: 'We had some trouble connecting. Try again?' });
    expect(ana.view()?.view).toMatchObject({ title: { text: 'Form' } });
  });

  test('if it does not come shows that connecting failed', async () => {
    const { ana, probe, client, slack } = await startSlack();
    await openForm(ana, probe, client);
    slack.misbehave({ outgoing: 'view_submission', deliver: 'never' });
    await ana.fill({ Name: 'Ana' });
    expect(await ana.submit()).toMatchObject({
      ok: false,
      error: expect.stringContaining('trouble connecting'),
    });
  });
});
