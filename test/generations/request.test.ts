import { expect, test } from 'vitest';
import type { Ask } from '../../src/asks/schema.ts';
import { fileName } from '../../src/generations/delivery/send-file.ts';
import { labelOf } from '../../src/generations/generations.ts';
import { templateRequest, textRequest } from '../../src/generations/steps/request.ts';
import { generationInput, templateGenerationInput } from '../../src/service/routes/generations.ts';
import { anAsk } from '../support/harness/fakes.ts';

/** Every part that an ask can have: the compiler asks for a new one here. */
const full: Required<Ask> = {
  ...anAsk(),
  template: { id: 'g_tpl', name: 'Pitch' },
  digest: { id: 'd1' },
  exportAs: 'pptx',
  cards: 8,
  theme: { id: 'ocean', name: 'Ocean' },
  folder: { id: 'f1', name: 'Board' },
  title: 'Q3',
  images: { source: 'aiGenerated', model: 'flux-2-pro', style: 'calm' },
  sharing: {
    workspaceAccess: 'view',
    externalAccess: 'noAccess',
    recipients: ['a@example.com'],
    recipientAccess: 'comment',
  },
  language: 'de',
  tone: 'plain',
  audience: 'the board',
};

test('every choice of an ask reaches the service, within its limits', () => {
  const request = textRequest(full, 'the text');
  expect(generationInput.parse(request)).toMatchObject({
    inputText: 'the text',
    textMode: 'generate',
    format: 'presentation',
    numCards: 8,
    themeId: 'ocean',
    folderId: 'f1',
    title: 'Q3',
    exportAs: 'pptx',
    imageOptions: { source: 'aiGenerated', model: 'flux-2-pro', style: 'calm' },
    sharingOptions: {
      workspaceAccess: 'view',
      emailOptions: { recipients: ['a@example.com'], access: 'comment' },
    },
    textOptions: { language: 'de', tone: 'plain', audience: 'the board' },
  });
});

/** Fields that are not the service's: who asks, where the outcome goes; the template and the text are parameters of their own. */
const OURS = ['team', 'person', 'digest', 'destination', 'template', 'prompt', 'source.kind'];

function leavesOf(value: object, path: string[] = []): string[][] {
  return Object.entries(value).flatMap(([key, each]) =>
    typeof each === 'object' && !Array.isArray(each) ? leavesOf(each, [...path, key]) : [[...path, key]],
  );
}

function without(value: object, [first = '', ...rest]: string[]): object {
  const { [first]: inner, ...others } = value as Record<string, object>;
  return rest.length > 0 ? { ...others, [first]: without(inner ?? {}, rest) } : others;
}

const leaves = leavesOf(full).filter(
  (path) => path.at(-1) !== 'name' && !OURS.includes(path[0] ?? '') && !OURS.includes(path.join('.')),
);

test.each(leaves.map((path) => path.join('.')))('without its %s, the request is another', (path) => {
  const lacking = without(full, path.split('.')) as Ask;
  expect(textRequest(lacking, 'the text')).not.toEqual(textRequest(full, 'the text'));
});

test('a template keeps its layout: no format, no card count, no image source', () => {
  const request = templateRequest(full, 'g_tpl', 'make it ours');
  expect(templateGenerationInput.parse(request)).toMatchObject({ gammaId: 'g_tpl', prompt: 'make it ours' });
  expect(request).not.toHaveProperty('numCards');
  expect(request).not.toHaveProperty('imageOptions.source');
});

test('a file is condensed with its facts kept, and the prompt steers it', () => {
  const ask = anAsk({ source: { kind: 'file', fileId: 'F1', name: 'notes.md' }, prompt: 'for customers' });
  const request = textRequest(ask, 'long notes');
  expect(request).toMatchObject({ inputText: 'long notes', textMode: 'condense' });
  expect(request.additionalInstructions).toMatch(/names, figures, dates and links[\s\S]*for customers/);
  expect(templateRequest(ask, 't', 'long notes').prompt).toBe('for customers\n\nlong notes');
});

const thread = anAsk({ source: { kind: 'thread', channel: 'C1', ts: '1.1' }, prompt: 'Only the decisions' });

test('a conversation is condensed to what it came to, its facts and links kept, and the prompt weighs most', () => {
  const request = generationInput.parse(textRequest(thread, '**Ana** (…): we go'));
  expect(request).toMatchObject({ inputText: '**Ana** (…): we go', textMode: 'condense' });
  expect(request.additionalInstructions).toMatch(/names, figures, dates and links/);
  expect(request.additionalInstructions).toMatch(/who does what by when.*link to the message/);
  expect(request.additionalInstructions).toMatch(/Only the decisions$/);
  const toned = textRequest({ ...thread, audience: 'the board', tone: 'calm', language: 'de' }, 'x');
  expect(toned.additionalInstructions).toMatch(/Write it for: the board\.\nTone: calm\.\nOnly/);
  expect(toned.textOptions).toEqual({ language: 'de' });
  const longest = generationInput.parse(textRequest({ ...thread, prompt: 'w'.repeat(4000) }, 'x'));
  expect(longest.additionalInstructions).toMatch(/w{4000}$/);
});

test('with a template, what to do with a conversation goes before it', () => {
  const { prompt } = templateRequest(thread, 'g_t', '**Ana** (…): we go');
  expect(prompt).toMatch(/^Keep names[\s\S]+Only the decisions\n\n\*\*Ana\*\* \(…\): we go$/);
});

test('an empty choice is not sent at all', () => {
  expect(textRequest(anAsk({ exportAs: undefined }), 'x')).toEqual({
    inputText: 'x',
    textMode: 'generate',
    format: 'presentation',
  });
});

test.each([
  ['Q3: results / outlook?', 'Q3 results outlook.pptx'],
  ['  ...  ', 'Document.pptx'],
  ['Überblick 2026', 'Überblick 2026.pptx'],
])('file name of %j', (title, name) => {
  expect(fileName({ title, label: '' }, 'pptx')).toBe(name);
  expect(fileName({ title, label: '' }, 'png')).toBe(name.replace('.pptx', '.zip'));
});

test('what it is called until it has a title', () => {
  expect(labelOf(anAsk({ prompt: 'a\n b' }))).toBe('a b');
  expect([...labelOf(anAsk({ prompt: '🎉'.repeat(200) }))]).toHaveLength(80);
  expect(labelOf(anAsk({ prompt: '', source: { kind: 'file', fileId: 'F', name: 'notes.md' } }))).toBe(
    'notes.md',
  );
  const source = { kind: 'thread', channel: 'C1', ts: '1.1', name: 'Do we ship?' } as const;
  expect(labelOf(anAsk({ prompt: '', source }))).toBe('Do we ship?');
});
