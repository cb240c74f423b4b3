import { describe, expect, test } from 'vitest';
import { KEY, startHarness } from './harness.ts';

const text = { inputText: 'Words' };
const long = (length: number) => 'x'.repeat(length);
const recipients = (count: number) => Array.from({ length: count }, (_, index) => `p${index}@example.com`);

describe('POST /generations refuses, with 400 and the name of the field,', () => {
  test.each<[string, object, RegExp]>([
    ['no content', {}, /inputText or pages is required/],
    ['text and pages at once', { ...text, pages: [text] }, /Only one of/],
    ['an empty text', { inputText: '' }, /inputText/],
    ['a text over 400,000 characters', { inputText: long(400_001) }, /inputText/],
    ['a null', { ...text, title: null }, /title/],
    ['an unknown field', { ...text, colour: 'red' }, /colour/],
    ['an unknown field within', { ...text, textOptions: { mood: 'x' } }, /textOptions.*mood/],
    ['an enum in another case', { ...text, format: 'Presentation' }, /format/],
    ['a wrong text mode', { ...text, textMode: 'rewrite' }, /textMode/],
    ['a wrong card split', { ...text, cardSplit: 'manual' }, /cardSplit/],
    ['no cards', { ...text, numCards: 0 }, /numCards/],
    ['part of a card', { ...text, numCards: 2.5 }, /numCards/],
    ['a number as text', { ...text, numCards: '5' }, /numCards/],
    ['more cards than the plan', { ...text, numCards: 61 }, /numCards.*60/],
    ['more cards than the plan on a page', { pages: [{ ...text, numCards: 61 }] }, /numCards.*60/],
    ['no pages', { pages: [] }, /pages/],
    ['51 pages', { pages: Array(51).fill(text) }, /pages/],
    ['a page without text', { pages: [{ title: 'x' }] }, /pages\.0\.inputText/],
    ['an empty title', { ...text, title: '' }, /title/],
    ['a title over 500 characters', { ...text, title: long(501) }, /title/],
    ['instructions over 5,000', { ...text, additionalInstructions: long(5_001) }, /additionalInstructions/],
    ['a tone over 500', { ...text, textOptions: { tone: long(501) } }, /tone/],
    ['an audience over 500', { ...text, textOptions: { audience: long(501) } }, /audience/],
    ['a wrong amount', { ...text, textOptions: { amount: 'huge' } }, /amount/],
    ['a style over 5,000', { ...text, imageOptions: { style: long(5_001) } }, /style/],
    ['an unknown image model', { ...text, imageOptions: { model: 'dall-e-4' } }, /model/],
    ['a wrong image source', { ...text, imageOptions: { source: 'unsplash' } }, /source/],
    ['wrong dimensions', { ...text, cardOptions: { dimensions: '2x1' } }, /dimensions/],
    ['a wrong export', { ...text, exportAs: 'PDF' }, /exportAs/],
    ['several exports', { ...text, exportAs: ['pdf'] }, /exportAs/],
    ['a wrong access', { ...text, sharingOptions: { externalAccess: 'fullAccess' } }, /externalAccess/],
    ['no recipients', { ...text, sharingOptions: { emailOptions: { recipients: [] } } }, /recipients/],
    [
      '26 recipients',
      { ...text, sharingOptions: { emailOptions: { recipients: recipients(26) } } },
      /recipients/,
    ],
    [
      'a recipient that is not an e-mail address',
      { ...text, sharingOptions: { emailOptions: { recipients: ['ana'] } } },
      /recipients/,
    ],
    [
      'no access for recipients',
      { ...text, sharingOptions: { emailOptions: { recipients: recipients(1), access: 'noAccess' } } },
      /access/,
    ],
    ['two folders', { ...text, folderIds: ['a', 'b'] }, /folderIds/],
    ['an unknown folder', { ...text, folderId: 'fld_nowhere' }, /folderId/],
    ['an unknown folder in the deprecated field', { ...text, folderIds: ['fld_nowhere'] }, /folder/],
    ['an unknown theme', { ...text, themeId: 'nowhere' }, /themeId/],
  ])('%s', async (_, body, message) => {
    const { post, service } = await startHarness();
    const { status, json, headers } = await post('/generations', body);
    expect(status).toBe(400);
    expect(json.statusCode).toBe(400);
    expect(json.message).toMatch(message);
    expect(headers['x-request-id']).toBeTruthy();
    expect(service.calls.at(-1)).toMatchObject({ route: 'POST /generations', status: 400 });
  });
});

