import { expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import type { Person } from '../../sandbox/slack/stand-in.ts';
import { stringsIn, wordsOf } from '../support/reading.ts';
import { forThisFile } from './for-this-file.ts';
import { sendAs } from './forged.ts';
import { createHarness } from './harness.ts';
import {
  answerTo,
  askForDeck,
  closeForms,
  directMessages,
  type Entries,
  hasFile,
  openForm,
  submitDeck,
  untilFormHas,
  untilFormSays,
  untilHomeSays,
  untilIdle,
  untilThreadHas,
} from './story.ts';

/** Ana owns the team and sets its budget; Chloe is a member and spends. */

const harness = await forThisFile(createHarness());
const { ana, chloe, service } = harness;

const made = () => service.calls.filter(({ method }) => method === 'POST').length;

async function openBudget(person: Person): Promise<void> {
  await untilHomeSays(harness, person, /Credits and limits/);
  await person.press('home', 'budget_open');
  await untilFormHas(person, 'budget_spenders');
}

async function setBudget(entries: Entries): Promise<void> {
  await openBudget(ana);
  await ana.fill(entries);
  expect(await ana.submit()).toMatchObject({ ok: true });
  await closeForms(ana);
}

/** Has a deck made. @returns its cost */
async function spend(title: string): Promise<number> {
  const before = service.credits();
  const root = await askForDeck(harness, 'A plan', { title }, { person: chloe });
  await untilThreadHas(harness, root, hasFile);
  return before - service.credits();
}

test('Chloe reads before she says yes that her credits of this month do not suffice', async () => {
  const cost = await spend('First');
  await setBudget({ budget_person: 2 * cost });
  await spend('Second');
  const before = made();
  const card = wordsOf(await answerTo(chloe, '/deck a plan for the harbour'));
  expect(card).toContain(`You have used ${2 * cost} of ${2 * cost} credits this month`);
  expect(card).not.toContain('Make it');
  await expect(submitDeck(harness, 'A plan', {}, { person: chloe })).rejects.toThrow(/You have used/);
  await closeForms(chloe);
  expect(made()).toBe(before);
});

test('Chloe asks an admin, and Ana gets one message with a button to the form', async () => {
  await answerTo(chloe, '/deck a plan for the harbour');
  await chloe.press(chloe.ephemerals('general').at(-1) as never, 'budget_ask_admin');
  await expect
    .poll(() => wordsOf(chloe.ephemerals('general').at(-1)))
    .toMatch(/get a message|within the last day/);
  await expect
    .poll(() => directMessages(ana, /more with Deckhand than the limit for a person/))
    .toHaveLength(1);
  const [message] = directMessages(ana, /more with Deckhand/);
  await ana.press(message as never, 'budget_open');
  await untilFormHas(ana, 'budget_spenders');
  await closeForms(ana);
});

test('Ana lifts the limit for Chloe, and the form shows what she has set', async () => {
  await setBudget({ budget_except_people: ['U0CHLOE'] });
  expect(await untilHomeSays(harness, ana, /with 1 exception/)).toContain('for a person');
  expect(wordsOf(await answerTo(chloe, '/deck a plan for the harbour'))).toContain('Make it');
  await openBudget(ana);
  expect(stringsIn(ana.view()?.view)).toContain('U0CHLOE');
  await closeForms(ana);
});

test('Chloe neither sees nor can change the budget', async () => {
  await chloe.openHome();
  await expect.poll(() => wordsOf(chloe.home())).toContain('Create a deck');
  expect(wordsOf(chloe.home())).not.toContain('Credits and limits');
  const values = {
    budget_spenders: { budget_spenders: { type: 'radio_buttons', selected_option: { value: 'everyone' } } },
    budget_kinds: { budget_kinds: { type: 'checkboxes', selected_options: [{ value: 'quick' }] } },
  };
  const forged = {
    type: 'view_submission',
    view: {
      ...{ id: 'V0', type: 'modal', callback_id: 'budget_form', private_metadata: '', blocks: [] },
      state: { values },
    },
    response_urls: [],
  };
  const { body } = await sendAs(harness, { person: 'U0CHLOE' }, forged);
  expect(stringsIn(body)).toMatch(/Only Slack admins/);
  expect(await untilHomeSays(harness, ana, /with 1 exception/)).toContain('for a person');
});

test('Ana gets a message when the workspace has used 80 % of its limit', async () => {
  await setBudget({ budget_team: 9, budget_except_people: ['U0CHLOE'] });
  await spend('Third');
  await expect.poll(() => directMessages(ana, /has (used|reached)/)).toHaveLength(1);
  await setBudget({ budget_team: null });
});

test('only Ana may spend, and only on quick documents', async () => {
  await setBudget({ budget_spenders: 'listed', budget_people: ['U0ANA'], budget_kinds: ['quick'] });
  expect(wordsOf(await answerTo(chloe, '/deck a plan for the harbour'))).toMatch(
    /Only some people may spend/,
  );
  expect(wordsOf(await answerTo(ana, '/deck a plan for the harbour'))).toContain('Make it');
  expect(wordsOf(await answerTo(ana, '/deck a thorough deck about the harbour'))).toMatch(
    /not allowed this kind/,
  );
});

test('Ana reads what was spent, by whom and for what, and downloads it once however often she clicks', async () => {
  await untilHomeSays(harness, ana, /Credits and limits/);
  await ana.press('home', 'usage_team');
  const shown = await untilFormSays(ana, /By person/);
  expect(shown).toMatch(/credits\* for \d asks by 1 person/);
  expect(shown).toMatch(/U0CHLOE.*\d asks/);
  expect(shown).not.toMatch(/First|Second|Third/);
  await Promise.all([ana.press('view', 'usage_file'), ana.press('view', 'usage_file')]);
  const isUsage = ({ files }: Message) => (files ?? []).some(({ name }) => /usage-.*csv$/.test(name));
  await expect.poll(() => ana.history(ana.appDm()).filter(isUsage)).toHaveLength(1);
  await untilIdle(harness);
  expect(ana.history(ana.appDm()).filter(isUsage)).toHaveLength(1);
  await closeForms(ana);
});

test('Chloe sees her own usage, and not that of the workspace', async () => {
  await untilHomeSays(harness, chloe, /What you made lately/);
  expect(wordsOf(chloe.home())).not.toMatch(/usage_team/);
  await chloe.press('home', 'usage_own');
  const own = await untilFormSays(chloe, /You used/);
  expect(own).not.toMatch(/By person|Download/);
  await closeForms(chloe);
});

/** Presses a button that sends a file, and waits for it in the direct messages. @returns its text */
async function untilSent(person: Person, action: string, name: RegExp): Promise<string> {
  await person.press('view', action);
  const sent = () =>
    person
      .history(person.appDm())
      .flatMap(({ files }) => files ?? [])
      .filter((file) => name.test(file.name));
  await expect.poll(sent).toHaveLength(1);
  await untilIdle(harness);
  await closeForms(person);
  return Buffer.from((await harness.slack.download(sent()[0]?.id ?? '')) ?? '').toString();
}

test('Chloe has her data sent and erases it; for Ana she is a pseudonym, and the audit trail says who did what', async () => {
  await openForm(chloe, '/deck settings', 'settings_form');
  await untilFormSays(chloe, /keeps about you/);
  const about = JSON.parse(await untilSent(chloe, 'settings_own_data', /about-me\.json$/));
  expect(about.documents[0]).toMatchObject({ title: 'First', prompt: null });
  expect(JSON.stringify(about)).not.toMatch(/U0ANA|xoxb-|usage exported/);
  await openForm(chloe, '/deck settings', 'settings_form');
  await untilFormSays(chloe, /keeps about you/);
  await chloe.press('view', 'settings_erase_own_data');
  await untilFormSays(chloe, /It is erased/);
  await closeForms(chloe);

  await untilHomeSays(harness, ana, /Credits and limits/);
  await ana.press('home', 'usage_team');
  expect(await untilFormSays(ana, /Erased person [0-9a-f]{8}: \d+ credits/)).not.toContain('U0CHLOE');
  await closeForms(ana);
  await openForm(ana, '/deck settings', 'settings_form');
  await ana.fill({ settings_scope: 'team' });
  await untilFormSays(ana, /Audit trail/);
  const audit = await untilSent(ana, 'settings_audit_trail', /audit\.csv$/);
  expect(audit).toMatch(/U0ANA,usage exported,\d{4}-\d\d,usage\r/);
  expect(audit).toMatch(/person erased/);
  expect(audit).not.toContain('U0CHLOE');
});
