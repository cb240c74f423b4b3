import type { Slack } from '../slack.ts';
import { letters, newId, newSecret } from './ids.ts';
import { isDirect, openDirect } from './membership.ts';
import type { Installation, Person, Team } from './model.ts';

/** Installs the app in a team: creates a bot user, a token and direct messages with everyone. */
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

/** Uninstalls the app from a team. Slack sends both events, in any order. The token stops working at once. */
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

/** Gives the installations of a restored workspace the current manifest's scopes, and the first one the given token. */
export function renewInstallation(slack: Slack, botToken: string | undefined): void {
  for (const team of slack.workspace.teams) if (team.installation) slack.slackbot.open(team);
  const installed = slack.workspace.teams.flatMap(({ installation }) => installation ?? []);
  for (const [at, installation] of installed.entries()) {
    installation.scopes = [...slack.manifest.oauth_config.scopes.bot];
    if (at === 0 && botToken) installation.botToken = botToken;
  }
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
