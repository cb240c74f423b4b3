import type { ModalView } from '@slack/types';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { ANA, BEN } from '../support.ts';
import { everyElement } from './gallery.ts';
import { type Harness, it, pageHarness } from './harness.ts';

const startPage = pageHarness();

const THEMES = ['Harbour', 'Linen', 'Night shift'];
const plain = (text: string) => ({ type: 'plain_text' as const, text });

/** Opens `view` with the command. The app offers themes as options. */
async function openModal(view: ModalView = everyElement): Promise<{ harness: Harness; page: Page }> {
  const harness = await startPage();
  harness.probe.answers(async ({ body }) => {
    if (body.command) void harness.client.views.open({ trigger_id: body.trigger_id, view });
    return body.type === 'block_suggestion' ? { json: themesFor(body.value) } : {};
  });
  const page = await harness.open(ANA);
  const composer = page.getByRole('textbox', { name: 'Message #general' });
  await composer.fill('/probe');
  await composer.press('Enter');
  await page.getByRole('dialog', { name: view.title.text }).waitFor();
  return { harness, page };
}

const themesFor = (query: string) => {
  const options = THEMES.filter((name) => name.toLowerCase().includes(query.toLowerCase()));
  return {
    option_groups: options.length ? [{ label: plain('Standard'), options: options.map(toOption) }] : [],
  };
};
const toOption = (name: string) => ({ text: plain(name), value: name });

const isFocused = (field: Locator): Promise<boolean> =>
  field.evaluate((element: { matches(selector: string): boolean }) => element.matches(':focus'));
/** The options that the open search select shows. */
const found = (page: Page) => page.getByRole('listbox', { name: 'Options' }).getByRole('option');
const create = (page: Page) => page.getByRole('button', { name: 'Create' });

