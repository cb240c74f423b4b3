import fc from 'fast-check';
import { expect, test } from 'vitest';
import { languageName } from '../../src/asks/languages.ts';
import { newAsk } from '../../src/asks/new-ask.ts';
import { slideTitles } from '../../src/asks/outline.ts';
import { type Ask, digestChoicesSchema } from '../../src/asks/schema.ts';
import { sectionsOf } from '../../src/asks/sections.ts';
import { askFor } from '../../src/digests/ask.ts';
import { workOf } from '../../src/generations/work/kinds.ts';
import { askForm, askFromForm } from '../../src/slack/kit/ask-fields/ask-form.ts';
import { askFields } from '../../src/slack/kit/ask-fields/fields.ts';
import type { Fields } from '../../src/slack/kit/form/form.ts';
import { proposalMessage } from '../../src/slack/mention/cards.ts';
import { aClient } from '../service/harness.ts';
import { rightForm, TWO_SECTIONS } from '../slack/views/any-form.ts';
import { settings } from '../support/harness/digests.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { wordsOf } from '../support/reading.ts';
import { replying } from '../support/send.ts';

/** What a card or a form says of an ask is in the request that is sent for it: as a field, or in the words of the prompt. */

interface Sent {
  path: string;
  // biome-ignore lint/suspicious/noExplicitAny: the JSON of a request, whose shape is what is tested
  body: any;
  /** The instructions: those of the prompt if the request has no other place for them. */
  words: string;
}

/** Returns the request that reaches the service, as it is on the wire. */
async function sentFor(ask: Ask, text: string): Promise<Sent> {
  const sent: Sent[] = [];
  const { client } = aClient({
    send: replying(({ url, body: json }) => {
      const body = JSON.parse(String(json));
      const words = String(body.gammaId ? body.prompt : (body.additionalInstructions ?? ''));
      sent.push({ path: new URL(url).pathname.replace('/v1.0', ''), body, words });
      return { body: { generationId: 'gen_1' } };
    }),
  });
  await workOf({ work: ask.work.kind }).submit(client, ask, text);
  expect(sent).toHaveLength(1);
  return sent[0] as Sent;
}

const isAgent = ({ work }: Ask) => work.kind === 'agent';
/** Tone and audience have fields only in a request for a topic that the service writes out. */
const inWords = ({ body }: Sent, { source }: Ask) => source.kind !== 'text' || body.textMode !== 'generate';

