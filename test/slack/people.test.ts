import { describe, expect, it } from 'vitest';
import type { Digest } from '../../src/digests/digest.ts';
import type { Role } from '../../src/slack/bolt/permissions/roles.ts';
import { createPeople } from '../../src/slack/bolt/permissions/roles.ts';
import type { Route } from '../../src/slack/bolt/routes/route.ts';
import { routes } from '../../src/slack/bolt/routes/routes.ts';
import { versionOf } from '../../src/slack/kit/form/outdated.ts';
import { NO_FOR_MS } from '../../src/slack/kit/lookups/memberships.ts';
import { renderMessage } from '../../src/slack/mention/person-messages.ts';
import { policyOf } from '../../src/slack/settings/team-policy.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { createMovableClock } from '../support/harness/clock.ts';
import { createHarness, type Harness, playedSettings } from '../support/harness/slack.ts';
import {
  command,
  event,
  opened,
  press,
  pressInView,
  submission,
  suggestion,
} from '../support/harness/slack-requests.ts';
import { createTestLog } from '../support/log.ts';
import { allowErrors } from '../support/log-errors.ts';
import { wordsOf } from '../support/reading.ts';

// A step is handled again then.
allowErrors(/did not return the role of a person/);

/** Every row of the route table, sent by every kind of person: a new row is in here without a word about it. */

interface Kind {
  person: string;
  role: Role;
  /** Where they click; the generation and the digest are of C1. */
  channel?: string;
  guestsAreLetIn?: boolean;
  /** What the button names belongs to another team. */
  isOfOtherTeam?: true;
}

const kinds: Record<string, Kind> = {
  'who asked for it': { person: 'UANA', role: 'member' },
  'another member': { person: 'UBEN', role: 'member' },
  'a member elsewhere': { person: 'UBEN', role: 'member', channel: 'C2' },
  'an admin': { person: 'UADA', role: 'admin' },
  'a guest': { person: 'UGUS', role: 'guest' },
  'a guest who asked for it when that was open': { person: 'UANA', role: 'guest' },
  'a guest who is let in': { person: 'UGUS', role: 'guest', guestsAreLetIn: true },
  'somebody of another organisation': { person: 'UEXT', role: 'outsider' },
  'somebody of another organisation, where guests are let in': {
    person: 'UEXT',
    role: 'outsider',
    guestsAreLetIn: true,
  },
  'who asked for it, deactivated since': { person: 'UANA', role: 'outsider' },
  'who asked for it, removed from its private channel': { person: 'UANA', role: 'member', channel: 'C2' },
  'somebody whom Slack does not know': { person: 'UODD', role: 'unknown' },
};

const G1 = aGeneration({ id: 'g1' });
const DIGEST: Digest = {
  id: 'd1',
  team: 'T1',
  owner: 'UANA',
  channel: 'C1',
  schedule: { every: 'day', time: '09:00', zone: 'UTC' },
  focus: { topics: [], words: '' },
  choices: { format: 'presentation' },
  threshold: 5,
  quiet: 'say',
  deliverTo: { kind: 'channel' },
  state: 'active',
  createdAt: new Date(0),
};

const ON_GENERATIONS = ['anyoneHere', 'asker', 'askerOrAdmin', 'dependsOnGeneration'];

/** A request that the row listens to, as this person's Slack sends it. */
function requestFor({ kind, id, who }: Route, { person, channel = 'C1' }: Kind): object {
  const user = { id: person, username: person, team_id: 'T1' };
  switch (kind) {
    case 'command':
      return command('', { user_id: person, channel_id: channel });
    case 'shortcut':
      return { type: 'shortcut', callback_id: id, trigger_id: 't1', user };
    case 'message shortcut': {
      const message = { ts: '1.1', text: 'Hello', user: 'UANA' };
      const where = { channel: { id: channel, name: 'x' }, message, message_ts: '1.1' };
      return { type: 'message_action', callback_id: id, trigger_id: 't1', user, ...where };
    }
    case 'event':
      return event(events(person, channel)[id] ?? { type: id, user: person, channel });
    case 'step': {
      const inputs = {
        prompt: 'ten slides on spring',
        person,
        channel: 'C1',
        builder: { id: person, secret: 'x' },
      };
      const run = { function: { callback_id: id }, function_execution_id: 'Fx1', inputs };
      return event({ type: 'function_executed', ...run });
    }
    case 'button': {
      const value = ON_GENERATIONS.includes(who) ? 'g1' : 'd1 0';
      const option = { value: 'pptx:g1', text: { type: 'plain_text', text: 'x' } };
      const action = { type: 'button', action_id: id, value, selected_option: option };
      return press(action, { user, channel: { id: channel, name: 'x' } });
    }
    case 'menu':
      return { ...suggestion(id, ''), user };
    default:
      return submission(
        { ...opened({ blocks: [FIELD] }), callback_id: id, private_metadata: JSON.stringify({ id: 'g1' }) },
        { user },
      );
  }
}

