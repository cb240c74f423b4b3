import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { codeOn, enterCode } from '../connect.ts';
import type { Message } from '../slack/protocol.ts';
import { form, go, message, type Picture, picture, type Stage, type } from './stage.ts';

export interface Scene {
  /** In docs/. */
  file: string;
  take(stage: Stage): Promise<Picture>;
}

/** The pictures in the order in which they are taken. Each scene continues where the one before ended. */
export const scenes: Scene[] = [
  {
    file: 'pictures/connect.png',
    async take({ page }) {
      await go(page, 'revenue');
      await type(page, '/deck connect');
      await connectLink(page).waitFor();
      return picture(page, message(page, 'not connected'));
    },
  },
  {
    file: 'pictures/connect-page.png',
    async take({ page, sandbox }) {
      const opening = page.context().waitForEvent('page');
      await connectLink(page).click();
      const service = await opening;
      await service.setViewportSize({ width: 640, height: 480 });
      const next = service.getByRole('link', { name: /Continue/ });
      await next.waitFor();
      const taken = await picture(service, service.getByRole('main'));
      await next.click();
      await service.getByRole('button', { name: /Vera Stolz/ }).click();
      await service.getByRole('button', { name: 'Allow' }).click();
      await service.getByRole('heading', { name: /One step is left/ }).waitFor();
      const code = codeOn({ status: 200, text: await service.content() }) ?? '';
      await service.close();
      await enterCode(sandbox.slack, 'ana', code);
      return taken;
    },
  },
  {
    file: 'pictures/understood.png',
    async take({ page, at }) {
      at('9:40');
      await type(
        page,
        '/deck Quarterly review for the board: revenue up 18% to $4.2M, churn down to 2.1%, hiring plan',
      );
      await page.getByRole('button', { name: 'Details…' }).waitFor();
      return picture(page, message(page, 'Make this?'));
    },
  },
  {
    file: 'pictures/form.png',
    async take({ page }) {
      await page.getByRole('button', { name: 'Details…' }).click();
      await form(page).getByRole('combobox', { name: /Theme/ }).click();
      await page.keyboard.type('mid');
      await page.getByRole('option', { name: 'Midnight' }).click();
      return picture(page, form(page));
    },
  },
  {
    file: 'pictures/progress.png',
    async take({ page }) {
      await submit(page);
      const working = message(page, 'Working on');
      await working.getByRole('button', { name: /Making it/ }).click();
      return picture(page, working);
    },
  },
  {
    file: 'pictures/sandbox.png',
    async take({ page, open }) {
      await message(page, 'Open in Papermill')
        .getByRole('button', { name: /repl(y|ies)/ })
        .click();
      const wide = await open({ viewport: { width: 1280, height: 720 } });
      await wide.goto(page.url());
      const thread = wide.getByRole('complementary', { name: 'Thread' });
      await thread
        .getByRole('img', { name: /page 1 of/ })
        .first()
        .waitFor();
      await untilShown(message(wide, 'Open in Papermill').getByAltText('first slide'));
      const taken = await picture(wide, wide.locator('body'));
      await wide.context().close();
      await page.getByRole('button', { name: 'Close thread' }).click();
      return taken;
    },
  },
  {
    file: 'pictures/change.png',
    async take({ page, at }) {
      at('9:50');
      await message(page, 'Open in Papermill').getByRole('button', { name: 'Change it…' }).click();
      await form(page).getByRole('textbox').fill('Make the title shorter, and add a slide on risks');
      const taken = await picture(page, form(page));
      await submit(page);
      await page.getByRole('link', { name: 'Quarterly review', exact: true }).waitFor();
      return taken;
    },
  },
  {
    file: 'pictures/thread-menu.png',
    async take({ page, at }) {
      at('10:05');
      await page.setViewportSize({ width: 1040, height: 520 });
      await go(page, 'product-launch');
      const asked = message(page, 'Status before the weekend');
      await asked.hover();
      await asked.getByRole('button', { name: 'More actions' }).click();
      const shortcut = page.getByRole('menuitem', { name: /Turn thread into slides/ });
      await shortcut.hover();
      const taken = await picture(page, page.getByRole('main'), { pointing: true });
      await shortcut.click();
      await page.setViewportSize({ width: 1040, height: 900 });
      return taken;
    },
  },
  {
    file: 'pictures/thread-form.png',
    async take({ page }) {
      await form(page).getByText('people, from').waitFor();
      const taken = await picture(page, form(page));
      await submit(page);
      return taken;
    },
  },
  {
    file: 'pictures/unsure.png',
    async take({ page, sandbox, at }) {
      const hasFile = ({ bot, files }: Message) => Boolean(bot && files?.length);
      await sandbox.slack
        .person('ana')
        .waitForMessage(hasFile, { channel: 'product-launch', timeoutMs: 30_000 });
      at('10:20');
      await go(page, 'general');
      sandbox.service.misbehave({ kind: 'cut', moment: 'before', route: 'POST /generations' });
      await type(page, '/deck Offsite agenda: arrivals, two workshops, a walk, dinner');
      await page.getByRole('button', { name: 'Make it' }).click();
      // It is looked for until then, and is not there.
      await message(page, 'checking whether').waitFor();
      at('10:26');
      const asking = message(page, 'Offsite agenda').filter({
        has: page.getByRole('button', { name: 'Leave it' }),
      });
      const taken = await picture(page, asking);
      await asking.getByRole('button', { name: 'Leave it' }).click();
      // The next scene moves the clock, which would end the time limits of a click that is still being handled.
      await message(page, 'was stopped').waitFor();
      return taken;
    },
  },
  {
    file: 'pictures/find.png',
    async take({ page, at }) {
      at('10:30');
      await go(page, 'general');
      await type(page, '/deck find revenue');
      const found = message(page, 'Documents for');
      await found.waitFor();
      return picture(page, found);
    },
  },
  {
    file: 'pictures/settings.png',
    async take({ page, at }) {
      at('10:50');
      await type(page, '/deck settings');
      await form(page).getByText('Yours override the channel’s').waitFor();
      return picture(page, form(page));
    },
  },
  {
    file: 'pictures/team-settings.png',
    async take({ page }) {
      const workspace = await form(page)
        .getByRole('option', { name: /workspace/ })
        .getAttribute('value');
      await form(page).getByRole('combobox', { name: /Whose/ }).selectOption(workspace);
      const rules = form(page).getByRole('heading', { name: 'Rules for the whole workspace' });
      const last = form(page).getByRole('combobox', { name: /Show the first slide/ });
      await rules.waitFor();
      // The rules are higher than a form, which scrolls.
      await page.setViewportSize({ width: 1040, height: 1800 });
      await form(page).evaluate((panel) => panel.style.setProperty('max-height', 'none'));
      const taken = await picture(page, form(page), { between: [rules, last] });
      await form(page).getByRole('button', { name: 'Cancel' }).click();
      await page.setViewportSize({ width: 1040, height: 900 });
      return taken;
    },
  },
  {
    file: 'pictures/home.png',
    async take({ page, at }) {
      at('10:55');
      await page.setViewportSize({ width: 1040, height: 1400 });
      await go(page, 'Deckhand');
      await page.getByRole('heading', { name: 'What you made lately' }).waitFor();
      return picture(page, page.getByRole('main'), {
        between: [
          page.getByRole('main').getByRole('heading', { name: 'Deckhand' }),
          page.getByRole('main').getByRole('link', { name: 'Quarterly review', exact: true }),
        ],
      });
    },
  },
  {
    file: 'pictures/your-words.png',
    async take({ page }) {
      const taken = await picture(page, page.getByRole('main'), {
        between: [
          page.getByRole('heading', { name: 'Your words' }),
          page.getByRole('button', { name: 'Leave my messages out' }),
        ],
      });
      await page.setViewportSize({ width: 1040, height: 900 });
      return taken;
    },
  },
  {
    file: 'pictures/digest-form.png',
    async take({ page, at }) {
      at('11:10');
      await go(page, 'product-launch');
      await type(page, '/deck digests');
      await page.getByRole('button', { name: 'New digest' }).click();
      await form(page).getByText('Next runs').waitFor();
      const taken = await picture(page, form(page));
      await form(page).getByRole('button', { name: 'Schedule' }).click();
      await form(page).getByRole('button', { name: 'Close' }).last().click();
      return taken;
    },
  },
  {
    file: 'pictures/digest.png',
    async take({ open, at }) {
      at('9:00', 5);
      // With two pixels per CSS pixel, the picture would be too heavy.
      const page = await open({ viewport: { width: 1040, height: 1000 }, deviceScaleFactor: 1.5 });
      await go(page, 'product-launch');
      const digest = message(page, 'Open in Papermill');
      await digest.getByText('1 reply').waitFor();
      await untilShown(digest.getByAltText('first slide'));
      return picture(page, digest);
    },
  },
  {
    file: 'marketplace/icon.png',
    async take({ open }) {
      const page = await open({ viewport: { width: 1024, height: 1024 } });
      await page.goto(`data:image/svg+xml;base64,${ICON.toString('base64')}`);
      return { png: await page.screenshot(), words: [] };
    },
  },
  {
    file: 'pictures/link.png',
    async take({ open, sandbox }) {
      const page = await open({ viewport: { width: 1280, height: 800 } });
      await go(page, 'product-launch');
      const link = await message(page, 'Open in Papermill')
        .getByRole('link', { name: 'Open in Papermill' })
        .getAttribute('href');
      await sandbox.slack.person('ana').say('general', `Last week’s launch news: <${link}|the summary>`);
      await go(page, 'general');
      const pasted = message(page, 'launch news');
      await pasted
        .getByRole('article')
        .getByRole('button', { name: /^#product-launch/ })
        .click();
      await page.getByTestId('panel').getByText('Open comments').waitFor();
      await untilShown(pasted.getByRole('article').getByRole('img'));
      return picture(page, page.locator('body'));
    },
  },
  {
    file: 'pictures/workflow.png',
    async take({ page, sandbox }) {
      await sandbox.slack.person('ana').runWorkflow('Friday deck');
      await go(page, 'Deckhand');
      await page.getByRole('tab', { name: 'Messages' }).click();
      const asked = message(page, 'A workflow asks');
      await asked.getByRole('button', { name: 'Make it every time' }).waitFor();
      return picture(page, asked);
    },
  },
];

const ICON = readFileSync(new URL('../../docs/marketplace/icon.svg', import.meta.url));

const connectLink = (page: Page): Locator => page.getByRole('link', { name: /Connect to/ });

/** Waits until an image is loaded, because its height moves what is above it. */
async function untilShown(image: Locator): Promise<void> {
  await image.waitFor();
  await image.evaluate((element) => element.decode());
}

/** Submits the open form and waits until it is closed. Closes it if it says that the result appears elsewhere. */
async function submit(page: Page): Promise<void> {
  await form(page)
    .getByRole('button', { name: /spends credits/ })
    .click();
  const accepted = form(page).getByText('On its way');
  await Promise.race([accepted.waitFor().catch(() => {}), form(page).waitFor({ state: 'detached' })]);
  if (await accepted.isVisible()) await form(page).getByRole('button', { name: 'Close' }).last().click();
  await form(page).waitFor({ state: 'detached' });
}
