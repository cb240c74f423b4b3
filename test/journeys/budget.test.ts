import { expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import type { Person } from '../../sandbox/slack/stand-in.ts';
import { buttonsOf, stringsIn, wordsOf } from '../support/reading.ts';
import { forThisFile } from './for-this-file.ts';
import { sendAs } from './forged.ts';
import { createHarness } from './harness.ts';
import { smallTeam } from './seed.ts';
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

/** Ana owns the team and sets its budget, and Ben is an admin, too; Chloe is a member and spends. */

const twoAdmins = {
  teams: smallTeam.teams.map((team) => ({
    ...team,
    people: team.people.map((one) => (one.id === 'U0BEN' ? { ...one, role: 'admin' as const } : one)),
  })),
};
const harness = await forThisFile(createHarness({ slack: { seed: twoAdmins } }));
const { ana, ben, chloe, service } = harness;

const made = () => service.calls.filter(({ method }) => method === 'POST').length;

async function openBudget(person: Person): Promise<void> {
  await untilHomeSays(harness, person, /Change limits/);
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
  await expect.poll(() => directMessages(chloe, /You have used/)).toHaveLength(1);
  expect(buttonsOf(directMessages(chloe, /You have used/)[0])).toEqual(['Ask an admin']);
  expect(made()).toBe(before);
});

test('Chloe asks an admin, and Ana gets one message with a button to the form', async () => {
  await answerTo(chloe, '/deck a plan for the harbour');
  await chloe.press(chloe.ephemerals('general').at(-1) as never, 'budget_ask_admin');
  await expect
    .poll(() => wordsOf(chloe.ephemerals('general').at(-1)))
    .toMatch(/get a message|within the last day/);
  expect(wordsOf(chloe.ephemerals('general').at(-1))).toContain('plan for the harbour');
  await expect
    .poll(() => directMessages(ana, /more with Deckhand than the limit for a person/))
    .toHaveLength(1);
  const [message] = directMessages(ana, /more with Deckhand/);
  expect(wordsOf(message as never)).toMatch(
    /They have used \*(\d+) of \1 credits\* this month, and asked for about \d+: \*\d+\* is the least/,
  );
  await ana.press(message as never, 'budget_open');
  await untilFormHas(ana, 'budget_spenders');
  await closeForms(ana);
});

/** Opens the form for Chloe's limit from the request in Ana's messages. @returns the least limit that is enough. The form proposes more */
async function openFromRequest(): Promise<number> {
  const message = directMessages(ana, /They have used|Still too low/).at(-1);
  await ana.press(message as never, 'budget_exception_people');
  await untilFormHas(ana, 'exception_credits');
  const form = JSON.stringify(ana.view()?.view);
  expect(form).toContain('U0CHLOE');
  const [, least, more] =
    /U0CHLOE> has used \*\d+ of \d+ credits\*[^"]* \*(\d+)\* is the least[^"]* \*(\d+)\* leaves some room/.exec(
      form,
    ) ?? [];
  expect(Number(more)).toBeGreaterThan(Number(least));
  expect(form).toContain(`"initial_value":"${more}"`);
  return Number(least);
}

test('a limit that Ana raises by too little leaves the request open, and the message says what is enough', async () => {
  const least = await openFromRequest();
  await ana.fill({ exception_credits: least - 1 });
  expect(await ana.submit()).toMatchObject({ ok: true });
  for (const admin of [ana, ben]) {
    await expect.poll(() => directMessages(admin, /Still too low/)).toHaveLength(1);
    const [open] = directMessages(admin, /Still too low/);
    expect(wordsOf(open as never)).toContain(`of ${least - 1} credits* this month`);
    expect(wordsOf(open as never)).toContain(`*${least}* is the least`);
    expect(buttonsOf(open)).toEqual(['Change this person’s limit…', 'All limits…', 'Not this time']);
  }
  expect(directMessages(chloe, /You can make now/)).toEqual([]);
});