it('an open form is closed when the page is reloaded', async () => {
  const { harness, page } = await openModal();
  await page.reload();
  await harness.slack.person(BEN).say('#general', 'Hello');
  await page.getByText('Hello', { exact: true }).waitFor();
  // The event stream sends open forms before later messages.
  await harness.slack.person(BEN).say('#general', 'Hello again');
  await page.getByText('Hello again').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

it('the value of every field reaches the app as Slack sends it', async () => {
  const { harness, page } = await openModal();
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Quarterly review');
  await page.getByRole('combobox', { name: 'Theme' }).click();
  await found(page).filter({ hasText: 'Linen' }).click();
  await page.getByRole('combobox', { name: 'Format' }).selectOption('Document');
  await page.getByRole('textbox', { name: 'Cards' }).fill('12');
  await page.getByLabel('At', { exact: true }).fill('09:15');
  await page.getByRole('radio', { name: /PDF/ }).check();
  await page.getByRole('checkbox', { name: /Add sources/ }).check();
  await create(page).click();

  await expect.poll(() => harness.probe.of('view_submission')).toHaveLength(1);
  const { values } = harness.probe.of('view_submission')[0].view.state;
  expect(values).toMatchObject({
    Prompt: { prompt: { value: 'Quarterly review' } },
    Theme: { theme: { selected_option: { value: 'Linen' } } },
    Folder: { folder: { selected_option: null } },
    Format: { format: { selected_option: { value: 'document' } } },
    Cards: { cards: { value: '12' } },
    'Post to': { conversation: { selected_conversation: 'C0GENERAL' } },
    At: { at: { selected_time: '09:15' } },
    Export: { export: { selected_option: { value: 'pdf' } } },
    Options: { options: { selected_options: [{ value: 'sources' }] } },
  });
  await page.getByTestId('modal').waitFor({ state: 'detached' });
});

it('errors of the client and of the app are shown at their fields', async () => {
  const { harness, page } = await openModal();
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await create(page).click();
  await expect.poll(() => page.getByText('Please complete this required field.').count()).toBe(2);
  expect(harness.probe.of('view_submission')).toEqual([]);
  await expect.poll(() => isFocused(prompt)).toBe(true);
  expect(await prompt.getAttribute('aria-invalid')).toBe('true');

  await prompt.fill('Too vague');
  await expect.poll(() => page.getByText('Please complete this required field.').count()).toBe(1);
  await page.getByRole('combobox', { name: 'Theme' }).click();
  await found(page).filter({ hasText: 'Linen' }).click();
  harness.probe.answers(() => ({ json: { response_action: 'errors', errors: { Prompt: 'Say more.' } } }));
  await create(page).click();
  await page.getByText('Say more.').waitFor();
  expect(await prompt.inputValue()).toBe('Too vague');
});

it('if the app fails, one line says so and the form keeps its values', async () => {
  const { harness, page } = await openModal();
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once more');
  await page.getByRole('combobox', { name: 'Theme' }).click();
  await found(page).filter({ hasText: 'Linen' }).click();
  harness.probe.answers(() => ({ status: 500 }));
  await create(page).click();
  await page.getByRole('alert').filter({ hasText: 'We had some trouble connecting. Try again?' }).waitFor();
  harness.probe.answers(() => ({}));
  await create(page).click();
  await page.getByTestId('modal').waitFor({ state: 'detached' });
});

it('a search select shows groups, filters, says when nothing is found, and works by keyboard', async () => {
  const { page } = await openModal();
  const theme = page.getByRole('combobox', { name: 'Theme' });
  await theme.focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('listbox', { name: 'Options' }).getByRole('group', { name: 'Standard' }).waitFor();
  expect(await found(page).allInnerTexts()).toEqual(THEMES);
  await page.keyboard.type('zzz');
  await page.getByText('No results').waitFor();
  await theme.fill('ni');
  await expect.poll(() => found(page).allInnerTexts()).toEqual(['Night shift']);
  await page.keyboard.press('Enter');
  expect(await theme.inputValue()).toBe('Night shift');
  await page.getByRole('textbox', { name: 'Prompt' }).focus();
  expect(await theme.inputValue()).toBe('Night shift');

  const folder = page.getByRole('combobox', { name: 'Folder' });
  await folder.fill('li');
  await page.getByText('Type at least 3 characters to search').waitFor();
  await folder.fill('lin');
  await found(page).filter({ hasText: 'Linen' }).click();
  // As in Slack, a required choice can be changed but not cleared.
  const clearOf = (field: Locator) => field.locator('..').getByRole('button', { name: 'Clear' });
  expect(await clearOf(theme).count()).toBe(0);
  await clearOf(folder).click();
  expect(await folder.inputValue()).toBe('');
  expect(await page.getByTestId('modal').isVisible()).toBe(true);
});

it('a late answer to an earlier query is ignored', async () => {
  const { harness, page } = await openModal();
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  harness.probe.answers(async ({ body }) => {
    if (body.value === 'lin') await held;
    return { json: themesFor(body.value) };
  });
  const theme = page.getByRole('combobox', { name: 'Theme' });
  await theme.fill('lin');
  await expect.poll(() => harness.probe.of('block_suggestion').at(-1)?.value).toBe('lin');
  await theme.fill('night');
  await found(page).filter({ hasText: 'Night shift' }).waitFor();
  const late = page.waitForResponse('**/page/options');
  release();
  await (await late).finished();
  expect(await found(page).allInnerTexts()).toEqual(['Night shift']);
});

it('an update of the view keeps the values of fields that stay', async () => {
  const { harness, page } = await openModal();
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Typed before the update');
  const view = { ...everyElement, blocks: everyElement.blocks.slice(1, 3) };
  const view_id = harness.ana.view()?.id ?? '';
  await harness.client.views.update({ view_id, view: { ...view, title: plain('Updated') } });
  await page.getByRole('dialog', { name: 'Updated' }).waitFor();
  expect(await page.getByTestId('modal').getByRole('textbox').count()).toBe(1);
  expect(await page.getByRole('textbox', { name: 'Prompt' }).inputValue()).toBe('Typed before the update');
});

it('Back returns from a pushed view to the one below with its values, and Esc closes that one', async () => {
  const { harness, page } = await openModal();
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Kept below');
  harness.probe.answers(({ body }) => {
    if (body.type === 'block_actions')
      void harness.client.views.push({ trigger_id: body.trigger_id, view: about });
    return {};
  });
  await page.getByRole('button', { name: 'Explain' }).click();
  await page.getByRole('dialog', { name: 'About credits' }).waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('dialog', { name: 'Create a deck' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Prompt' }).inputValue()).toBe('Kept below');
  await page.keyboard.press('Escape');
  await page.getByTestId('modal').waitFor({ state: 'detached' });
});

const about: ModalView = {
  type: 'modal',
  title: plain('About credits'),
  blocks: [{ type: 'section', text: plain('About 40 each.') }],
};

it('files of an allowed kind are uploaded, listed, removed and submitted', async () => {
  const { harness, page } = await openModal();
  const attach = page.getByLabel('Attachment');
  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`words of ${name}`) });
  await attach.setInputFiles([file('virus.exe')]);
  await page.getByText('virus.exe cannot be used here. Allowed: txt, md.').waitFor();
  await attach.setInputFiles([file('one.txt'), file('two.md')]);
  await page.getByRole('button', { name: 'Remove two.md' }).waitFor();
  await attach.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Remove one.txt' }).click();
  await page.getByRole('textbox', { name: 'Prompt' }).fill('From a file');
  await page.getByRole('combobox', { name: 'Theme' }).click();
  await found(page).filter({ hasText: 'Linen' }).click();
  await create(page).click();
  await expect
    .poll(() => harness.probe.of('view_submission')[0]?.view.state.values.Attachment.file.files)
    .toMatchObject([{ name: 'two.md' }]);
});

it('near its limit a field shows how many characters are left', async () => {
  const { page } = await openModal();
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await prompt.fill('x'.repeat(99));
  expect(await page.locator('.counter').count()).toBe(0);
  await prompt.fill('x'.repeat(123));
  expect(await page.locator('.counter').innerText()).toContain('-3');
});

it('the first field has the focus, Tab stays in the dialog, and Ctrl+Enter submits', async () => {
  const { harness, page } = await openModal({ ...everyElement, blocks: everyElement.blocks.slice(1, 2) });
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await expect.poll(() => isFocused(prompt)).toBe(true);
  for (let presses = 0; presses < 3; presses += 1) {
    await page.keyboard.press('Tab');
    expect(await page.locator('dialog :focus').count()).toBe(1);
  }
  await prompt.fill('By hand');
  await page.keyboard.press('Control+Enter');
  await expect
    .poll(() => harness.probe.of('view_submission')[0]?.view.state.values.Prompt.prompt.value)
    .toBe('By hand');
});
