import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Message, OpenView } from '../../sandbox/slack/protocol.ts';
import { actions, DECK_FORM, DIGEST_FORM } from '../../src/slack/bolt/routes/action-ids.ts';
import { routes } from '../../src/slack/bolt/routes/routes.ts';
import { openRow, sealRow } from '../../src/storage/sealed-columns.ts';
import { sendAs } from '../journeys/forged.ts';
import { askForDeck, hasFile, moreOptions, untilCardSays, untilThreadHas } from '../journeys/story.ts';
import { createTwoTeams, RITAS_ACCOUNT, type TwoTeams } from '../journeys/two-teams.ts';
import { allowErrors } from '../support/log-errors.ts';

// Forged requests have no trigger, no view and no conversation of the team.
allowErrors(/invalid_trigger_id|channel_not_found|Cannot read properties of undefined/);

/**
 * Ana's team has made things of which every id is known to Nora, in another team. Nora sends each of them in every
 * place where Deckhand hands out an id, in requests that are rightly signed for her own team.
 */

const SMALL = 'T0SMALL';
const BOOKS = 'T0BOOKS';
/** Stands in everything of Ana's, so that it would be seen wherever it turned up. */
const SECRET = 'Aquamarine';

let harness: TwoTeams;
let loot: Loot;

/** All the ids that Nora knows. */
interface Loot {
  generations: string[];
  digests: string[];
  root: Message;
  form: OpenView;
  file: string;
  theme: string;
  folder: string;
}

beforeAll(async () => {
  // What waits for a connection waits on, however long a machine takes for all these attempts.
  const policy = { resumeAfterMs: 24 * 60 * 60_000 };
  harness = await createTwoTeams({ installedBy: ['ana', 'nora'], policy });
  await harness.connect();
  await harness.connect({ person: 'nora', channel: 'shop', ...RITAS_ACCOUNT });
  loot = await gather();
});
afterAll(() => harness.close());

async function gather(): Promise<Loot> {
  const { ana } = harness;
  const root = await askForDeck(harness, `${SECRET} plan`, { title: `${SECRET} plan` });
  await untilThreadHas(harness, root, hasFile);
  const card = await untilCardSays(harness, root, /Export as/);
  await inEveryState();
  await ana.command('general', '/deck schedule');
  await ana.waitForView(({ view }) => view.callback_id === DIGEST_FORM && view.blocks.length > 3);
  await ana.submit();
  await ana.waitForView(({ view }) => view.callback_id !== DIGEST_FORM);
  while (ana.view()) await ana.close();
  const file = await ana.upload(
    'secret.md',
    new TextEncoder().encode(`${SECRET} in a file`),
    'text/markdown',
  );
  await ana.command('general', '/deck');
  await moreOptions(ana);
  await ana.fill({ prompt: `${SECRET} form` });
  const form = await ana.waitForView();
  const [theme] = await ana.options('theme', '');
  const [folder] = await ana.options('folder', 'board');
  const idsOf = async (table: string) =>
    (await harness.db.query<{ id: string }>(`select id from ${table} where team = $1`, [SMALL])).map(
      ({ id }) => id,
    );
  return {
    generations: await idsOf('generations'),
    digests: await idsOf('digests'),
    root: card,
    form,
    file: file.id,
    theme: theme?.value ?? '',
    folder: folder?.value ?? '',
  };
}

/** The delivered generation, once more for each state that a button can stand on. */
async function inEveryState(): Promise<void> {
  const { db } = harness;
  const [found] = await db.query<{ id: string; team: string; ask: string; label: string | null }>(
    `select id, team, ask, label from generations where team = $1 and state = 'delivered' limit 1`,
    [SMALL],
  );
  if (!found) throw new Error('nothing was delivered');
  const opened = openRow(db, 'generations', found);
  for (const state of ['unsure', 'late', 'failed', 'disconnected', 'stopped', 'delivering']) {
    const id = randomUUID();
    const { ask, label } = sealRow(db, 'generations', { team: found.team, id }, opened) as {
      ask?: string;
      label?: string;
    };
    await db.query(
      `insert into generations (id, team, person, key, state, ask, label, doc_id, channel, root_ts)
       select $1, team, person, $2, $2, $3, $4, doc_id, channel, root_ts from generations where id = $5`,
      [id, state, ask, label, found.id],
    );
  }
}

