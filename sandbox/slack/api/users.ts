import { z } from 'zod';
import { SlackFault } from '../fault.ts';
import { userForApp } from '../shapes/user.ts';
import { findPerson } from '../workspace/workspace.ts';
import { count, flag, maybe, required } from './call/args.ts';
import { method } from './call/method.ts';
import { pageOf } from './call/paging.ts';
import { SPECIAL, TIER_2, TIER_3, TIER_4 } from './call/rates.ts';

const authTest = method({
  rate: SPECIAL,
  args: z.object({}),
  handle: ({ slack, team, installation }) => ({
    url: `${slack.url()}/`,
    team: team.name,
    user: findPerson(team, installation.botUserId)?.handle ?? '',
    team_id: team.id,
    user_id: installation.botUserId,
    bot_id: installation.botId,
    is_enterprise_install: false,
  }),
});

/** Lists the one workspace of the token. The stand-in has no organisations. */
const authTeamsList = method({
  rate: TIER_2,
  args: z.object({ cursor: maybe, limit: count }),
  handle: ({ team }) => ({
    teams: [{ id: team.id, name: team.name }],
    response_metadata: { next_cursor: '' },
  }),
});

const info = method({
  scopes: ['users:read'],
  rate: TIER_4,
  args: z.object({ user: required, include_locale: flag }),
  handle({ slack, team }, args) {
    const person = findPerson(team, args.user);
    if (!person) throw new SlackFault('user_not_found');
    const locale = args.include_locale ? { locale: 'en-US' } : {};
    return { user: { ...userForApp(slack, team, person), ...locale } };
  },
});

const list = method({
  scopes: ['users:read'],
  rate: TIER_2,
  args: z.object({ cursor: maybe, limit: count, include_locale: flag }),
  handle({ slack, team }, args) {
    const { items, response_metadata } = pageOf(team.people, args.cursor, args.limit || team.people.length);
    return {
      members: items.map((person) => userForApp(slack, team, person)),
      cache_ts: Math.floor(slack.clock.now() / 1000),
      response_metadata,
    };
  },
});

const botsInfo = method({
  scopes: ['users:read'],
  rate: TIER_3,
  args: z.object({ bot: required }),
  handle({ slack, team, installation }, args) {
    if (args.bot !== installation.botId) throw new SlackFault('bot_not_found');
    return {
      bot: {
        id: installation.botId,
        deleted: false,
        name: findPerson(team, installation.botUserId)?.name ?? '',
        updated: Math.floor(slack.clock.now() / 1000),
        app_id: slack.app.id,
        user_id: installation.botUserId,
        icons: {},
      },
    };
  },
});

const groupList = method({
  scopes: ['usergroups:read'],
  rate: TIER_2,
  args: z.object({ include_disabled: flag, include_count: flag, include_users: flag }),
  handle: ({ team }) => ({
    usergroups: (team.groups ?? []).map(({ users, ...group }) => ({
      ...group,
      team_id: team.id,
      is_usergroup: true,
      user_count: users.length,
    })),
  }),
});

const groupMembers = method({
  scopes: ['usergroups:read'],
  rate: TIER_2,
  args: z.object({ usergroup: required, include_disabled: flag }),
  handle({ team }, args) {
    const group = (team.groups ?? []).find(({ id }) => id === args.usergroup);
    if (!group) throw new SlackFault('no_such_subteam');
    return { users: group.users };
  },
});

export const userMethods = {
  'auth.test': authTest,
  'auth.teams.list': authTeamsList,
  'users.info': info,
  'users.list': list,
  'bots.info': botsInfo,
  'usergroups.list': groupList,
  'usergroups.users.list': groupMembers,
};
