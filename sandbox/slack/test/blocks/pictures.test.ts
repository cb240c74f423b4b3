import type { WebClient } from '@slack/web-api';
import { expect, test } from 'vitest';
import { refusalOf, startSlack } from '../support.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);

/** Uploads a picture for a block, without sharing the file in a channel. */
async function upload(client: WebClient, filename = 'first-slide.png'): Promise<string> {
  const { upload_url = '', file_id = '' } = await client.files.getUploadURLExternal({
    filename,
    length: PNG.length,
  });
  await fetch(upload_url, { method: 'POST', body: PNG });
  await client.files.completeUploadExternal({ files: [{ id: file_id }] });
  return file_id;
}

const post = (client: WebClient, slackFile: { id: string } | { url: string }) =>
  client.chat.postMessage({
    channel: 'C0GENERAL',
    text: 'Ready',
    blocks: [{ type: 'divider' }, { type: 'image', slack_file: slackFile, alt_text: 'First slide' }],
  });

const kindOf = async (client: WebClient, id: string) => {
  const { file } = await client.files.info({ file: id });
  return [file?.mimetype, file?.filetype];
};

test('a picture can be shown in a block a moment after its upload, when Slack has processed it', async () => {
  const { client, clock, slack } = await startSlack();
  const id = await upload(client);
  expect(await kindOf(client, id)).toEqual(['', '']);
  const refused = await post(client, { id }).catch((error) => error.data);
  expect(refused).toMatchObject({
    error: 'invalid_blocks',
    errors: ['invalid slack file [json-pointer:/blocks/1/slack_file]'],
    response_metadata: {
      messages: ['[ERROR] invalid slack file [json-pointer:/blocks/1/slack_file]'],
    },
  });
  await clock.advance(1_000);
  expect(await kindOf(client, id)).toEqual(['image/png', 'png']);
  await post(client, { id });
  const shown = JSON.stringify(slack.messages('general')).match(/"slack_file":\{"url":"([^"]+)"/)?.[1] ?? '';
  expect(Buffer.from(await (await fetch(shown)).arrayBuffer())).toEqual(PNG);
});

test('people cannot see a picture that was edited into a message until a new message shows it', async () => {
  const { client, clock, slack } = await startSlack();
  const id = await upload(client);
  await clock.advance(1_000);
  const { ts = '' } = await client.chat.postMessage({ channel: 'C0GENERAL', text: 'Soon' });
  const blocks = [{ type: 'image' as const, slack_file: { id }, alt_text: 'First slide' }];
  await client.chat.update({ channel: 'C0GENERAL', ts, text: 'Ready', blocks });
  const addresses = () => JSON.stringify(slack.messages('general')).match(/"slack_file":\{"url":"([^"]*)"/g);
  expect(addresses()).toEqual(['"slack_file":{"url":""']);
  await post(client, { id });
  expect(addresses()).toEqual([expect.stringContaining('http'), expect.stringContaining('http')]);
});

test('a block names a picture by its id, its private address or its permalink', async () => {
  const { client, clock, slack } = await startSlack();
  const id = await upload(client);
  await clock.advance(1_000);
  const { file } = await client.files.info({ file: id });
  await post(client, { url: file?.url_private ?? '' });
  await post(client, { url: file?.permalink ?? '' });
  expect(slack.messages('general')).toHaveLength(2);
  expect(await refusalOf(post(client, { url: 'https://example.com/a.png' }))).toBe('invalid_blocks');
  const both = { id, url: file?.url_private ?? '' };
  expect(await refusalOf(post(client, both))).toBe('invalid_blocks');
});

test('a block with a file that is no picture, does not exist or is hidden from the app is refused', async () => {
  const { ana, client, clock } = await startSlack();
  const text = await upload(client, 'notes.txt');
  const svg = await upload(client, 'logo.svg');
  await clock.advance(1_000);
  const hers = await ana.upload('hers.png', PNG, 'image/png');
  for (const id of [text, svg, 'F0NOWHERE', hers.id]) {
    expect(await refusalOf(post(client, { id })), id).toBe('invalid_blocks');
  }
  await ana.say('#general', 'Look', { files: [hers] });
  expect(await refusalOf(post(client, { id: hers.id }))).toBe('not refused');
});

test('a view can show a picture only after Slack has processed it', async () => {
  const { client, clock } = await startSlack();
  const id = await upload(client);
  const publish = () =>
    client.views.publish({
      user_id: 'U00000ANA',
      view: { type: 'home', blocks: [{ type: 'image', slack_file: { id }, alt_text: 'First slide' }] },
    });
  expect(await refusalOf(publish())).toBe('invalid_arguments');
  await clock.advance(1_000);
  expect(await refusalOf(publish())).toBe('not refused');
});

test('misbehaviour can delay the processing of a picture or make it fail', async () => {
  const { client, clock, slack } = await startSlack();
  slack.misbehave({ method: 'processing', containing: 'slow', delayMs: 60_000 });
  slack.misbehave({ method: 'processing', containing: 'broken', error: 'failed' });
  const slow = await upload(client, 'slow.png');
  const broken = await upload(client, 'broken.png');
  await clock.advance(60_000);
  expect(await kindOf(client, slow)).toEqual(['', '']);
  await clock.advance(1_000);
  expect(await kindOf(client, slow)).toEqual(['image/png', 'png']);
  await clock.advance(24 * 60 * 60_000);
  expect(await kindOf(client, broken)).toEqual(['', '']);
  expect(await refusalOf(post(client, { id: broken }))).toBe('invalid_blocks');
});