const FIELD = {
  type: 'input',
  block_id: 'prompt',
  label: { type: 'plain_text', text: 'Prompt' },
  element: { type: 'plain_text_input', action_id: 'prompt' },
};

function events(user: string, channel: string): Record<string, object> {
  return {
    app_home_opened: { type: 'app_home_opened', tab: 'home', user, channel: 'D1' },
    app_mention: { type: 'app_mention', user, channel, ts: '1.5', text: '<@UBOT> ten slides on spring' },
    message: {
      type: 'message',
      channel_type: 'im',
      user,
      channel: 'D1',
      ts: '1.5',
      text: 'ten slides on spring',
    },
    link_shared: {
      ...{ type: 'link_shared', user, channel, message_ts: '1.5', source: 'conversations_history' },
      links: [{ url: G1.docUrl, domain: 'docs.example.com' }],
    },
    entity_details_requested: {
      ...{ type: 'entity_details_requested', user, channel, message_ts: '1.5' },
      ...{ trigger_id: 't1', entity_url: G1.docUrl },
    },
    tokens_revoked: { type: 'tokens_revoked', tokens: { bot: ['UBOT'] } },
  };
}

/** Sends it. @returns all that Deckhand said, and the names of all that it asked of the rest of itself */
async function send(route: Route, kind: Kind) {
  const touched: string[] = [];
  const harness = createHarness({
    roleOf: async () => kind.role,
    settings: playedSettings({ guests: kind.guestsAreLetIn ? 'yes' : 'no' }),
    once: async () => true,
  });
  harness.generations.put(kind.isOfOtherTeam ? { ...G1, team: 'T2' } : G1);
  harness.slack.digests.find = async () => (kind.isOfOtherTeam ? null : DIGEST);
  harness.answers['conversations.info'] = { channel: { id: 'C1', is_private: true } };
  harness.answers['users.info'] = { user: { id: kind.person, is_admin: kind.role === 'admin' } };
  // What a form is about is of C1, as Slack says who is there.
  const channels = kind.channel ? [] : ['C1'];
  harness.slack.accessOf = async ({ actor }) => ({ person: actor.person, channels, isPartial: false });
  watch(harness, touched);
  const { answer } = await harness.send(requestFor(route, kind));
  return { text: JSON.stringify([harness.calls, answer]), calls: harness.calls, answer, touched };
}

/** Notes each call of what can spend, change, or tell something of the service. */
function watch({ slack }: Harness, touched: string[]): void {
  const parts = [
    'generations',
    'documents',
    'digests',
    'proposals',
    'defaults',
    'catalogue',
    'connecting',
    'threads',
  ];
  for (const part of parts as (keyof typeof slack)[]) {
    const methods = slack[part] as Record<string, unknown>;
    for (const [name, method] of Object.entries(methods)) {
      if (typeof method !== 'function') continue;
      methods[name] = (...args: unknown[]) => {
        touched.push(`${part}.${name}`);
        return method(...args);
      };
    }
  }
}

const CLOSED = /not open to guests|works for the members of|did not say in time who you are/;
/** Says how Slack and Deckhand refuse what a link shows: nobody waits for a card, and Slack says what a panel would. */
const isLinkRefused: Record<string, (text: string) => boolean> = {
  link_shared: (text) => !text.includes('chat.unfurl'),
  entity_details_requested: (text) => text.includes('"restricted"'),
};
const isShut = ({ role, guestsAreLetIn = false }: Kind) =>
  role === 'outsider' || role === 'unknown' || (role === 'guest' && !guestsAreLetIn);
const cases = routes.flatMap((route) =>
  Object.entries(kinds).map(([name, kind]) => ({ row: `${route.kind} ${route.id}`, name, route, kind })),
);

