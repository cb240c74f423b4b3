import { Readable } from 'node:stream';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { northwind } from '../seed/northwind.ts';
import { BOT_TOKEN, refusalOf, smallSeed, startSlack } from './support.ts';

const PNG = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
    'base64',
  ),
);

describe('files of the app', () => {
  test('an upload is completed into a thread, where it can be downloaded and deleted', async () => {
    const { ana, client, slack } = await startSlack();
    const { ts } = await ana.say('#general', 'Please');
    const bytes = Buffer.from('a presentation');
    const { upload_url = '', file_id = '' } = await client.files.getUploadURLExternal({
      filename: 'deck.pptx',
      length: bytes.length,
    });
    const uploaded = await fetch(upload_url, {
      method: 'POST',
      body: Readable.toWeb(Readable.from([bytes])) as ReadableStream,
      duplex: 'half',
    } as RequestInit);
    expect(await uploaded.text()).toBe(`OK - ${bytes.length}`);
    const done = await client.files.completeUploadExternal({
      files: [{ id: file_id, title: 'The deck' }],
      channel_id: 'C0GENERAL',
      thread_ts: ts,
      initial_comment: 'Here it is',
    });
    expect(done.files?.[0]).toMatchObject({ id: file_id, title: 'The deck', filetype: '', shares: {} });
    const [shown] = slack.files('general', ts);
    expect(shown).toMatchObject({ name: 'deck.pptx', size: bytes.length });
    expect(slack.messages('general', ts)[1]).toMatchObject({
      text: 'Here it is',
      bot: true,
      files: [{ id: file_id }],
    });
    expect(await (await fetch(shown?.url ?? '')).text()).toBe('a presentation');
    const { file } = await client.files.info({ file: file_id });
    expect(file?.shares?.public?.C0GENERAL?.[0]).toMatchObject({ thread_ts: ts });
    const read = await fetch(file?.url_private ?? '', { headers: { authorization: `Bearer ${BOT_TOKEN}` } });
    expect(await read.text()).toBe('a presentation');
    await client.files.delete({ file: file_id });
    expect(slack.files('general')).toEqual([]);
  });

  test('an upload is not completed in a channel without the app, in a missing thread, or without its bytes', async () => {
    const { client, slack } = await startSlack();
    const upload = async (bytes = 'abc') => {
      const { upload_url = '', file_id = '' } = await client.files.getUploadURLExternal({
        filename: 'a.txt',
        length: 3,
      });
      const { status } = await fetch(upload_url, { method: 'PUT', body: bytes });
      return { id: file_id, status };
    };
    const complete = (id: string, more: object) =>
      client.apiCall('files.completeUploadExternal', { files: [{ id }], ...more });
    const { id } = await upload();
    expect(await refusalOf(complete(id, { channel_id: 'C00RANDOM' }))).toBe('not_in_channel');
    expect(await refusalOf(complete(id, { channel_id: 'C0PRIVATE' }))).toBe('channel_not_found');
    expect(await refusalOf(complete(id, { channel_id: 'C0GENERAL', thread_ts: '1700000000.000001' }))).toBe(
      'thread_not_found',
    );
    const wrong = await upload('four');
    expect(wrong.status).toBe(400);
    expect(await refusalOf(complete(wrong.id, { channel_id: 'C0GENERAL' }))).toBe('file_not_found');
    await complete(id, { channel_id: 'C0GENERAL' });
    expect(await refusalOf(complete(id, { channel_id: 'C0GENERAL' }))).toBe('file_not_found');
    expect(slack.messages('general')).toHaveLength(1);
  });

  test('the upload of Slack’s SDK works', async () => {
    const { client, slack } = await startSlack();
    await client.filesUploadV2({ channel_id: 'C0GENERAL', filename: 'a.txt', file: Buffer.from('abc') });
    const [file] = slack.files('general');
    expect(Buffer.from(await slack.download(file?.id ?? '')).toString()).toBe('abc');
  });
});

describe('files of people', () => {
  test('the app downloads a file with a token that may read it; otherwise it gets the sign-in page', async () => {
    const { ana, client } = await startSlack();
    const file = await ana.upload('plan.docx', Buffer.from('a plan'), '');
    expect(await refusalOf(client.files.info({ file: file.id }))).toBe('file_not_found');
    await ana.say('#general', 'The plan', { files: [file] });
    const { file: shown } = await client.files.info({ file: file.id });
    const address = shown?.url_private_download ?? '';
    const read = (token: string) => fetch(address, { headers: { authorization: `Bearer ${token}` } });
    expect(await (await read(BOT_TOKEN)).text()).toBe('a plan');
    const closed = await read('xoxb-of-nobody');
    expect(closed.status).toBe(200);
    expect(closed.headers.get('content-type')).toContain('text/html');
  });

  test('a file of Slack Connect has only its id in messages, and files.info says the rest', async () => {
    const { ana, client, slack } = await startSlack();
    const file = await ana.upload('plan.docx', Buffer.from('a plan'), '');
    await ana.say('#general', 'The plan', { files: [file] });
    slack.misbehave({ method: 'file_access', containing: 'plan.docx' });
    const { messages } = await client.conversations.history({ channel: 'C0GENERAL' });
    expect(messages?.[0]?.files?.[0]).toMatchObject({ id: file.id, file_access: 'check_file_info' });
    expect(messages?.[0]?.files?.[0]).not.toHaveProperty('name');
    expect((await client.files.info({ file: file.id })).file?.name).toBe('plan.docx');
  });

  test('the first start has sample files of each kind in its channels', async () => {
    const { client, slack } = await startSlack({
      seed: { ...northwind, teams: [...northwind.teams, ...smallSeed.teams] },
    });
    const shown = ['general', 'product-launch', 'revenue', 'customer-voice'].flatMap((name) =>
      slack.files(name),
    );
    expect(shown.map(({ name }) => name.replace(/.*\./, '')).sort()).toEqual([
      ...['csv', 'docx', 'md', 'pdf', 'pptx'],
    ]);
    for (const { id, size } of shown) expect((await slack.download(id)).length).toBe(size);
    const csv = shown.find(({ name }) => name.endsWith('.csv'));
    const { file } = await client.files.info({ file: csv?.id ?? '' });
    expect(file?.shares?.public?.C0LAUNCH?.[0]?.thread_ts).toMatch(/^\d+\.\d+$/);
  });
});

describe('previews', () => {
  test('a zip shows its pictures in order, a document what the previewer draws, and a picture itself', async () => {
    const drawn: string[] = [];
    const previewer = async (_: Uint8Array, mimetype: string, name: string) => {
      if (!name.endsWith('.pdf')) return null;
      drawn.push(mimetype);
      return [PNG, PNG, PNG];
    };
    const { ana, slack } = await startSlack({ previewer });
    const zip = zipSync({ 'card-2.png': PNG, 'card-10.png': PNG, 'readme.txt': PNG });
    await ana.say('#general', '', { files: [await ana.upload('cards.zip', zip, 'application/zip')] });
    await ana.say('#general', '', { files: [await ana.upload('a.pdf', PNG, 'application/pdf')] });
    await ana.say('#general', '', { files: [await ana.upload('a.png', PNG, 'image/png')] });
    await ana.say('#general', '', { files: [await ana.upload('a.txt', PNG, 'text/plain')] });
    await slack.settle();
    const counts = slack.messages('general').map((message) => message.files?.[0]?.previews?.length);
    expect(counts).toEqual([2, 3, 1, undefined]);
    expect(drawn).toEqual(['application/pdf']);
    const picture = await fetch(slack.files('general')[1]?.previews?.[2] ?? '');
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(PNG);
  });
});
