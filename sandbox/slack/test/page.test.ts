import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { News, Workspace } from '../protocol.ts';
import { northwind } from '../seed/northwind.ts';
import { ANA, BEN, smallSeed, startSlack } from './support.ts';

/** Collects the event stream of a person as a browser does. */
async function listen(url: string, user: string) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const response = await fetch(`${url}/page/events?user=${user}`, { signal: stop.signal });
  const news: News[] = [];
  const reading = (async () => {
    let text = '';
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (data) news.push(JSON.parse(data));
      }
    }
  })();
  reading.catch(() => {});
  return news;
}

const call = async (url: string, path: string, body: unknown) => {
  const response = await fetch(`${url}/page/${path}`, { method: 'POST', body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const get = async <T>(url: string, path: string): Promise<T> =>
  (await (await fetch(`${url}/page/${path}`)).json()) as T;

const ICON = new URL('../../../docs/marketplace/icon.svg', import.meta.url).pathname;

test('the app has its icon as its picture, and people have their initials', async () => {
  const { slack } = await startSlack({ iconPath: ICON });
  const { app, me } = await get<Workspace>(slack.url, `workspace?user=${ANA}`);
  const picture = async (path: string) => (await fetch(slack.url + path)).text();
  expect(await picture(app.icon)).toBe(readFileSync(ICON, 'utf8'));
  expect(await picture(`/page/avatar/${me.id}.svg`)).toContain('>A</text>');
});

test('a guest sees only the conversations that they are a member of', async () => {
  const { slack } = await startSlack({
    seed: { ...northwind, teams: [...northwind.teams, ...smallSeed.teams] },
  });
  const namesFor = async (user: string) =>
    (await get<Workspace>(slack.url, `workspace?user=${user}`)).conversations.map(({ name }) => name);
  expect(await namesFor('U0BEN')).toEqual(expect.arrayContaining(['general', 'product-launch']));
  const names = await namesFor('U0NILS');
  expect(names).toContain('product-launch');
  expect(names).not.toContain('general');
});

describe('the API of the page', () => {
  test('returns people, commands, shortcuts and what is unread', async () => {
    const { slack, ben } = await startSlack();
    await ben.say('#general', 'Hello @Ana');
    const workspace = await get<Workspace>(slack.url, `workspace?user=${ANA}`);
    expect(workspace).toMatchObject({
      team: { id: 'T00000ONE', name: 'One' },
      teams: [{ id: 'T00000ONE' }, { id: 'T00000TWO' }],
      me: { id: ANA, role: 'owner' },
      app: { name: 'Probe' },
    });
    expect(workspace.me).not.toHaveProperty('email');
    expect(workspace.commands.map(({ command }) => command)).toContain('/probe');
    expect(workspace.shortcuts.map(({ type }) => type)).toEqual(['message', 'global']);
    const general = workspace.conversations.find(({ name }) => name === 'general');
    expect(general).toMatchObject({ kind: 'channel', unread: 1, mention: true });
    const forBen = await get<Workspace>(slack.url, `workspace?user=${BEN}`);
    expect(forBen.conversations.map(({ name }) => name).sort()).toEqual(['Probe', 'general', 'random']);
    const other = await get<Workspace>(slack.url, 'workspace?team=T00000TWO');
    expect(other).toMatchObject({ me: { name: 'Cleo Marsh' }, commands: [], app: { botUserId: '' } });
  });

  test('posts messages, adds reactions, deletes and marks as read', async () => {
    const { slack } = await startSlack();
    const said = await call(slack.url, 'say', { user: ANA, channel: 'C0GENERAL', text: 'Hello' });
    const ts = said.body.ts as string;
    await call(slack.url, 'react', { user: BEN, channel: 'C0GENERAL', ts, name: 'wave' });
    const { messages } = await get<{ messages: unknown[] }>(
      slack.url,
      `history?user=${BEN}&channel=C0GENERAL`,
    );
    expect(messages).toMatchObject([{ text: 'Hello', reactions: [{ name: 'wave', users: [BEN] }] }]);
    const notHis = await call(slack.url, 'delete', { user: BEN, channel: 'C0GENERAL', ts });
    expect(notHis).toEqual({ status: 400, body: { error: 'cant_delete_message' } });
    const broken = await call(slack.url, 'say', { user: ANA });
    expect(broken.status).toBe(400);
    await call(slack.url, 'read', { user: BEN, channel: 'C0GENERAL', ts });
    const forBen = await get<Workspace>(slack.url, `workspace?user=${BEN}`);
    expect(forBen.conversations.find(({ name }) => name === 'general')?.unread).toBe(0);
  });

  test('sends each person only the news that this person may see', async () => {
    const { slack, ana, client, probe } = await startSlack();
    const forAna = await listen(slack.url, ANA);
    const forBen = await listen(slack.url, BEN);
    await ana.say('#leadership', 'Between us');
    await ana.say('#general', 'For all');
    await client.chat.postEphemeral({ channel: 'C0GENERAL', user: ANA, text: 'For Ana' });
    await ana.command('#general', '/probe');
    const view = { type: 'modal' as const, title: { type: 'plain_text' as const, text: 'Form' }, blocks: [] };
    await client.views.open({ trigger_id: probe.of('command')[0].trigger_id, view });
    await ana.close();
    await client.views.publish({ user_id: ANA, view: { type: 'home', blocks: [] } });
    await ana.say('#random', '@Probe hello');
    await expect.poll(() => forAna.map(({ type }) => type)).toContain('notice');
    const [notice] = forAna.filter(({ type }) => type === 'notice');
    expect(notice).toMatchObject({ channel: 'C00RANDOM', text: expect.stringContaining('/invite @Probe') });
    const texts = (news: News[]) => news.flatMap((each) => ('message' in each ? [each.message.text] : []));
    expect(texts(forAna)).toEqual(['Between us', 'For all', 'For Ana', expect.stringContaining('hello')]);
    await expect.poll(() => texts(forBen)).toEqual(['For all', expect.stringContaining('hello')]);
    const kinds = new Set(forAna.map(({ type }) => type));
    for (const type of ['view_opened', 'view_closed', 'home', 'ephemeral'] as const)
      expect(kinds).toContain(type);
    expect(forBen.map(({ type }) => type)).not.toContain('view_opened');
    expect(forBen.map(({ type }) => type)).not.toContain('home');
  });

  test('submits a form only with options that the app offered, and only for its own person', async () => {
    const { slack, client, probe } = await startSlack();
    const option = { text: { type: 'plain_text' as const, text: 'Ocean' }, value: 'ocean' };
    const news = await listen(slack.url, ANA);
    await call(slack.url, 'command', { user: ANA, channel: 'C0GENERAL', text: '/probe' });
    await client.views.open({
      trigger_id: probe.of('command')[0].trigger_id,
      view: {
        type: 'modal',
        title: { type: 'plain_text', text: 'Form' },
        submit: { type: 'plain_text', text: 'Send' },
        blocks: [
          {
            type: 'input',
            block_id: 'theme',
            label: { type: 'plain_text', text: 'Theme' },
            element: { type: 'external_select', action_id: 'pick', min_query_length: 0 },
          },
        ],
      },
    });
    await expect.poll(() => news.map(({ type }) => type)).toContain('view_opened');
    const opened = news.find((each) => each.type === 'view_opened');
    const viewId = opened?.type === 'view_opened' ? opened.view.id : '';
    const field = { user: ANA, container: { view: viewId }, blockId: 'theme', actionId: 'pick' };
    probe.answers(() => ({ json: { options: [option] } }));
    expect((await call(slack.url, 'options', { ...field, value: '' })).body).toEqual({ options: [option] });
    probe.answers(() => ({}));
    const state = (value: string) => ({ theme: { pick: { selected_option: { ...option, value } } } });
    const invented = await call(slack.url, 'submit', { user: ANA, viewId, state: state('invented') });
    expect(invented).toMatchObject({ status: 400, body: { error: 'option_not_offered' } });
    const foreign = await call(slack.url, 'submit', { user: BEN, viewId, state: state('ocean') });
    expect(foreign).toMatchObject({ status: 400, body: { error: 'view_not_found' } });
    expect((await call(slack.url, 'submit', { user: ANA, viewId, state: state('ocean') })).body).toEqual({
      ok: true,
    });
  });

  test('serves the page’s files, and index.html for every other address', async () => {
    const pageDir = mkdtempSync(join(tmpdir(), 'page-'));
    onTestFinished(() => rmSync(pageDir, { recursive: true, force: true }));
    writeFileSync(join(pageDir, 'index.html'), '<title>Sandbox</title>');
    writeFileSync(join(pageDir, 'app.js'), 'run()');
    const { slack } = await startSlack({ pageDir });
    expect(await (await fetch(`${slack.url}/`)).text()).toBe('<title>Sandbox</title>');
    expect(await (await fetch(`${slack.url}/archives/C0GENERAL/p1`)).text()).toBe('<title>Sandbox</title>');
    expect((await fetch(`${slack.url}/app.js`)).headers.get('content-type')).toContain('javascript');
    expect((await fetch(`${slack.url}/none.js`)).status).toBe(404);
    expect((await fetch(`${slack.url}/..%2f..%2fetc%2fpasswd.txt`)).status).toBe(404);
  });
});
