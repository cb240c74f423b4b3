import { describe, expect, test } from 'vitest';
import type { Person } from '../../sandbox/slack/stand-in.ts';
import { stringsIn, wordsOf } from '../support/reading.ts';
import { forThisFile } from './for-this-file.ts';
import { sendAs } from './forged.ts';
import { createHarness } from './harness.ts';
import { answerTo, closeForms, type Entries, openForm, untilFormHas, untilFormSays } from './story.ts';

const harness = await forThisFile(createHarness());
const { ana, ben } = harness;

const openSettings = (person: Person) => openForm(person, '/deck settings', 'settings_form');

/** Sets defaults of the person, or of the team or channel that is chosen in the form. */
async function setDefaults(person: Person, entries: Entries, whose?: string): Promise<void> {
  await openSettings(person);
  if (whose) {
    await person.fill({ 'Whose defaults': whose });
    const scope = whose === 'Mine' ? 'person' : whose.startsWith('This') ? 'channel' : 'team';
    await untilFormHas(person, `${scope}_format`);
  }
  await person.fill(entries);
  expect(await person.submit()).toMatchObject({ ok: true });
  await untilFormSays(person, /Saved\./);
  await closeForms(person);
}

/** Returns the values in the fields of `/deck`'s form when it opens. */
async function deckForm(person: Person, channel = 'general'): Promise<Record<string, string>> {
  const { view } = await openForm(person, '/deck', 'deck_form', channel);
  await closeForms(person);
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

describe('Ana sets her defaults', () => {
  test('and /deck’s form starts with them for her, but not for Ben', async () => {
    await openSettings(ana);
    const [theme] = await ana.options('person_theme', '');
    const choices = { Format: 'Document', File: 'PDF', Language: 'Portuguese', Tone: 'Warm and brief' };
    await ana.fill({ person_theme: theme?.text.text ?? '', ...choices });
    expect(await ana.submit()).toMatchObject({ ok: true });
    await closeForms(ana);

    const wanted = {
      theme: theme?.value,
      format: 'document',
      export_as: 'pdf',
      language: 'pt',
      tone: 'Warm and brief',
    };
    expect(await deckForm(ana)).toMatchObject(wanted);
    expect(await deckForm(ben)).toEqual({ format: 'presentation', seen_by: 'here' });
  });

  test('and a digest’s form and Home show them', async () => {
    await setDefaults(ana, { Format: 'Web page', File: 'No file' });
    const { view } = await openForm(ana, '/deck schedule', 'digest_form');
    expect(initials(view.blocks)).toMatchObject({ digest_format: 'webpage', digest_export_as: 'none' });
    await ana.openHome();
    await expect.poll(() => wordsOf(ana.home())).toMatch(/Web page · .*without a file/);
  });

  test('folder, access and wording too, and a sentence uses them and says so', async () => {
    await openSettings(ana);
    const [folder] = await ana.options('person_folder', 'marketing');
    await ana.fill({
      ...{ person_folder: folder?.text.text ?? '', Wording: 'Keep my words' },
      ...{ person_workspace_access: 'comment', person_external_access: 'noAccess' },
    });
    expect(await ana.submit()).toMatchObject({ ok: true });
    await closeForms(ana);
    const proposed = async (sentence: string) => wordsOf(await answerTo(ana, sentence, 'general'));
    const said = await proposed('/deck ten slides on our spring launch');
    expect(said).toMatch(/words kept .*folder Marketing/);
    expect(said).toMatch(/people in the workspace can comment on it .*nobody outside can open it/);
    expect(await proposed('/deck ten slides on tea, anyone with the link can view it')).toMatch(
      /people in the workspace can comment on it .*anyone with the link can view it/,
    );
    // What was said may be private, so a default gives nobody access to it.
    const ofTalk = await proposed('/deck slides of the last two weeks');
    expect(ofTalk).toMatch(/folder Marketing/);
    expect(ofTalk).toMatch(/nobody outside can open it/);
    expect(ofTalk).not.toMatch(/can comment/);
    await openSettings(ana);
    await ana.press('view', 'settings_forget');
    await closeForms(ana);
  });

  test('and changes one of them later, and then removes all', async () => {
    await setDefaults(ana, { Format: 'Document', Tone: 'Dry' });
    const { view } = await openSettings(ana);
    expect(initials(view.blocks)).toMatchObject({ person_format: 'document', person_tone: 'Dry' });
    await ana.fill({ Format: 'No default' });
    await ana.submit();
    await closeForms(ana);
    expect(await deckForm(ana)).toMatchObject({ format: 'presentation', tone: 'Dry' });

    await openSettings(ana);
    await ana.press('view', 'settings_forget');
    await untilFormSays(ana, /Forgotten/);
    await closeForms(ana);
    expect((await deckForm(ana)).tone).toBeUndefined();
  });
});

describe('who may set defaults', () => {
  test('of the workspace: admins. Ben is not offered them, and his forged form is rejected', async () => {
    const { view } = await openSettings(ben);
    expect(wordsOf(view)).not.toContain('The whole workspace');
    const { body } = await forgedSettings({ scope: 'team' }, 'U0BEN');
    expect(stringsIn(body)).toMatch(/Only Slack admins/);
    expect((await deckForm(ana)).format).toBe('presentation');
  });

  test('of #leaders: people who are in the channel, so Chloe’s forged form is rejected', async () => {
    const { body } = await forgedSettings({ scope: 'channel', channel: 'C0LEADERS' }, 'U0CHLOE');
    expect(stringsIn(body)).toMatch(/Only who is in the channel/);
    expect((await deckForm(ben, 'leaders')).format).toBe('presentation');
  });
});

test('a person’s defaults go before the channel’s, and those before the team’s, each field for itself', async () => {
  const team = { Format: 'Social post', Tone: 'Team', Language: 'German' };
  await setDefaults(ana, team, 'The whole workspace’s');
  await setDefaults(ben, { Format: 'Web page', Tone: 'Channel' }, 'This channel’s');
  await setDefaults(ben, { Format: 'Document' });
  const german = { language: 'de' };
  expect(await deckForm(ben)).toMatchObject({ ...german, format: 'document', tone: 'Channel' });
  expect(await deckForm(ana)).toMatchObject({ ...german, format: 'webpage', tone: 'Channel' });
  expect(await deckForm(ana, 'random')).toMatchObject({ ...german, format: 'social', tone: 'Team' });
});

/** Sends the form of defaults from a client that checks nothing. */
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