describe('POST /generations accepts values at the limit:', () => {
  test.each<[string, object]>([
    ['400,000 characters', { inputText: long(400_000) }],
    ['60 cards', { ...text, numCards: 60 }],
    ['25 recipients', { ...text, sharingOptions: { emailOptions: { recipients: recipients(25) } } }],
    ['500 characters of title', { ...text, title: long(500) }],
    ['an empty style', { ...text, imageOptions: { style: '' } }],
  ])('%s', async (_, body) => {
    const { post } = await startHarness();
    expect((await post('/generations', body)).status).toBe(200);
  });
});

describe('POST /generations/from-template refuses', () => {
  const body = { prompt: 'New words', gammaId: 'g_tmpl_team_handbook_northwind' };
  test.each<[string, object, RegExp]>([
    ['no prompt', { gammaId: body.gammaId }, /prompt/],
    ['an empty prompt', { ...body, prompt: '' }, /prompt/],
    ['a prompt over 400,000 characters', { ...body, prompt: long(400_001) }, /prompt/],
    ['no template', { prompt: 'x' }, /gammaId/],
    ['a number of cards', { ...body, numCards: 3 }, /numCards/],
    ['an image source', { ...body, imageOptions: { source: 'noImages' } }, /source/],
  ])('%s', async (_, sent, message) => {
    const { post } = await startHarness();
    const { status, json } = await post('/generations/from-template', sent);
    expect(status).toBe(400);
    expect(json.message).toMatch(message);
  });
});

describe('a request without a valid key gets 401:', () => {
  test.each<[string, Record<string, string>]>([
    ['no key', {}],
    ['an unknown key', { 'X-API-KEY': 'sk-gamma-nobody' }],
    ['an empty key', { 'X-API-KEY': '' }],
    ['the header in another case', { 'x-api-key': KEY }],
    ['the key as a bearer token', { authorization: `Bearer ${KEY}` }],
  ])('%s', async (_, headers) => {
    const { ask } = await startHarness();
    const { status, json } = await ask('GET', '/v1.0/themes', { headers });
    expect(status).toBe(401);
    expect(json).toEqual({ message: 'Invalid API key', statusCode: 401 });
  });

  test('even if its body is invalid, too', async () => {
    const { post } = await startHarness();
    expect((await post('/generations', {}, 'sk-gamma-nobody')).status).toBe(401);
  });

  test('and the stand-in does not start with a key without the prefix', async () => {
    await expect(startHarness({ apiKeys: ['secret'] })).rejects.toThrow('sk-<brand>-');
  });
});

describe('an invalid request is refused:', () => {
  const headers = { 'X-API-KEY': KEY, 'content-type': 'application/json' };

  test.each([
    ['half a JSON', '{"inputText": "x"'],
    ['nothing', ''],
    ['a list', '[]'],
  ])('%s', async (_, body) => {
    const { ask } = await startHarness();
    const answer = await ask('POST', '/v1.0/generations', { headers, body });
    expect(answer.status).toBe(400);
    expect(answer.json.statusCode).toBe(400);
  });

  test('JSON with another content type', async () => {
    const { ask } = await startHarness();
    const sent = { headers: { ...headers, 'content-type': 'text/plain' }, body: JSON.stringify(text) };
    expect((await ask('POST', '/v1.0/generations', sent)).status).toBe(400);
  });

  test('a body that is too large', async () => {
    const { ask } = await startHarness();
    const body = JSON.stringify({ inputText: long(9 * 1024 * 1024) });
    expect((await ask('POST', '/v1.0/generations', { headers, body })).status).toBe(413);
  });

  test('an unknown route', async () => {
    const { get } = await startHarness();
    const { status, json } = await get('/nowhere');
    expect(status).toBe(404);
    expect(json).toEqual({ message: 'Cannot GET /v1.0/nowhere', statusCode: 404 });
  });

  test('another method', async () => {
    const { ask } = await startHarness();
    const { status, headers: answered } = await ask('PUT', '/v1.0/generations', { headers });
    expect(status).toBe(405);
    expect(answered.allow).toBe('POST');
  });

  test('the old version', async () => {
    const { ask } = await startHarness();
    const { status, json } = await ask('GET', '/v0.2/themes', { headers });
    expect(status).toBe(404);
    expect(json.message).toMatch('v1.0');
  });
});
