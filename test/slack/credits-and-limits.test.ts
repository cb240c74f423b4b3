import { expect, test } from 'vitest';
import type { OpenRequest } from '../../src/generations/credit-requests.ts';
import { requestMessage } from '../../src/slack/kit/admin-requests.ts';
import { createHarness } from '../support/harness/slack.ts';
import { press } from '../support/harness/slack-requests.ts';
import { buttonsOf, stringsIn, wordsOf } from '../support/reading.ts';

/** Ana is an admin, and sets the limits of Ben, who has asked for more. */

function anaTheAdmin() {
  const harness = createHarness({ roleOf: async () => 'admin' });
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
    'They have used *6 of 150 credits* this month, and asked for about 160: *166* is the least that lets them go on. <#C1> has used *0 of 60 credits* this month: *160* is the least there. All of these limits have to allow it.',
  );
  expect(buttonsOf(message)).toEqual([
    'Change this person’s limit…',
    'Change this channel’s limit…',
    'All limits…',
  ]);
});

test.each([
  ['budget_exception_people', 'UBEN', 166],
  ['budget_exception_channels', 'C1', 160],
])('the form behind %s proposes the least limit that is enough', async (action_id, value, least) => {
  const harness = anaTheAdmin();
  harness.generations.openRequests = async () => [overTwoLimits];
  await harness.send(press({ action_id, value }));
  expect(stringsIn(harness.made('views.update').at(-1)).split('\n')).toContain(String(least));
});