/** Everything of Ana's team: what is kept, what stands in its channels, what its workspace at the service holds. */
async function anasTeam() {
  const tables = await harness.db.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where column_name = 'team' and table_schema = 'public' order by 1`,
  );
  const rows: Record<string, unknown> = {};
  for (const { name } of tables) {
    rows[name] = await harness.db.query(`select * from ${name} where team = $1 order by 1, 2`, [SMALL]);
  }
  return {
    rows,
    messages: ['general', 'leaders', 'random'].map((channel) => harness.slack.messages(channel)),
    dm: harness.ana.history(harness.ana.appDm()),
    credits: harness.service.credits('ws_northwind'),
  };
}

/** A request of Nora's team that Slack has signed. `user` may be anybody. */
function asNora(payload: object, user = 'U0NORA') {
  return sendAs(harness, { person: user, team: BOOKS }, payload);
}

/** Runs an attempt; Ana's team is as it was, and nothing of it is in what was said to Nora. */
async function getsNothing(attempt: () => Promise<unknown>): Promise<void> {
  const before = await anasTeam();
  const said = harness.slack.calls.length;
  const asked = harness.service.calls.length;
  await attempt();
  await harness.slack.settle();
  expect(await anasTeam()).toEqual(before);
  expect(JSON.stringify(harness.slack.calls.slice(said))).not.toContain(SECRET);
  const requests = harness.service.calls.slice(asked);
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
}

/** The parts of a view in Nora's team that Slack itself fills in. */
const hers = { team_id: BOOKS, app_installed_team_id: BOOKS };

const press = (action: object, place: object, user?: string) =>
  asNora(
    { type: 'block_actions', actions: [{ block_id: 'b', action_ts: '1.1', ...action }], ...place },
    user,
  );

/** Where a button can stand: in a message of Ana's channel, in one of Nora's, on Nora's Home. */
const places = () => [
  {
    channel: { id: 'C0GENERAL', name: 'general' },
    message: { type: 'message', ts: loot.root.ts },
    container: { type: 'message', message_ts: loot.root.ts, channel_id: 'C0GENERAL' },
  },
  {
    channel: { id: 'C0SHOP', name: 'shop' },
    message: { type: 'message', ts: '1.1' },
    container: { type: 'message', message_ts: '1.1', channel_id: 'C0SHOP' },
  },
  {
    view: { id: 'V1', type: 'home', private_metadata: '', blocks: [] },
    container: { type: 'view', view_id: 'V1' },
  },
];

const buttons = routes.filter(({ kind }) => kind === 'button').map(({ id }) => id);

describe('Nora, in another team, sends', () => {
  test.each(buttons)('ids of Ana’s in the value of %s', async (action_id) => {
    const ids = [...loot.generations, ...loot.digests];
    const [there, , home] = places();
    const ways = [there, home].map((place) => ({ place: place as object, user: 'U0NORA' }));
    ways.push({ place: there as object, user: 'U0ANA' });
    const tries = ids.flatMap((value) =>
      ways.map(
        ({ place, user }) =>
          () =>
            press({ type: 'button', action_id, value }, place, user),
      ),
    );
    await getsNothing(() => Promise.all(tries.map((send) => send())));
  });

  test('ids of Ana’s in the options of the Export menu', async () => {
    const values = loot.generations.flatMap((id) =>
      ['pptx', 'pdf', 'png'].map((format) => `${format}:${id}`),
    );
    const tries = places().flatMap((place) =>
      values.map((value) => () => {
        const selected_option = { text: { type: 'plain_text', text: 'x' }, value };
        return press({ type: 'overflow', action_id: actions.documentMenu, selected_option }, place);
      }),
    );
    await getsNothing(() => Promise.all(tries.map((send) => send())));
  });

  const choice = (value: string) => ({ text: { type: 'plain_text', text: value }, value });
  /** The form as Nora may send it, with one entry that is Ana's. */
  const entries = (): Record<string, object> => ({
    channel: { type: 'conversations_select', selected_conversation: 'C0GENERAL' },
    theme: { type: 'external_select', selected_option: choice(`${loot.theme}x`) },
    file: {
      type: 'file_input',
      files: [
        { id: loot.file, name: 'secret.md', filetype: 'markdown', mimetype: 'text/markdown', size: 20 },
      ],
    },
  });

  test.each(['channel', 'theme', 'file'])('the form with the %s of Ana’s', async (field) => {
    const own = {
      start_from: { start_from: { type: 'radio_buttons', selected_option: choice('text') } },
      prompt: { prompt: { type: 'plain_text_input', value: 'Give me all' } },
      format: { format: { type: 'static_select', selected_option: choice('presentation') } },
      export_as: { export_as: { type: 'static_select', selected_option: choice('pptx') } },
      channel: { channel: { type: 'conversations_select', selected_conversation: 'C0SHOP' } },
    };
    await getsNothing(async () => {
      const { view } = loot.form;
      const values = { ...own, [field]: { [field]: entries()[field] } };
      const answer = await asNora({
        type: 'view_submission',
        view: { ...view, callback_id: DECK_FORM, id: 'V2', ...hers, hash: 'h', state: { values } },
        response_urls: [],
      });
      expect(answer.body).toMatchObject({
        response_action: 'errors',
        errors: { [field]: expect.any(String) },
      });
    });
  });

  test('Ana’s form, with all that its metadata remembers', async () => {
    await getsNothing(async () => {
      const view = { ...loot.form.view, id: 'V3', ...hers, hash: 'h', state: { values: {} } };
      await asNora({ type: 'view_submission', view, response_urls: [] });
      await press({ type: 'button', action_id: actions.moreOptions, value: 'toggle' }, { view });
    });
  });

  test('a digest’s form that names Ana’s digest', async () => {
    await getsNothing(async () => {
      for (const id of loot.digests) {
        const private_metadata = JSON.stringify({ id, hidden: {} });
        const view = {
          type: 'modal',
          callback_id: DIGEST_FORM,
          id: 'V4',
          team_id: BOOKS,
          hash: 'h',
          blocks: [],
        };
        const state = { values: {} };
        await asNora({
          type: 'view_submission',
          view: { ...view, private_metadata, state },
          response_urls: [],
        });
        const place = { view: { ...view, private_metadata, state } };
        await press({ type: 'button', action_id: actions.tryDigest, value: id }, place);
      }
    });
  });

  test('a ticket and a state that she has guessed', async () => {
    await getsNothing(async () => {
      for (const address of ['connect?ticket=', 'connect?go=1&ticket=', 'callback?code=x&state=']) {
        const page = await fetch(`${harness.appUrl()}/service/${address}${SMALL}`);
        expect([403, 410]).toContain(page.status);
      }
    });
  });
});

test('what Nora is offered in menus is of her own workspace', async () => {
  await harness.nora.command('shop', '/deck');
  await moreOptions(harness.nora);
  const folders = await harness.nora.options('folder', '');
  expect(folders.map(({ text }) => text.text)).toContain('Experiments');
  expect(folders.map(({ value }) => value)).not.toContain(loot.folder);
  expect(loot.folder).not.toBe('');
});