/** Where the request has the value of each field; undefined for what is no choice, but the text or a place in Slack. */
const places: Record<keyof typeof askFields, ((sent: Sent, ask: Ask) => unknown) | undefined> = {
  source: undefined,
  prompt: undefined,
  offered: undefined,
  sectionTitles: undefined,
  isGiven: undefined,
  isClosedOutside: undefined,
  files: undefined,
  file: undefined,
  notes: undefined,
  startFrom: undefined,
  seenBy: undefined,
  channel: undefined,
  into: undefined,
  template: ({ body }, { template, ...ask }) =>
    expect(isAgent(ask as Ask) ? body.templateId : body.gammaId).toBe(template?.id),
  // A template brings its own format, so the form does not ask for one.
  format: ({ body }, { template, format }) => expect(body.format).toBe(template ? undefined : format),
  theme: ({ body }, { theme }) => expect(body.themeId).toBe(theme?.id),
  slides({ body, words }, { template, slides, ...ask }) {
    if (template) expect(words).toContain(`exactly ${slides} cards`);
    if (!template || isAgent(ask as Ask)) expect(body.numCards).toBe(slides);
  },
  sections({ body }, { sections, format, outline }) {
    if (outline) return;
    const isPages = format === 'document' || format === 'webpage';
    const kept = isPages ? body.pages?.length : body.cardSplit && body.inputText.split('\n---\n').length;
    expect(kept).toBe(sections === 'kept' ? sectionsOf(TEXT).length : undefined);
  },
  outline({ body }, { outline }) {
    const texts = body.pages?.map(({ inputText }: { inputText: string }) => inputText);
    const slides: string[] = texts ?? body.inputText.split('\n\n---\n\n');
    expect(slides.map((slide) => /^# (.*)/.exec(slide)?.[1])).toEqual(outline && slideTitles(outline));
  },
  exportAs: ({ body }, { exportAs }) => expect(body.exportAs).toBe(exportAs),
  folder: ({ body }, { folder }) => expect(body.folderId).toBe(folder?.id),
  making: ({ path }, ask) =>
    expect(path).toBe(
      isAgent(ask) ? '/agent/generations' : ask.template ? '/generations/from-template' : '/generations',
    ),
  quality: ({ body }, { work }) => expect(body.quality).toBe(work.kind === 'agent' && work.quality),
  title: ({ body, words }, { title, ...ask }) =>
    isAgent(ask as Ask) ? expect(words).toContain(`Title: ${title}`) : expect(body.title).toBe(title),
  imageSource: ({ body }, { images }) => expect(body.imageOptions.source).toBe(images?.source),
  imageModel: ({ body }, { images }) => expect(body.imageOptions.model).toBe(images?.model),
  imageStyle: ({ body, words }, { images, ...ask }) =>
    isAgent(ask as Ask)
      ? expect(words).toContain(`Style of the images: ${images?.style}`)
      : expect(body.imageOptions.style).toBe(images?.style),
  workspaceAccess: ({ body }, { sharing }) =>
    expect(body.sharingOptions.workspaceAccess).toBe(sharing?.workspaceAccess),
  externalAccess: ({ body }, { sharing }) =>
    expect(body.sharingOptions.externalAccess).toBe(sharing?.externalAccess),
  recipients: ({ body }, { sharing }) =>
    expect(body.sharingOptions.emailOptions.recipients).toEqual(sharing?.recipients),
  recipientAccess: ({ body }, { sharing }) =>
    expect(body.sharingOptions.emailOptions.access).toBe(sharing?.recipientAccess),
  language({ body, words }, { language = '', template, ...ask }) {
    if (template || isAgent(ask as Ask)) expect(words).toContain(`Write it in ${languageName(language)}.`);
    else expect(body.textOptions.language).toBe(language);
  },
  textMode({ body, words }, { textMode = 'generate', template, ...ask }) {
    const said = { generate: 'Write the text out', condense: 'Shorten the text', preserve: 'word for word' };
    if (template || isAgent(ask as Ask)) expect(words).toContain(said[textMode]);
    else expect(body.textMode).toBe(textMode);
  },
  tone: (sent, ask) =>
    inWords(sent, ask)
      ? expect(sent.words).toContain(`Tone: ${ask.tone}.`)
      : expect(sent.body.textOptions.tone).toBe(ask.tone),
  audience: (sent, ask) =>
    inWords(sent, ask)
      ? expect(sent.words).toContain(`Write it for: ${ask.audience}.`)
      : expect(sent.body.textOptions.audience).toBe(ask.audience),
};

/** A text with sections of its own, so that they can be kept. */
const TEXT = TWO_SECTIONS;

/** Expects each value that the form, the card or the summary of this ask shows in the request. */
async function expectAllSent(ask: Ask): Promise<Sent> {
  const sent = await sentFor(ask, TEXT);
  for (const [key, { from }] of Object.entries<Fields[string]>(askFields))
    if (from?.(ask) !== undefined) places[key as keyof typeof places]?.(sent, ask);
  return sent;
}

const by = { team: 'T1', person: 'UANA' };
const source = fc.constantFrom<Ask['source']>(
  { kind: 'text' },
  { kind: 'file', files: [{ id: 'F1', name: 'plan.md' }] },
  { kind: 'thread', channel: 'C1', ts: '1700000000.000100' },
  { kind: 'channel', channel: 'C1', since: '2026-03-02T00:00:00Z' },
);
/** An ask of any form, about any source. Sections are only kept of a text or file. */
const anyFormAsk = fc.record({ form: rightForm, source }).map(({ form, source: from }): Ask => {
  const { sections, outline, ...ask } = askFromForm(form, by);
  const isTalk = from.kind === 'thread' || from.kind === 'channel';
  const isShort = (ask.images?.style?.length ?? 0) + ask.prompt.length < 2000;
  const prompt = isShort ? ask.prompt : 'Keep it short';
  const images = ask.images && { ...ask.images, ...(!isShort && ask.images.style && { style: 'flat' }) };
  return {
    ...ask,
    prompt,
    ...(images && { images }),
    source: from,
    ...(!isTalk && sections && { sections }),
    ...(!isTalk && outline && { outline }),
  };
});

test('whatever a form says is in the request that follows', async () => {
  await fc.assert(fc.asyncProperty(anyFormAsk, async (ask) => void (await expectAllSent(ask))));
});

test('whatever a sentence says or a default adds is in the request that follows', async () => {
  const split = fc.record({ ask: anyFormAsk, other: anyFormAsk, isDefault: fc.func(fc.boolean()) });
  await fc.assert(
    fc.asyncProperty(split, async ({ ask: whole, other: { template }, isDefault }) => {
      const { format, slides, exportAs, audience, tone, language, textMode, work, theme, folder } = whole;
      const kind = work.kind === 'agent' ? ('agent' as const) : ('document' as const);
      const choices = {
        ...{ template, format, slides, exportAs, audience, tone, language, textMode, folder },
        work: { kind },
      };
      const styles = { format, theme, exportAs, language, tone };
      const defaults = Object.fromEntries(Object.entries(styles).filter(([key]) => isDefault(key)));
      const said = Object.fromEntries(Object.entries(choices).filter(([key]) => !(key in defaults)));
      const ask = newAsk({
        actor: by,
        source: whole.source,
        words: whole.prompt || 'Spring',
        choices: said,
        defaults,
        destination: { channel: 'C1' },
      });
      await expectAllSent(ask);
    }),
  );
});

test('whatever the settings of a digest say is in the request of each run', async () => {
  await fc.assert(
    fc.asyncProperty(anyFormAsk, async (ask) => {
      const choices = digestChoicesSchema.parse(ask);
      const window = { since: new Date('2026-03-02'), until: new Date('2026-03-09') };
      const channel = { name: 'launch', isPrivate: false };
      await expectAllSent(askFor({ ...settings(), choices }, { team: 'T1', owner: 'UANA' }, window, channel));
    }),
  );
});

test('a card that promises seven slides in German is followed by a request for them, from a template', async () => {
  const template = { id: 'g_kickoff', name: 'Project kickoff' };
  const ask = anAsk({
    prompt: 'Lisbon',
    template,
    slides: 7,
    language: 'de',
    tone: 'warm',
    audience: 'the board',
  });
  const card = wordsOf(proposalMessage(ask, 'p1'));
  expect(card).toContain('From the template Project kickoff · 7 slides · for the board');
  expect(card).toContain('in German · tone: warm');
  expect((await sentFor(ask, ask.prompt)).body).toMatchObject({
    gammaId: 'g_kickoff',
    prompt: [
      'Lisbon\n',
      'Make exactly 7 cards, even if the template has more or fewer.',
      'Write it in German.',
      'Write it for: the board.',
      'Tone: warm.',
    ].join('\n'),
  });
});

test('a thorough document from a template never names a theme, because the service refuses both', async () => {
  const template = { id: 'g_kickoff', name: 'Project kickoff' };
  const theme = { id: 'ocean', name: 'Ocean' };
  const { body } = await sentFor(anAsk({ work: { kind: 'agent' }, template, theme }), TEXT);
  expect(body).toMatchObject({ templateId: 'g_kickoff' });
  expect(body).not.toHaveProperty('themeId');
});

test('every choice that a card can name has its place in a request', () => {
  const named = Object.entries<Fields[string]>(askFields).filter(
    ([, { say, default: saved }]) => say ?? saved,
  );
  const missing = named.filter(([key]) => !places[key as keyof typeof places]).map(([key]) => key);
  expect(missing).toEqual(['source', 'files', 'seenBy', 'file', 'notes']);
  expect(askForm.initial.startFrom).toBe('text');
});