test('Ana lifts the limit for Chloe from that message', async () => {
  await openFromRequest();
  await ana.fill({ exception_credits: null });
  expect(await ana.submit()).toMatchObject({ ok: true });
  expect(await untilHomeSays(harness, ana, /as exceptions <@U0CHLOE> without a limit/)).toContain(
    'for a person',
  );
  await expect.poll(() => directMessages(chloe, /You can make now what you asked/)).toHaveLength(1);
  const [allowed] = directMessages(chloe, /You can make now what you asked/);
  expect(wordsOf(allowed as never)).toMatch(/Make this\?.*plan for the harbour/s);
  expect(buttonsOf(allowed)).toContain('Just for me');
  // The request is closed for both admins.
  for (const admin of [ana, ben]) {
    await expect
      .poll(() => directMessages(admin, /Handled by <@U0ANA>: <@U0CHLOE> now has no limit\./))
      .toHaveLength(1);
    const [closed] = directMessages(admin, /<@U0CHLOE> would like to make more/);
    expect(buttonsOf(closed)).toEqual([]);
  }
  expect(wordsOf(await answerTo(chloe, '/deck a plan for the harbour'))).toContain('Make it');
});

/** Opens the form for one limit from the form of the budget, and saves the limit. */
async function setException(button: string, entries: Entries): Promise<string> {
  await ana.press('view', button);
  await untilFormHas(ana, 'exception_credits');
  await ana.fill(entries);
  expect(await ana.submit()).toMatchObject({ ok: true });
  await untilFormHas(ana, 'budget_spenders');
  return stringsIn(ana.view()?.view);
}

test('Ana gives two people and a channel different limits, and keeps what she has typed meanwhile', async () => {
  await openBudget(ana);
  await ana.fill({ budget_person: 7 });
  await setException('budget_exception_people', { exception_people: ['U0BEN'], exception_credits: 200 });
  await setException('budget_exception_channels', {
    exception_channels: ['C0GENERAL'],
    exception_credits: 50,
  });
  const rows = await untilFormSays(ana, /U0CHLOE.*no limit.*U0BEN.*200 credits.*C0GENERAL.*50 credits/s);
  expect(rows).toContain('Add people…');
  await ana.press('view', 'budget_exception', 'change U0BEN');
  await untilFormHas(ana, 'exception_credits');
  await ana.fill({ exception_credits: 20 });
  expect(await ana.submit()).toMatchObject({ ok: true });
  await untilFormSays(ana, /U0BEN.*20 credits/s);
  await ana.press('view', 'budget_exception', 'remove C0GENERAL');
  await expect.poll(() => stringsIn(ana.view()?.view)).not.toContain('C0GENERAL');
  expect(await ana.submit()).toMatchObject({ ok: true });
  await closeForms(ana);
  expect(await untilHomeSays(harness, ana, /7 credits for a person/)).toMatch(
    /as exceptions <@U0CHLOE> without a limit and <@U0BEN> 20/,
  );
});

test('Ana learns which exceptions are lower than the limit that she has just raised', async () => {
  await openBudget(ana);
  await ana.fill({ budget_person: 15 });
  expect(await ana.submit()).toMatchObject({ ok: true });
  expect(stringsIn(ana.view()?.view)).toMatch(/Saved\..*In a month: 15 credits for a person/);
  await closeForms(ana);
  await openBudget(ana);
  await ana.fill({ budget_person: 30 });
  expect(await ana.submit()).toMatchObject({ ok: true });
  const told = await untilFormSays(ana, /are saved.*U0BEN.*20 credits \(others: 30\)/s);
  expect(told).not.toContain('U0CHLOE');
  await ana.press('view', 'budget_exception', 'change U0BEN');
  await untilFormHas(ana, 'exception_credits');
  await ana.fill({ exception_credits: 40 });
  expect(await ana.submit()).toMatchObject({ ok: true });
  expect(await untilFormSays(ana, /U0BEN.*40 credits/s)).not.toContain('others:');
  await closeForms(ana);
  await setBudget({ budget_person: 7 });
});

test('Chloe neither sees nor can change the budget', async () => {
  await chloe.openHome();
  await expect.poll(() => wordsOf(chloe.home())).toContain('Create a deck');
  expect(wordsOf(chloe.home())).not.toContain('Change limits');
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
  const limit = {
    type: 'view_submission',
    view: {
      ...{ id: 'V0', type: 'modal', callback_id: 'budget_exception_form', private_metadata: '', blocks: [] },
      state: {
        values: {
          exception_people: {
            exception_people: { type: 'multi_users_select', selected_users: ['U0CHLOE'] },
          },
        },
      },
    },
    response_urls: [],
  };
  const answer = await sendAs(harness, { person: 'U0CHLOE' }, limit);
  expect(stringsIn(answer.body)).toMatch(/Only Slack admins/);
  expect(await untilHomeSays(harness, ana, /as exceptions/)).toContain('for a person');
});

