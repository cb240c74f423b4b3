import type { Slack } from '../slack.ts';
import { letters, newId, newSecret } from './ids.ts';
import { isDirect, openDirect } from './membership.ts';
import type { Installation, Person, Team } from './model.ts';

/** Puts the app into a team: a bot user, a token, and a direct conversation with everyone. */
export function install(slack: Slack, team: Team, scopes: string[], token?: string): Installation {
  const before = team.installation;
  const bot = team.people.find((person) => person.role === 'bot') ?? addBot(slack, team);
  const installation: Installation = {
    botUserId: bot.id,
    botId: before?.botId ?? newId('B'),
    botToken: token ?? before?.botToken ?? `xoxb-${letters(11)}-${newSecret()}`,
    scopes: [...scopes],
  };
  team.installation = installation;
  for (const person of team.people) {
    if (person.role !== 'bot') {
      openDirect(slack.workspace, team, [person.id, bot.id], slack.clock.now());
    }
  }
  slack.workspace.changed({ kind: 'installed', team });
  return installation;
}

/** Takes the app out of a team. Slack sends both events, in any order; the token is dead at once. */
export function uninstall(slack: Slack, team: Team): void {
  const { installation } = team;
  if (!installation) return;
  slack.emit(team.id, { type: 'tokens_revoked', tokens: { oauth: [], bot: [installation.botUserId] } });
  slack.emit(team.id, { type: 'app_uninstalled' });
  slack.workspace.revokedTokens.add(installation.botToken);
  team.installation = null;
  team.homes = {};
  for (const channel of team.channels) {
    if (isDirect(channel)) continue;
    channel.members = channel.members.filter((member) => member !== installation.botUserId);
  }
  slack.workspace.changed({ kind: 'uninstalled', team });
}

function addBot(slack: Slack, team: Team): Person {
  const name = slack.manifest.features.bot_user?.display_name ?? slack.manifest.display_information.name;
  const bot: Person = {
    id: newId('U'),
    name,
    handle: name.toLowerCase().replace(/[^a-z0-9]+/g, ''),
    title: slack.manifest.display_information.description,
    initials: name.slice(0, 1).toUpperCase(),
    color: '#4a154b',
    role: 'bot',
    tz: 'UTC',
    email: '',
  };
  team.people.push(bot);
  return bot;
}
