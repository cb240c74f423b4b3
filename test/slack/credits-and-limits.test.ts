import { describe, expect, test } from 'vitest';
import type { OpenRequest } from '../../src/generations/credit-requests.ts';
import type { AuditLine } from '../../src/settings/audit.ts';
import { budgetDeclinedMessage } from '../../src/slack/budget/messages.ts';
import { requestMessage } from '../../src/slack/kit/admin-requests.ts';
import { failureMessage } from '../../src/slack/result/failure-card.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { createHarness, type Given, playedSettings } from '../support/harness/slack.ts';
import { opened, press, pressInView, submission } from '../support/harness/slack-requests.ts';
import { buttonsOf, buttonValue, stringsIn, wordsOf } from '../support/reading.ts';

/** Ana is an admin, and sets the limits of Ben, who has asked for more. */

function anaTheAdmin(given: Given = {}) {
  const harness = createHarness({ roleOf: async () => 'admin', ...given });
  harness.answers['users.info'] = { user: { id: 'UANA', is_admin: true } };
  return harness;
}

/** Ben's request for 160 credits, which his limit and that of the channel do not allow. */
const overTwoLimits: OpenRequest = {
  ...{ person: 'UBEN', blocker: 'credits_of_person', used: 6, reserved: 0, limit: 150, needed: 160 },
  also: [{ blocker: 'credits_of_channel', used: 0, reserved: 0, limit: 60 }],
  channel: 'C1',
};

test('a request over two limits names both, and has a button for each', () => {
  const message = requestMessage(overTwoLimits, { serviceName: 'Gamma' });
  expect(wordsOf(message)).toContain(
    'They have used *6 of 150 credits* this month, and asked for about 160: *166* is the least that lets them go on, *200* leaves some room. <#C1> has used *0 of 60 credits* this month: *160* is the least there. All of these limits have to allow it.',
  );
  expect(buttonsOf(message)).toEqual([
    'Change this person’s limit…',
    'Change this channel’s limit…',
    'All limits…',
    'Not this time',
  ]);
});

test.each([
  ['budget_exception_people', 'UBEN', 200],
  ['budget_exception_channels', 'C1', 200],
])('the form behind %s proposes a round limit that leaves room', async (action_id, value, proposed) => {
  const harness = anaTheAdmin();
  harness.generations.openRequests = async () => [overTwoLimits];
  await harness.send(press({ action_id, value }));
  expect(stringsIn(harness.made('views.update').at(-1)).split('\n')).toContain(String(proposed));
});

test('the request of a person who may not spend opens the limits with this person added, and keeps the others', async () => {
  const harness = anaTheAdmin({ settings: playedSettings({ spenders: 'listed', spenderPeople: ['UANA'] }) });
  const request = requestMessage({ person: 'UBEN', blocker: 'not_a_spender' }, { serviceName: 'Gamma' });
  expect(buttonsOf(request)).toEqual(['Let this person spend…', 'Not this time']);
  await harness.send(press({ action_id: 'budget_open', value: buttonValue(request, 'budget_open') }));
  const { values } = opened(harness.made('views.update').at(-1).view).state;
  expect(JSON.stringify(values)).toContain('"selected_users":["UANA","UBEN"]');
  expect((await harness.slack.settings.of('T1')).spenderPeople).toEqual(['UANA']);
});

test('what a sentence has filled in stays in the form after a person’s limit was saved from it', async () => {
  const harness = anaTheAdmin();
  harness.answers['views.push'] = { view: { id: 'V2' } };
  await harness.send(press({ action_id: 'budget_open', value: 'person=2000' }));
  const limits = opened(harness.made('views.update').at(-1).view);
  await harness.send(pressInView({ action_id: 'budget_exception_people', value: 'people' }, limits));
  const exception = opened(harness.made('views.update').at(-1).view, {
    exception_people: { selected_users: ['UBEN'] },
    exception_credits: '50',
  });
  await harness.send(submission({ ...exception, previous_view_id: 'V1' }));
  expect((await harness.slack.settings.of('T1')).creditsOf).toEqual({ UBEN: 50 });
  const redrawn = opened(harness.made('views.update').at(-1).view);
  expect(redrawn.state.values.budget_person.budget_person.value).toBe('2000');
});

