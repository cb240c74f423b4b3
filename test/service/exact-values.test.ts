import { expect, test } from 'vitest';
import { LISTS } from '../../sandbox/service/test/exact-lists.ts';
import { languages } from '../../src/asks/languages.ts';
import { InvalidRequest } from '../../src/service/errors.ts';
import {
  agentFormats,
  agentQualities,
  exportFormats,
  externalAccess,
  formats,
  imageModels,
  imageSizes,
  imageSources,
  imageTypes,
  recipientAccess,
  workspaceAccess,
} from '../../src/service/options.ts';
import type { GenerationInput, TemplateGenerationInput } from '../../src/service/routes/generations.ts';
import { replying } from '../support/send.ts';
import { aClient, thrownBy } from './harness.ts';

/** What people can choose is what the interface lists, spelled as there. */

const ours: Record<string, readonly string[]> = {
  'image models': imageModels,
  exports: exportFormats,
  'access for members': workspaceAccess,
  'access from outside': externalAccess,
  'access by e-mail': recipientAccess,
};

test.each(LISTS)('%s', async (what, values, field, other) => {
  const sent: unknown[] = [];
  const send = replying(({ body }) => {
    sent.push(JSON.parse(String(body)));
    return { body: { generationId: 'gen_1' } };
  });
  const { client } = aClient({ send });
  const create = async (value: string) => {
    await client.createGeneration({ inputText: 'x', ...field(value) } as GenerationInput);
    const template = { prompt: 'x', templateId: 'g_1', ...field(value) };
    await client.createFromTemplate(template as TemplateGenerationInput);
  };
  expect(ours[what]?.toSorted()).toEqual(values.toSorted());
  for (const value of values) {
    await create(value);
    expect(sent.splice(0)).toMatchObject([field(value), field(value)]);
  }
  await thrownBy(InvalidRequest, create(other));
  expect(sent).toEqual([]);
});

/** Lists that the interface does not show: as deployments have them (field notes). */
test.each<[what: string, ours: readonly string[], noted: string]>([
  ['formats', formats, 'presentation document social webpage'],
  ['formats of thorough documents', agentFormats, 'presentation document social'],
  ['levels of thorough documents', agentQualities, 'lite standard max'],
  [
    'sources of images',
    imageSources,
    'aiGenerated pictographic pexels giphy webAllImages webFreeToUse webFreeToUseCommercially themeAccent placeholder noImages',
  ],
  ['kinds of pictures', imageTypes, 'illustration scene photo abstract'],
  ['sizes of pictures', imageSizes, 'social-square social-portrait story banner slide'],
])('%s are those of the field notes', (_, ours, noted) => {
  expect(ours.toSorted()).toEqual(noted.split(' ').toSorted());
});

test.each(languages)('%s is a language code that standards know', (code, name) => {
  expect(Intl.getCanonicalLocales(code)).toEqual([code]);
  expect(new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'dialect' }).of(code)).toBe(name);
});