describe('whom a row is for', () => {
  it.each(cases.filter(({ route, kind }) => route.who !== 'everybody' && isShut(kind)))(
    '$row is not for $name: nothing is done or told',
    async ({ route, kind }) => {
      const { text, calls, answer, touched } = await send(route, kind);
      // A guest reads whether they have asked the admins already, and which words wait until guests are allowed.
      const isOwn = /^generations\.(?:guestRequest|waitAsGuest)$|^threads\.plain$/;
      const others = touched.filter((name) => !isOwn.test(name));
      expect(others).toEqual([]);
      // A step is handled again later if Slack does not say who the person is.
      if (route.id === 'make_document' && kind.role === 'unknown') expect(text).not.toContain('function');
      else if (route.kind === 'menu') expect(answer).toEqual({ options: [] });
      else expect(isLinkRefused[route.id]?.(text) ?? CLOSED.test(text)).toBe(true);
      // A guest reads which admins can allow it.
      expect(calls.filter(({ method }) => method !== 'users.list').length).toBeLessThanOrEqual(1);
    },
  );

  it.each(cases.filter(({ route, kind }) => route.who === 'everybody' || !isShut(kind)))(
    '$row lets in $name',
    async ({ route, kind }) => {
      // Home says it to those who use what is for everybody there.
      if (route.who !== 'everybody' || !isShut(kind))
        expect((await send(route, kind)).text).not.toMatch(CLOSED);
    },
  );

  it('hardly anything is for everybody: what is their own or sent to them, plain links, and a guest’s request', () => {
    expect(routes.filter(({ who }) => who === 'everybody').map(({ id }) => id)).toEqual([
      'app_uninstalled',
      'tokens_revoked',
      'proposal_drop',
      'generation_open',
      'digest_delete',
      'digest_decline',
      'guest_ask_admin',
      'settings_own_data',
      'settings_erase_own_data',
      'words_opt_out',
      'words_opt_in',
    ]);
  });
});

/** By the rule on the row. */
function may({ who, id }: Route, { person, role }: Kind): boolean {
  if (who === 'admin') return role === 'admin';
  if (who === 'asker' || id === 'generation_retry') return person === 'UANA';
  if (who === 'askerOrAdmin' || who === 'ownerOrAdmin') return person === 'UANA' || role === 'admin';
  return true;
}

const isLimited = ({ who }: Route) => ON_GENERATIONS.includes(who) || ['ownerOrAdmin', 'admin'].includes(who);
const clicks = cases.filter(({ route, kind }) => isLimited(route) && !isShut(kind));

