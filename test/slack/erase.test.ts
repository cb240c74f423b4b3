import { expect, test } from 'vitest';
import type { AuditLine } from '../../src/settings/audit.ts';
import { renderMessage } from '../../src/slack/mention/person-messages.ts';
import { createHarness } from '../support/harness/slack.ts';
import { opened, press, pressInView, submission } from '../support/harness/slack-requests.ts';
import { buttonsOf, stringsIn, wordsOf } from '../support/reading.ts';

/** Admins erase other people. If an admin is erased, other admins are told the pseudonym. */

const PSEUDONYM = 'erased-00000000';

/** Ana is the one who clicks. @param admins ids of the admins, whom Slack lists */
function create(admins: string[]) {
  const erased: string[] = [];
  const lines: AuditLine[] = [];
  const harness = createHarness({
    audit: { record: async (line) => void lines.push(line), of: async () => [] },
    ownData: {
      export: async () => ({}),
      erase: async ({ person }) => {
        erased.push(person);
        return { pseudonym: PSEUDONYM };
      },
    },
  });
  const user = (id: string) => ({ id, team_id: 'T1', is_admin: admins.includes(id) });
  harness.answers['users.info'] = ({ user: id = '' }) => ({ user: user(id) });
  harness.answers['users.list'] = { members: admins.map(user) };
  harness.slack.threads.names = async (_, { people }) =>
    new Map([...people].map((id) => [id, `Name of ${id}`]));
  const told = () => harness.made('message').map(({ actor, kind }) => `${kind} ${actor.person}`);

  async function confirmed(entries: Record<string, string>) {
    await harness.send(
      pressInView(
        { action_id: 'settings_erase_person', value: 'team' },
        opened({ type: 'modal', blocks: [] }),
      ),
    );
    const form = harness.made('views.push').at(-1)?.view;
    const chosen = {
      ...(entries.person && { erase_person: { type: 'users_select', selected_user: entries.person } }),
      ...(entries.id && { erase_member: entries.id }),
    };
    return (await harness.send(submission(opened(form, chosen)))).answer as {
      view?: object;
      errors?: object;
    };
  }
  const confirm = (view: object | undefined) => harness.send(submission(opened(view)));
  return { harness, erased, lines, told, confirmed, confirm };
}

test('an admin erases a person after a question with the name, by the function that people use themselves', async () => {
  const { harness, erased, lines, told, confirmed, confirm } = create(['UANA', 'UADA']);
  const { view = {} } = await confirmed({ person: 'UBEN' });
  expect(wordsOf(view as never)).toContain('Erase what Deckhand keeps about Name of UBEN (UBEN)?');
  expect(erased).toEqual([]);
  await confirm(view);
  expect(erased).toEqual(['UBEN']);
  expect(lines).toEqual([{ team: 'T1', person: 'UANA', what: 'person erased', via: 'settings' }]);
  const shown = wordsOf(harness.made('views.update').at(-1)?.view);
  expect(shown).toContain('Erased. In usage and audit trail, a pseudonym stands for <@UBEN> now.');
  expect(told()).toEqual(['person_erased UBEN']);
  expect(JSON.stringify([shown, harness.made('message').map(({ origin, ...sent }) => sent)])).not.toContain(
    PSEUDONYM,
  );
});

test('the question says that messages in Slack keep the name', async () => {
  const { confirmed } = create(['UANA']);
  const { view = {} } = await confirmed({ person: 'UBEN' });
  expect(wordsOf(view as never)).toContain('Messages that Deckhand has posted in Slack keep the name.');
});

test('an id of nobody is refused in the field, unless something is kept about it', async () => {
  const { harness, lines, confirmed } = create(['UANA']);
  const { 'users.info': found } = harness.answers;
  harness.answers['users.info'] = (asked: { user?: string }) =>
    asked.user === 'UNOBODY'
      ? { ok: false, error: 'user_not_found' }
      : (found as (asked: object) => object)(asked);
  expect((await confirmed({ id: 'UNOBODY' })).errors).toEqual({
    erase_member: 'Slack does not know this ID, and Deckhand keeps nothing about it.',
  });
  expect(lines).toEqual([]);
  harness.slack.ownData.export = async () => ({ audit: [{ what: 'settings' }] });
  expect((await confirmed({ id: 'UNOBODY' })).errors).toBeUndefined();
});

