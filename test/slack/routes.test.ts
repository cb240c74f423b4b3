import { expect, it } from 'vitest';
import * as ids from '../../src/slack/bolt/routes/action-ids.ts';
import { routes } from '../../src/slack/bolt/routes/routes.ts';
import { createHarness } from '../support/harness/slack.ts';
import { press, submission } from '../support/harness/slack-requests.ts';
import { allowErrors } from '../support/log-errors.ts';

allowErrors(/database at rest/);

const { actions, ...callbacks } = ids;
const rowsOf = (kind: string) => routes.filter((route) => route.kind === kind);

it('everything that has a name has one row', () => {
  const names = routes.map(({ kind, id }) => `${kind} ${id}`);
  expect(names).toEqual([...new Set(names)]);
  const listened = routes.map(({ id }) => id);
  expect(
    [...Object.values(actions), ...Object.values(callbacks)].filter((id) => !listened.includes(id)),
  ).toEqual([]);
});

it('who may click what is a decision, not an accident', () => {
  const limited = routes.filter(({ who }) => !['anyone', 'anyoneHere', 'everybody'].includes(who));
  expect(Object.fromEntries(limited.map(({ id, who }) => [id, who]))).toEqual({
    document_share: 'asker',
    document_share_form: 'asker',
    generation_stop: 'askerOrAdmin',
    generation_dismiss: 'asker',
    generation_follow_again: 'askerOrAdmin',
    generation_archive: 'askerOrAdmin',
    document_comments_watch: 'askerOrAdmin',
    document_comments_unwatch: 'askerOrAdmin',
    document_readers: 'askerOrAdmin',
    document_readers_by_name: 'askerOrAdmin',
    document_reader: 'askerOrAdmin',
    change_form: 'askerOrAdmin',
    document_change: 'askerOrAdmin',
    document_comments_form: 'askerOrAdmin',
    settings_audit_trail: 'admin',
    settings_team: 'admin',
    document_delete: 'askerOrAdmin',
    document_delete_form: 'askerOrAdmin',
    generation_try_again: 'askerOrAdmin',
    generation_leave_it: 'askerOrAdmin',
    generation_post_found: 'asker',
    generation_decline_found: 'asker',
    generation_retry: 'dependsOnGeneration',
    connect_policy: 'admin',
    digest_pause: 'ownerOrAdmin',
    digest_resume: 'ownerOrAdmin',
    digest_run: 'ownerOrAdmin',
    digest_change: 'ownerOrAdmin',
    make_document: 'checkedByHandler',
    list_themes: 'checkedByHandler',
    api_key_form: 'checkedByHandler',
    connect_code_form: 'checkedByHandler',
    digest_feedback_form: 'checkedByHandler',
    disconnect_form: 'checkedByHandler',
    digest_form: 'checkedByHandler',
    budget_open: 'admin',
    budget_decline: 'admin',
    budget_form: 'checkedByHandler',
    budget_exception: 'admin',
    budget_exception_channels: 'admin',
    budget_exception_form: 'checkedByHandler',
    budget_exception_people: 'admin',
    usage_team: 'admin',
    usage_file: 'admin',
    settings_forget: 'checkedByHandler',
    settings_form: 'checkedByHandler',
    settings_erase_person: 'admin',
    erase_person_form: 'checkedByHandler',
  });
});

it.each(rowsOf('button').map(({ id }) => id))('%s is acknowledged, whatever its value', async (id) => {
  const harness = createHarness();
  expect((await harness.send(press({ action_id: id, value: 'nonsense' }))).acked).toBe(true);
});

it('a form that fails is not taken for one that was accepted', async () => {
  const harness = createHarness();
  harness.slack.defaults.set = () => Promise.reject(new Error('database at rest'));
  const view = { id: 'V1', callback_id: ids.SETTINGS_FORM, private_metadata: '', state: { values: {} } };
  expect((await harness.send(submission(view))).acked).toBe(false);
  expect(harness.made('chat.postMessage')).toMatchObject([{ channel: 'UANA' }]);
});