test('Ana gets a message when the workspace has used 80 % of its limit', async () => {
  await setBudget({ budget_team: 9 });
  await spend('Third');
  await expect.poll(() => directMessages(ana, /has (used|reached)/)).toHaveLength(1);
  await setBudget({ budget_team: null });
});

test('a form in which nobody may spend, or in which chosen people would be ignored, is not saved', async () => {
  await openBudget(ana);
  await ana.fill({ budget_spenders: 'listed' });
  expect(stringsIn(await ana.submit())).toMatch(/at least one person or user group/);
  await ana.fill({ budget_spenders: 'everyone', budget_people: ['U0BEN'] });
  expect(stringsIn(await ana.submit())).toMatch(/Choose “Those chosen below”, or clear them/);
  await ana.fill({ budget_spenders: 'listed' });
  expect(await ana.submit()).toMatchObject({ ok: true });
  expect(await untilHomeSays(harness, ana, /Only <@U0BEN> may spend credits/)).toBeTruthy();
});

test('a form that Ben opened before Ana changed the limits is refused with the newest limits', async () => {
  await openBudget(ben);
  await ben.fill({ budget_person: 99 });
  // A limit by name is saved at once, and has no part in this.
  await ben.press('view', 'budget_exception_people');
  await untilFormHas(ben, 'exception_credits');
  await setBudget({ budget_channel: 33 });
  await ben.fill({ exception_people: ['U0CHLOE'] });
  expect(await ben.submit()).toMatchObject({ ok: true });
  await untilFormHas(ben, 'budget_spenders');
  expect(await ben.submit()).toMatchObject({ ok: true });
  await untilFormSays(ben, /Another admin has changed these limits.*33 credits for a channel/s);
  await ben.press('view', 'budget_open');
  await untilFormHas(ben, 'budget_spenders');
  await ben.fill({ budget_channel: null });
  expect(await ben.submit()).toMatchObject({ ok: true });
  expect(await untilHomeSays(harness, ben, /credits for a person/)).not.toMatch(/33 credits|99 credits/);
});

test('only Ana may spend, and only on quick documents', async () => {
  await setBudget({ budget_spenders: 'listed', budget_people: ['U0ANA'], budget_kinds: ['quick'] });
  expect(wordsOf(await answerTo(chloe, '/deck a plan for the harbour'))).toMatch(
    /Only some people may spend/,
  );
  expect(wordsOf(await answerTo(ana, '/deck a plan for the harbour'))).toContain('Make it');
  expect(wordsOf(await answerTo(ana, '/deck a thorough deck about the harbour'))).toMatch(
    /turned this kind of work off here/,
  );
});

test('Ana, who may not make what she asks for, changes the limits from the refusal', async () => {
  const refusal = await answerTo(ana, '/deck a thorough deck about the harbour');
  expect(buttonsOf(refusal)).toEqual(['Change limits…']);
  await ana.press(refusal, 'budget_open');
  await untilFormHas(ana, 'budget_spenders');
  await closeForms(ana);
});

test('“Another like this” says at once that Chloe may not spend, instead of opening a form', async () => {
  const card = chloe
    .history('general')
    .findLast((message) => stringsIn(message).includes('document_another'));
  await chloe.press(card as never, 'document_another');
  expect(await untilFormSays(chloe, /Only some people may spend/)).toContain('Ask an admin');
  await closeForms(chloe);
  await ana.press(card as never, 'document_another');
  await untilFormHas(ana, 'prompt');
  await closeForms(ana);
});

test('the members of a user group may spend, too, and nobody of them while Slack does not say who they are', async () => {
  await setBudget({ budget_groups: ['Sales'] });
  expect(
    await untilHomeSays(harness, ana, /Only <@U0[A-Z]+> and the members of <!subteam\^S0SALES> may spend/),
  ).toBeTruthy();
  harness.slack.misbehave({ method: 'usergroups.users.list', status: 500, times: 4 });
  const refused = wordsOf(await answerTo(chloe, '/deck a plan for the harbour'));
  expect(refused).toMatch(/Slack did not say whether your user groups are among them/);
  expect(refused).toContain('Ask an admin');
  expect(wordsOf(await answerTo(chloe, '/deck a plan for the harbour'))).toContain('Make it');
});