test('a person who has left gets no message about the erasure', async () => {
  const { harness, told, confirmed, confirm } = create(['UANA']);
  harness.answers['users.info'] = ({ user: id = '' }) => ({
    user: { id, team_id: 'T1', is_admin: id === 'UANA', deleted: id === 'UBEN' },
  });
  await confirm((await confirmed({ person: 'UBEN' })).view);
  expect(told()).toEqual([]);
});

test('a person who has left is erased by the member ID', async () => {
  const { erased, confirmed, confirm } = create(['UANA']);
  expect((await confirmed({ id: 'ben' })).errors).toEqual({ erase_member: 'This is not a member ID.' });
  expect((await confirmed({})).errors).toEqual({ erase_person: 'Choose a person, or enter a member ID.' });
  expect((await confirmed({ person: 'UBEN', id: 'UADA' })).errors).toBeDefined();
  await confirm((await confirmed({ id: ' UGONE ' })).view);
  expect(erased).toEqual(['UGONE']);
});

test('nobody but an admin erases another person, also with a forged form', async () => {
  const { harness, erased, confirmed, confirm } = create(['UANA']);
  const { view } = await confirmed({ person: 'UBEN' });
  harness.answers['users.info'] = { user: { id: 'UANA', team_id: 'T1', is_admin: false } };
  const { answer } = await confirm(view);
  expect(stringsIn(answer)).toContain('Only Slack admins and owners can erase other people.');
  expect(erased).toEqual([]);
});

test('if an admin erases another admin, this admin and the others are told once; the line has the pseudonym', async () => {
  const { told, lines, confirmed, confirm } = create(['UANA', 'UADA', 'UCLEO']);
  await confirm((await confirmed({ person: 'UADA' })).view);
  expect(lines).toMatchObject([{ person: 'UANA', object: PSEUDONYM }]);
  expect(told()).toEqual(['person_erased UADA', 'person_erased UCLEO']);
});

test.each([
  ['an admin', ['UANA', 'UADA', 'UCLEO'], ['person_erased UADA', 'person_erased UCLEO']],
  ['the only admin', ['UANA'], []],
  ['a member', ['UADA'], []],
])('%s who erases themselves: the line stays, and the other admins are told', async (_, admins, expected) => {
  const { harness, lines, told } = create(admins);
  await harness.send(press({ action_id: 'settings_erase_own_data', value: 'me' }));
  expect(lines).toEqual([{ team: 'T1', person: PSEUDONYM, what: 'person erased', via: 'settings' }]);
  expect(told()).toEqual(expected);
});

test('a double click gives both messages the same id, so one is posted', async () => {
  const { harness } = create(['UANA', 'UADA']);
  const click = press({ action_id: 'settings_erase_own_data', value: 'me' });
  await harness.send(click);
  await harness.send(click);
  expect(new Set(harness.made('message').map(({ origin }) => origin)).size).toBe(1);
});

test('the messages say who was erased, by whom, and the pseudonym', async () => {
  const { harness } = create([]);
  const text = async (by: string, person = 'UCLEO') => {
    const acting = { actor: { team: 'T1', person }, client: {} as never };
    const payload = { kind: 'person_erased', erased: 'UANA', by, pseudonym: PSEUDONYM } as const;
    const rendered = await renderMessage(acting, payload, harness.slack);
    return rendered && !(rendered.message instanceof Function) ? rendered.message.text : '';
  };
  expect(await text('UANA')).toBe(
    '<@UANA> erased what Deckhand keeps about them. In the audit trail, they are now `erased-00000000`.',
  );
  expect(await text('UADA')).toBe(
    '<@UADA> erased what Deckhand keeps about <@UANA>. In the audit trail, <@UANA> is now `erased-00000000`.',
  );
  expect(await text('UADA', 'UANA')).toContain('<@UADA> erased what Deckhand keeps about you.');
});

test('the button is beside the audit trail, for admins', async () => {
  const { harness } = create(['UANA']);
  await harness.send(press({ action_id: 'settings_team', value: 'home' }));
  expect(buttonsOf(harness.made('views.update').at(-1)?.view)).toEqual(
    expect.arrayContaining(['Audit trail (CSV)', 'Erase a person…']),
  );
});