describe('who of them may click', () => {
  it.each(clicks.filter(({ kind }) => kind.channel !== 'C2'))('$row, $name', async ({ route, kind }) => {
    const { text } = await send(route, kind);
    expect(/"Only /.test(text)).toBe(!may(route, kind));
  });

  it.each(clicks.filter(({ route, kind }) => kind.channel === 'C2' && ON_GENERATIONS.includes(route.who)))(
    '$row: nobody who did not ask, outside the conversation',
    async ({ route, kind }) => {
      const { text, touched } = await send(route, kind);
      expect(text).toMatch(/no longer has this one/);
      expect(touched).toEqual(['generations.find']);
    },
  );
});

/** The columns of the table in the documentation. */
const columns: Record<string, Kind | undefined> = {
  'who asked': kinds['who asked for it'],
  admin: kinds['an admin'],
  member: kinds['another member'],
  'member of another channel': kinds['a member elsewhere'],
  'who asked, removed from the private channel': kinds['who asked for it, removed from its private channel'],
  guest: kinds['a guest'],
  'guest who is let in': kinds['a guest who is let in'],
  'other organisation': kinds['somebody of another organisation'],
  deactivated: kinds['who asked for it, deactivated since'],
  'admin of another team': { person: 'UADA', role: 'admin', isOfOtherTeam: true },
};

it('the table in the documentation says what each of them may do', async () => {
  const table: string[] = [];
  for (const route of routes.filter(({ id }) => !['app_uninstalled', 'tokens_revoked'].includes(id))) {
    const cells: string[] = [];
    for (const kind of Object.values(columns)) {
      const { text } = await send(route, kind as Kind);
      const isDenied =
        isLinkRefused[route.id]?.(text) ||
        CLOSED.test(text) ||
        /"Only |no longer has this one|This digest was deleted/.test(text);
      cells.push((route.kind === 'menu' ? isShut(kind as Kind) : isDenied) ? '–' : 'yes');
    }
    table.push(`| ${route.kind} \`${route.id}\` | ${cells.join(' | ')} |`);
  }
  await expect(
    [
      '# Who may do what',
      '',
      'Made by `test/slack/people.test.ts`, which sends each row of the route table as each kind of person. The document and the digest of a row',
      'belong to a member, who asked for them in a channel. Forms check more when they are submitted: what is chosen in them.',
      '',
      `| request | ${Object.keys(columns).join(' | ')} |`,
      `|---|${'---|'.repeat(Object.keys(columns).length)}`,
      ...table,
      '',
    ].join('\n'),
  ).toMatchFileSnapshot('../../docs/permissions.md');
});

describe('the settings of a team', () => {
  const settings = (scope: string, channel?: string) => ({
    ...opened({ type: 'modal', blocks: [] }),
    callback_id: 'settings_form',
    private_metadata: JSON.stringify({ scope, channel }),
  });

  it('let admins open Deckhand to guests, and nobody else', async () => {
    const teamSettings = playedSettings({ guests: 'no' });
    const harness = createHarness({ settings: teamSettings });
    const chosen = { type: 'static_select', selected_option: { value: 'yes' } };
    // The rules that the form showed when it was opened.
    const version = versionOf([policyOf(await teamSettings.of('T1'), harness.slack), {}]);
    const view = {
      ...settings('team'),
      private_metadata: JSON.stringify({ scope: 'team', version }),
      state: { values: { policy_guests: { policy_guests: chosen } } },
    };
    await harness.send(submission(view));
    expect(await teamSettings.of('T1')).toMatchObject({ guests: 'no' });
    harness.answers['users.info'] = { user: { id: 'UANA', is_admin: true } };
    await harness.send(submission(view));
    expect(await teamSettings.of('T1')).toMatchObject({ guests: 'yes' });
  });

  it('tell guests once that an admin has shut guests out, and what that means for them', async () => {
    const teamSettings = playedSettings({ guests: 'yes' });
    const harness = createHarness({ settings: teamSettings });
    harness.answers['users.info'] = { user: { id: 'UANA', is_admin: true } };
    const shutOut: string[] = [];
    harness.generations.guestsShutOut = async (team, by) => void shutOut.push(`${team} ${by}`);
    const save = async () => {
      const chosen = { type: 'static_select', selected_option: { value: 'no' } };
      const version = versionOf([policyOf(await teamSettings.of('T1'), harness.slack), {}]);
      await harness.send(
        submission({
          ...settings('team'),
          private_metadata: JSON.stringify({ scope: 'team', version }),
          state: { values: { policy_guests: { policy_guests: chosen } } },
        }),
      );
    };
    await save();
    await save();
    expect(shutOut).toEqual(['T1 UANA']);

    const acting = { actor: { team: 'T1', person: 'UGUS' }, client: {} as never };
    const given = { kind: 'guests_shut_out' as const, by: 'UANA' };
    const read = async () => wordsOf((await renderMessage(acting, given, harness.slack))?.message as object);
    const stays =
      /^<@UANA> has shut guests out .* stays where it was posted.*A Slack admin can change or delete it/;
    expect(await read()).toMatch(stays);
    expect(await read()).not.toContain('digests');
    harness.slack.digests.ownedBy = async () => [DIGEST];
    expect(await read()).toMatch(/Your digests pause at their next run\..*\*Not now\*/);
    await teamSettings.set('T1', { guests: 'yes' });
    expect(await renderMessage(acting, given, harness.slack)).toBeNull();
  });

  it('show the defaults of a channel to nobody who may not set them, whatever the view says', async () => {
    const harness = createHarness();
    const asked: object[] = [];
    harness.slack.defaults.of = async (scope) => {
      asked.push(scope);
      return {};
    };
    const chosen = { type: 'static_select', selected_option: { value: 'channel' } };
    const view = {
      ...settings('person', 'C9'),
      state: { values: { settings_scope: { settings_scope: chosen } } },
    };
    harness.answers['users.conversations'] = { channels: [] };
    await harness.send(pressInView({ action_id: 'settings_scope', type: 'static_select' }, view));
    expect(asked).toEqual([]);
    harness.answers['users.conversations'] = { channels: [{ id: 'C9' }] };
    await harness.slack.clock.sleep(NO_FOR_MS);
    await harness.send(pressInView({ action_id: 'settings_scope', type: 'static_select' }, view));
    expect(asked).toEqual([{ team: 'T1', kind: 'channel', id: 'C9' }]);
  });
});

it('Slack is asked once in five minutes what somebody is, and again at once where it did not say', async () => {
  const clock = createMovableClock();
  let asked = 0;
  let answer: object = { ok: true, user: { team_id: 'T1', is_restricted: true } };
  const info = async () => {
    asked += 1;
    if ('error' in answer) throw new Error('slow');
    return answer;
  };
  const { roleOf } = createPeople({ clock, log: createTestLog().log });
  const ask = () => roleOf({ actor: { team: 'T1', person: 'UGUS' }, client: { users: { info } } as never });
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['guest', 'guest', 'guest']);
  expect(asked).toBe(1);
  answer = { error: true };
  clock.move(5 * 60_000 + 1);
  expect([await ask(), await ask()]).toEqual(['unknown', 'unknown']);
  expect(asked).toBe(3);
});