test('without the scope the form has no user groups and says why, and keeps those that were chosen', async () => {
  harness.slack.misbehave({ method: 'usergroups.list', error: 'missing_scope', times: 1 });
  await openBudget(ana);
  expect(await untilFormSays(ana, /once Deckhand is installed again/)).not.toContain('budget_groups');
  expect(await ana.submit()).toMatchObject({ ok: true });
  await openBudget(ana);
  const menu = ana.view()?.view.blocks.find(({ block_id }) => block_id === 'budget_groups');
  expect(stringsIn((menu as { element: object }).element)).toMatch(/S0SALES.*S0SALES/s);
  await closeForms(ana);
  // Groups that cannot be cleared do not keep her from letting everybody spend.
  harness.slack.misbehave({ method: 'usergroups.list', error: 'missing_scope', times: 1 });
  await openBudget(ana);
  await ana.fill({ budget_spenders: 'everyone', budget_people: [] });
  expect(stringsIn(await ana.submit())).not.toMatch(/clear them/);
  await untilHomeSays(harness, ana, /Everybody who may use Deckhand may spend credits/);
});

test('Ana reads what was spent, by whom and for what, and downloads it once however often she clicks', async () => {
  await untilHomeSays(harness, ana, /Change limits/);
  await ana.press('home', 'usage_team');
  const shown = await untilFormSays(ana, /By person/);
  expect(shown).toMatch(/credits\* for \d asks by 1 person/);
  expect(shown).toMatch(/U0CHLOE.*\d asks/);
  expect(shown).not.toMatch(/First|Second|Third/);
  await Promise.all([ana.press('view', 'usage_file'), ana.press('view', 'usage_file')]);
  const isUsage = ({ files }: Message) => (files ?? []).some(({ name }) => /usage-.*csv$/.test(name));
  const sent = () => ana.history(ana.appDm()).filter(isUsage);
  await expect.poll(sent).toHaveLength(1);
  const file = sent()[0]?.files?.find(({ name }) => name.endsWith('.csv'));
  const csv = Buffer.from((await harness.slack.download(file?.id ?? '')) ?? '').toString();
  expect(csv).toMatch(/U0CHLOE,Chloe Martin,C0GENERAL,general,quick,/);
  await untilIdle(harness);
  expect(sent()).toHaveLength(1);
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
  expect(about.documents.at(-1)).toMatchObject({ title: 'First', prompt: null });
  expect(JSON.stringify(about)).not.toMatch(/U0ANA|xoxb-|usage exported/);
  await openForm(chloe, '/deck settings', 'settings_form');
  await untilFormSays(chloe, /keeps about you/);
  await chloe.press('view', 'settings_erase_own_data');
  await untilFormSays(chloe, /It is erased/);
  await closeForms(chloe);

  await untilHomeSays(harness, ana, /Change limits/);
  await ana.press('home', 'usage_team');
  expect(await untilFormSays(ana, /Erased person [0-9a-f]{8}: \d+ credits/)).not.toContain('U0CHLOE');
  await closeForms(ana);
  // Her own limit stays, but not beside her name.
  await openBudget(ana);
  const limits = await untilFormSays(ana, /Erased person [0-9a-f]{8}: no limit/);
  expect(limits).not.toContain('U0CHLOE');
  expect(stringsIn(ana.view()?.view)).not.toContain('U0CHLOE');
  await closeForms(ana);
  await openForm(ana, '/deck settings', 'settings_form');
  await ana.fill({ settings_scope: 'team' });
  await untilFormSays(ana, /Audit trail/);
  const audit = await untilSent(ana, 'settings_audit_trail', /audit\.csv$/);
  expect(audit).toMatch(/U0ANA,Ana Reyes,usage exported,\d{4}-\d\d,,usage,\r/);
  expect(audit).toMatch(/,made,C0GENERAL=\S+ \S+ document,general,ask,\d+\r/);
  expect(audit).toMatch(/,erased-[0-9a-f]{8},,person erased,/);
  expect(audit).toMatch(/U0ANA,Ana Reyes,budget,C0GENERAL: none to 50,general,form,\r/);
  expect(audit).toMatch(/U0ANA,Ana Reyes,budget,erased-[0-9a-f]{8}: [^,]+,,form,\r/);
  expect(audit).not.toContain('U0CHLOE');
});