test('Ana says no to a request: it is closed for all admins, and is in the audit trail; a second no changes nothing', async () => {
  const lines: AuditLine[] = [];
  const audit = { record: async (line: AuditLine) => void lines.push(line), of: async () => [] };
  const harness = anaTheAdmin({ audit });
  const closed = [
    { channel: 'D1', ts: '1.1' },
    { channel: 'D2', ts: '2.2' },
  ];
  const asked: unknown[] = [];
  harness.generations.declineRequest = async (...given) => (asked.push(given) === 1 ? closed : null);
  const value = buttonValue(requestMessage(overTwoLimits, { serviceName: 'Gamma' }), 'budget_decline');
  const no = press({ action_id: 'budget_decline', value });
  await harness.send(no);
  await harness.send(no);
  expect(asked[0]).toEqual([{ team: 'T1', person: 'UBEN' }, false]);
  const updates = harness.made('chat.update');
  expect(updates).toMatchObject(closed);
  expect(wordsOf(updates[0])).toContain('Declined by <@UANA>. <@UBEN> gets a message.');
  expect(buttonsOf(updates[0])).toEqual([]);
  expect(lines).toEqual([
    {
      ...{ team: 'T1', person: 'UANA', via: 'message' },
      ...{ what: 'request declined', object: 'UBEN credits_of_person' },
    },
  ]);
  expect(wordsOf(harness.made('respond').at(-1))).toBe('This request was answered already.');
});

test('only admins can say no to a request', async () => {
  const harness = createHarness();
  const asked: unknown[] = [];
  harness.generations.declineRequest = async (...given) => (asked.push(given) > 0 ? [] : null);
  await harness.send(press({ action_id: 'budget_decline', value: 'UBEN credits_of_person' }));
  expect(asked).toEqual([]);
  expect(wordsOf(harness.made('respond').at(-1))).toContain('Only Slack admins');
});

test('the person whose request was declined reads what is possible now', () => {
  const told = wordsOf(budgetDeclinedMessage());
  expect(told).toContain('has declined your request this time. Nothing was spent.');
  expect(told).toContain('ask again tomorrow');
});

describe('two admins have the form of a limit open', () => {
  /** Opens the form. @returns a function that saves the limit */
  async function openForm(harness: ReturnType<typeof anaTheAdmin>, value: string) {
    await harness.send(press({ action_id: 'budget_exception_people', value }));
    const { view } = harness.made('views.update').at(-1) ?? {};
    return (limit: string, people?: string[]) =>
      harness.send(
        submission(
          opened(view, {
            exception_credits: { type: 'number_input', value: limit },
            ...(people && { exception_people: { type: 'multi_users_select', selected_users: people } }),
          }),
        ),
      );
  }
  const limitsNow = async ({ slack }: ReturnType<typeof anaTheAdmin>) =>
    (await slack.settings.of('T1')).creditsOf;

  test('of one person: the second to save overwrites nothing, and reads the newest limit', async () => {
    const harness = anaTheAdmin({ settings: playedSettings({ creditsOfPerson: 30 }) });
    const [first, second] = [await openForm(harness, 'UBEN'), await openForm(harness, 'UBEN')];
    await first('80');
    const answer = await second('39');
    expect(wordsOf(answer)).toMatch(/Another admin has changed these limits.*<@UBEN>: 80 credits/s);
    expect(buttonValue(answer, 'budget_exception_people')).toBe('UBEN');
    expect(await limitsNow(harness)).toEqual({ UBEN: 80 });
    await (await openForm(harness, 'UBEN'))('90');
    expect(await limitsNow(harness)).toEqual({ UBEN: 90 });
  });

  test('of one person, whose usual limit another admin raises meanwhile', async () => {
    const harness = anaTheAdmin({ settings: playedSettings({ creditsOfPerson: 30 }) });
    const save = await openForm(harness, 'UBEN');
    await harness.slack.settings.set('T1', { creditsOfPerson: 80 });
    expect(wordsOf(await save('39'))).toContain('<@UBEN>: 80 credits');
    expect(await limitsNow(harness)).toEqual({});
  });

  test('of several people: only a change of one of those chosen matters', async () => {
    const harness = anaTheAdmin({ settings: playedSettings({ creditsOf: { UBEN: 20 } }) });
    const [first, second, third] = [
      await openForm(harness, 'people'),
      await openForm(harness, 'people'),
      await openForm(harness, 'people'),
    ];
    await first('80', ['UCHLOE']);
    await second('50', ['UBEN', 'UDEV']);
    expect(wordsOf(await third('10', ['UCHLOE', 'UELIN']))).toContain('<@UCHLOE>: 80 credits');
    expect(await limitsNow(harness)).toEqual({ UBEN: 50, UCHLOE: 80, UDEV: 50 });
  });
});

test('a document that a limit stops after the yes says so truly, and the person can ask an admin for it', () => {
  const failure = { reason: 'credits_of_person' as const, needed: 31.2 };
  const failed = aGeneration({ state: 'failed', channel: 'C1', failure });
  const message = failureMessage(failed, { serviceName: 'Papermill' }, { reader: 'member' });
  expect(wordsOf(message)).toContain(
    'It takes more than what is left of this month’s credits for one person.',
  );
  expect(buttonValue(message, 'budget_ask_admin')).toBe('credits_of_person:32:C1');
  const toAdmin = failureMessage(failed, { serviceName: 'Papermill' }, { reader: 'admin' });
  expect(buttonsOf(toAdmin)).not.toContain('Ask an admin');
});
