import { describe, expect, test } from 'vitest';
import { InvalidRequest } from '../../src/service/errors.ts';
import type { GenerationInput, TemplateGenerationInput } from '../../src/service/routes/generations.ts';
import { replying } from '../support/send.ts';
import { aClient, thrownBy } from './harness.ts';

/** A client that fails the test if it sends a request. */
function silentClient() {
  const nothing = () => {
    throw new Error('A request was sent.');
  };
  return aClient({ send: nothing, authorization: { headers: nothing } }).client;
}

const text = (length: number) => 'x'.repeat(length);
const people = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@example.com`);
const shared = (recipients: string[]) => ({ sharingOptions: { emailOptions: { recipients } } });

describe('a generation beyond a limit is not sent, and the error names the field', () => {
  test.each<[string, object, string, string]>([
    ['no text', {}, 'inputText', 'needs either a text or pages, not both'],
    ['an empty text', { inputText: '' }, 'inputText', 'must not be empty'],
    ['a long text', { inputText: text(400_001) }, 'inputText', 'must be at most 400,000 characters'],
    [
      'text and pages',
      { pages: [{ inputText: 'a' }] },
      'inputText',
      'needs either a text or pages, not both',
    ],
    ['no pages', { inputText: undefined, pages: [] }, 'pages', 'must not be empty'],
    [
      'many pages',
      { inputText: undefined, pages: Array(51).fill({ inputText: 'a' }) },
      'pages',
      'must be at most 50 items',
    ],
    ['a page without text', { inputText: undefined, pages: [{}] }, 'pages.0.inputText', 'must be a string'],
    ['a mode', { textMode: 'Generate' }, 'textMode', 'must be one of generate, condense, preserve'],
    [
      'a format',
      { format: 'Presentation' },
      'format',
      'must be one of presentation, document, webpage, social',
    ],
    ['no cards', { numCards: 0 }, 'numCards', 'must be at least 1'],
    ['many cards', { numCards: 76 }, 'numCards', 'must be at most 75'],
    ['half a card', { numCards: 1.5 }, 'numCards', 'must be a whole number'],
    [
      'instructions',
      { additionalInstructions: text(5_001) },
      'additionalInstructions',
      'must be at most 5,000 characters',
    ],
    ['an empty title', { title: '' }, 'title', 'must not be empty'],
    ['a title', { title: text(501) }, 'title', 'must be at most 500 characters'],
    ['an export', { exportAs: 'docx' }, 'exportAs', 'must be one of pptx, pdf, png'],
    ['a tone', { textOptions: { tone: text(501) } }, 'textOptions.tone', 'must be at most 500 characters'],
    [
      'an audience',
      { textOptions: { audience: text(501) } },
      'textOptions.audience',
      'must be at most 500 characters',
    ],
    [
      'an amount',
      { textOptions: { amount: 'huge' } },
      'textOptions.amount',
      'must be one of brief, medium, detailed, extensive',
    ],
    ['a model', { imageOptions: { model: 'crayon' } }, 'imageOptions.model', 'is not a known value'],
    [
      'a style',
      { imageOptions: { style: text(5_001) } },
      'imageOptions.style',
      'must be at most 5,000 characters',
    ],
    [
      'a shape',
      { format: 'document', cardOptions: { dimensions: '16x9' } },
      'cardOptions.dimensions',
      'does not go with this format',
    ],
    [
      'a shape of no format',
      { cardOptions: { dimensions: '1x1' } },
      'cardOptions.dimensions',
      'does not go with this format',
    ],
    ['nobody', shared([]), 'sharingOptions.emailOptions.recipients', 'must not be empty'],
    ['no address', shared(['ana']), 'sharingOptions.emailOptions.recipients.0', 'must be an e-mail address'],
    [
      'an access',
      { sharingOptions: { externalAccess: 'fullAccess' } },
      'sharingOptions.externalAccess',
      'must be one of noAccess, view, comment, edit',
    ],
    ['a misspelling', { folder: 'f_1' }, 'the request', 'has no field folder'],
  ])('%s', async (_, fault, field, problem) => {
    const base = Object.keys(fault).length === 0 ? {} : { inputText: 'Hello' };
    const input = { ...base, ...fault } as GenerationInput;
    const error = await thrownBy(InvalidRequest, silentClient().createGeneration(input));

    expect(error.fields).toContainEqual({ field, problem: expect.stringContaining(problem) });
    expect(error.message).toContain(`${field} ${problem}`);
    expect(error.status).toBeUndefined();
  });
});

describe('a generation from a template', () => {
  const good = { templateId: 'g_1', prompt: 'Hello' };
  test.each<[object, string]>([
    [{ templateId: '' }, 'templateId'],
    [{ prompt: '' }, 'prompt'],
    [{ prompt: text(400_001) }, 'prompt'],
    [{ title: text(501) }, 'title'],
    [{ imageOptions: { style: text(5_001) } }, 'imageOptions.style'],
    [{ folderIds: ['f_1'] }, 'the request'],
    [{ numCards: 5 }, 'the request'],
  ])('%#', async (fault, field) => {
    const input = { ...good, ...fault } as TemplateGenerationInput;
    const error = await thrownBy(InvalidRequest, silentClient().createFromTemplate(input));
    expect(error.fields.map((problem) => problem.field)).toEqual([field]);
  });
});

test('an error names all invalid fields', async () => {
  const input = { inputText: 'Hello', title: '', numCards: 100 };
  const error = await thrownBy(InvalidRequest, silentClient().createGeneration(input));
  expect(error.message).toBe('Not sent: numCards must be at most 75; title must not be empty.');
});

test('an error does not quote the values', async () => {
  const input = { inputText: 'Hello', title: `very private ${text(500)}`, format: 'very private' };
  const error = await thrownBy(InvalidRequest, silentClient().createGeneration(input as GenerationInput));
  expect(JSON.stringify(error) + error.stack).not.toContain('very private');
});

test.each([
  ['themes', (limit: number) => silentClient().listThemes({ limit }), 51],
  ['folders', (limit: number) => silentClient().listFolders({ limit }), 51],
  ['templates', (limit: number) => silentClient().searchTemplates({ limit }), 26],
])('the list of %s has a minimum and a maximum', async (_, list, tooMany) => {
  for (const limit of [0, tooMany, 2.5]) {
    const error = await thrownBy(InvalidRequest, list(limit));
    expect(error.fields[0]?.field).toBe('limit');
  }
});

test('a request at the limits is sent', async () => {
  const sent: unknown[] = [];
  const { client } = aClient({
    send: replying(({ body }) => {
      sent.push(JSON.parse(String(body)));
      return { body: { generationId: 'gen_1' } };
    }),
  });
  await client.createGeneration({
    inputText: text(400_000),
    title: text(500),
    numCards: 75,
    additionalInstructions: text(5_000),
    textOptions: { tone: text(500), audience: text(500) },
    imageOptions: { style: text(5_000), model: 'veo-3.1-fast', source: 'aiGenerated' },
    ...shared([...people(300), 'müller@example.de', 'a@münchen.de']),
  });
  expect(sent).toHaveLength(1);
});
