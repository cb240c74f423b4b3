import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../sandbox/slack/stand-in.ts';
import { sendAs } from './forged.ts';
import { createHarness, type Harness } from './harness.ts';
import { closeForms } from './story.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());
afterEach(async () => {
  await harness.db.query(`delete from kv where namespace = 'defaults'`);
  await closeForms(harness.ana, harness.ben, harness.chloe);
});

async function openSettings(person: Person, channel = 'general'): Promise<void> {
  await person.command(channel, '/deck settings');
  await person.waitForView(({ view }) => view.callback_id === 'settings_form');
}

type Entries = Parameters<Person['fill']>[0];

/** Sets defaults of the person, or of whom the form is switched to. */
async function setDefaults(person: Person, entries: Entries, whose?: string): Promise<void> {
  await openSettings(person);
  if (whose) {
    await person.fill({ 'Whose defaults': whose });
    const scope = whose === 'Mine' ? 'person' : whose.startsWith('This') ? 'channel' : 'team';
    await person.waitForView(({ view }) => JSON.stringify(view).includes(`${scope}_format`));
  }
  await person.fill(entries);
  expect(await person.submit()).toMatchObject({ ok: true });
  await person.waitForView(({ view }) => /Saved\./.test(JSON.stringify(view)));
  await person.close();
}

/** The values in the fields of `/deck`'s form when it opens. */
async function deckForm(person: Person, channel = 'general'): Promise<Record<string, string>> {
  await person.command(channel, '/deck');
  const { view } = await person.waitForView((open) => open.view.callback_id === 'deck_form');
  await person.close();
  return initials(view.blocks);
}

function initials(blocks: unknown[]): Record<string, string> {
  const inputs = blocks as { block_id: string; element?: Record<string, unknown> }[];
  return Object.fromEntries(
    inputs.flatMap(({ block_id, element }) => {
      const option = element?.initial_option as { value: string } | undefined;
      const value = option?.value ?? element?.initial_value;
      return value ? [[block_id, String(value)]] : [];
    }),
  );
}

describe('Ana sets how she likes her documents', () => {
  test('and finds it in every form that she opens; Ben does not', async () => {
    await openSettings(harness.ana);
    const [theme] = await harness.ana.options('person_theme', '');
    await harness.ana.fill({
      person_theme: theme?.text.text ?? '',
      Format: 'Document',
      File: 'PDF',
      Language: 'Portuguese',
      Tone: 'Warm and brief',
    });
    expect(await harness.ana.submit()).toMatchObject({ ok: true });
    await harness.ana.close();

    const wanted = {
      theme: theme?.value,
      format: 'document',
      export_as: 'pdf',
      language: 'pt',
      tone: 'Warm and brief',
    };
    expect(await deckForm(harness.ana)).toMatchObject(wanted);
    const bens = await deckForm(harness.ben);
    expect(bens).toEqual({ format: 'presentation' });
  });

  test('in the form of a digest, too, and on Home', async () => {
    await setDefaults(harness.ana, { Format: 'Web page', File: 'No file' });
    await harness.ana.command('general', '/deck schedule');
    const { view } = await harness.ana.waitForView((open) => open.view.callback_id === 'digest_form');
    expect(initials(view.blocks)).toMatchObject({ digest_format: 'webpage', digest_export: 'none' });
    await harness.ana.openHome();
    await expect.poll(() => JSON.stringify(harness.ana.home())).toContain('Web page · without a file');
  });

  test('finds again what she set, changes part of it, and forgets it', async () => {
    await setDefaults(harness.ana, { Format: 'Document', Tone: 'Dry' });
    await openSettings(harness.ana);
    expect(initials(harness.ana.view()?.view.blocks ?? [])).toMatchObject({
      person_format: 'document',
      person_tone: 'Dry',
    });
    await harness.ana.fill({ Format: 'No default' });
    await harness.ana.submit();
    await harness.ana.close();
    expect(await deckForm(harness.ana)).toMatchObject({ format: 'presentation', tone: 'Dry' });

    await openSettings(harness.ana);
    await harness.ana.press('view', 'settings_forget');
    await harness.ana.waitForView(({ view }) => /Forgotten/.test(JSON.stringify(view)));
    await harness.ana.close();
    expect((await deckForm(harness.ana)).tone).toBeUndefined();
    expect(await harness.db.query(`select * from kv where namespace = 'defaults'`)).toEqual([]);
  });
});

describe('the person before the channel before the team, part by part', () => {
  test('each says what the one before leaves open', async () => {
    await setDefaults(
      harness.ana,
      { Format: 'Social post', Tone: 'Team', Language: 'German' },
      'The whole workspace’s',
    );
    await setDefaults(harness.ben, { Format: 'Web page', Tone: 'Channel' }, 'This channel’s');
    await setDefaults(harness.ben, { Format: 'Document' });
    expect(await deckForm(harness.ben)).toMatchObject({
      format: 'document',
      tone: 'Channel',
      language: 'de',
    });
    expect(await deckForm(harness.ana)).toMatchObject({ format: 'webpage', tone: 'Channel', language: 'de' });
    expect(await deckForm(harness.ana, 'random')).toMatchObject({
      format: 'social',
      tone: 'Team',
      language: 'de',
    });
  });
});

describe('who may set what', () => {
  test('the whole workspace’s are for admins: Ben is not offered them, and a forged form is refused', async () => {
    await openSettings(harness.ben);
    expect(JSON.stringify(harness.ben.view())).not.toContain('The whole workspace');
    const answer = await forgedSettings({ scope: 'team' }, 'U0BEN');
    expect(JSON.stringify(answer.body)).toMatch(/Only Slack admins/);
    expect((await deckForm(harness.ana)).format).toBe('presentation');
  });

  test('a channel’s are for who is in it: Chloe cannot set those of #leaders', async () => {
    const answer = await forgedSettings({ scope: 'channel', channel: 'C0LEADERS' }, 'U0CHLOE');
    expect(JSON.stringify(answer.body)).toMatch(/Only who is in the channel/);
    expect(await harness.db.query(`select * from kv where namespace = 'defaults'`)).toEqual([]);
  });
});

/** The form of defaults, sent by somebody whose client checks nothing. */
function forgedSettings(metadata: { scope: string; channel?: string }, person: string) {
  const field = `${metadata.scope}_format`;
  return sendAs(
    harness,
    { person },
    {
      type: 'view_submission',
      view: {
        id: 'V0FORGED',
        type: 'modal',
        callback_id: 'settings_form',
        private_metadata: JSON.stringify(metadata),
        hash: '1.1',
        blocks: [],
        state: { values: { [field]: { [field]: { selected_option: { value: 'document' } } } } },
      },
      response_urls: [],
    },
  );
}
