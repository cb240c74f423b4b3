import { WebClient } from '@slack/web-api';
import type { fetch as undiciFetch } from 'undici';
import { expect, test, vi } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createFairLimiter } from '../../src/generations/limiter.ts';
import { limits } from '../../src/generations/waits-and-limits.ts';
import { PROMPT_LIMIT } from '../../src/service/options.ts';
import { readFileText } from '../../src/sources/file.ts';
import { FileProblem } from '../../src/sources/files/blocks.ts';
import { createConverter } from '../../src/sources/files/converter.ts';
import { characterCount } from '../../src/text.ts';

const TOKEN = 'xoxb-of-the-team';
const converter = createConverter(systemClock, createFairLimiter(limits.convert));
const HOSTED = { mode: 'hosted', url_private: 'https://files.slack.com/files-pri/T1-F1/notes.txt' };

interface Sent {
  url: string;
  authorization: string | null;
  redirect: string | undefined;
}

/** A reader whose Slack describes a file like this, and whose downloads get the response `answer`. */
function createSlack(file: object, answer: () => Response = () => new Response('Some notes')) {
  const sent: Sent[] = [];
  const client = new WebClient(TOKEN, {
    fetch: async () => Response.json({ ok: true, file: { id: 'F1', user: 'UANA', ...file } }),
  });
  const fetch = (async (url: string | URL, init: RequestInit = {}) => {
    const authorization = new Headers(init.headers).get('authorization');
    sent.push({ url: String(url), authorization, redirect: init.redirect });
    return answer();
  }) as unknown as typeof undiciFetch;
  const read = (apiUrl?: string, channel?: string) =>
    readFileText(
      { id: 'F1', channel },
      { client, token: TOKEN, fetch, apiUrl, person: 'UANA', converter, optedOut: new Set(['UCLEO']) },
      new AbortController().signal,
    );
  return { read, sent };
}

test('a file in Slack is read with the bot token', async () => {
  const { read, sent } = createSlack(HOSTED);
  expect(await read()).toEqual({ text: 'Some notes', leftOut: '' });
  expect(sent).toEqual([{ url: HOSTED.url_private, authorization: `Bearer ${TOKEN}`, redirect: 'manual' }]);
});

test('a canvas is converted outside the process that answers Slack, because its HTML may take long', async () => {
  const convert = vi.spyOn(converter, 'convert');
  const html = new Response('<h1>Plan</h1>', { headers: { 'content-type': 'text/html' } });
  const { read } = createSlack({ ...HOSTED, mode: 'canvas', filetype: 'quip' }, () => html);
  expect(await read()).toEqual({ text: '# Plan', leftOut: '' });
  expect(convert).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ kind: 'canvas', person: 'UANA' }),
    expect.anything(),
  );
});

test.each([{ user: 'UBEN' }, { user: undefined }])('a file of another user is not read: %j', async (file) => {
  const { read, sent } = createSlack({ ...HOSTED, ...file });
  await expect(read()).rejects.toThrow(FileProblem);
  expect(sent).toEqual([]);
});

test.each([
  ['in the shares', { shares: { private: { C1: [{ ts: '1.1' }] } } }],
  ['in the list of channels alone', { channels: ['C1'] }],
])('a file that another person shared in the conversation of the ask is read: %s', async (_, shared) => {
  const { read } = createSlack({ ...HOSTED, user: 'UBEN', ...shared });
  expect(await read(undefined, 'C1')).toMatchObject({ text: 'Some notes' });
});

test.each([
  ['shared elsewhere', { user: 'UBEN', groups: ['G2'], shares: { private: { G2: [{ ts: '1.1' }] } } }],
  ['of a person who opted out', { user: 'UCLEO', channels: ['C1'] }],
])('a file that is %s is not read, and no token is sent', async (_, file) => {
  const { read, sent } = createSlack({ ...HOSTED, ...file });
  await expect(read(undefined, 'C1')).rejects.toMatchObject({ fault: 'file_not_shared' });
  expect(sent).toEqual([]);
});

test.each([
  ['a snippet', { mode: 'snippet', url_private: 'https://files.slack.com/files-pri/T1-F1/notes.txt' }],
  [
    'a workspace of its own',
    { mode: 'hosted', url_private: 'https://northwind.slack.com/files-pri/T1-F1/a' },
  ],
])('%s is read too', async (_, file) => {
  expect(await createSlack(file).read()).toEqual({ text: 'Some notes', leftOut: '' });
});

test('a file at the host of SLACK_API_URL is read', async () => {
  const file = { mode: 'hosted', url_private: 'http://127.0.0.1:4000/files-pri/T1-F1/a' };
  expect(await createSlack(file).read('http://127.0.0.1:4000/api/')).toMatchObject({ text: 'Some notes' });
  const gov = { mode: 'hosted', url_private: 'https://files.slack-gov.com/files-pri/T1-F1/a' };
  expect(await createSlack(gov).read('https://slack-gov.com/api/')).toMatchObject({ text: 'Some notes' });
});

test.each([
  ['external by its mode', { mode: 'external', url_private: 'https://files.slack.com/files-pri/T1-F1/a' }],
  ['external by its mark', { ...HOSTED, is_external: true }],
  ['deleted', { ...HOSTED, mode: 'tombstone' }],
  ['elsewhere', { mode: 'hosted', url_private: 'https://evil.example/notes.txt' }],
  ['elsewhere to download', { ...HOSTED, url_private_download: 'https://evil.example/notes.txt' }],
  ['at a name that looks like it', { mode: 'hosted', url_private: 'https://notslack.com/a' }],
  [
    'at a name that begins like it',
    { mode: 'hosted', url_private: 'https://files.slack.com.evil.example/a' },
  ],
  ['behind a password', { mode: 'hosted', url_private: 'https://files.slack.com@evil.example/a' }],
  ['not at https', { mode: 'hosted', url_private: 'http://files.slack.com/files-pri/T1-F1/a' }],
  ['on this machine', { mode: 'hosted', url_private: 'http://127.0.0.1:4832/a' }],
  ['nowhere', { mode: 'hosted', url_private: 'none' }],
])('the token is not sent to a file that is %s', async (_, file) => {
  const { read, sent } = createSlack(file);
  await expect(read()).rejects.toThrow(FileProblem);
  expect(sent).toEqual([]);
});

test('a redirect is not followed', async () => {
  const elsewhere = () => new Response(null, { status: 302, headers: { location: 'https://evil.example/' } });
  const { read, sent } = createSlack(HOSTED, elsewhere);
  await expect(read()).rejects.toThrow(FileProblem);
  expect(sent).toHaveLength(1);
});

test.each([
  ['', ''],
  [' after a byte order mark', '\uFEFF'],
])('a text file that is too long is never cut to a length that is allowed: emoji%s', async (_, mark) => {
  const { read } = createSlack(HOSTED, () => new Response(mark + '🙂'.repeat(PROMPT_LIMIT + 50_000)));
  expect(characterCount((await read()).text)).toBe(PROMPT_LIMIT + 1);
});
