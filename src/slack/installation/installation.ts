import type { Installation } from '@slack/oauth';

/** A team's installation: the part of Slack's OAuth response that Deckhand uses. Installations are stored encrypted. */
export interface TeamInstallation {
  /** Id of the workspace, or of the organisation for an org-wide install. */
  team: string;
  name?: string;
  isOrgWide: boolean;
  bot: { token: string; id: string; userId: string; scopes: string[] };
  /** Id of the person who installed Deckhand. */
  person: string;
  appId?: string;
  /** Time of the installation, in milliseconds since the epoch. */
  installedAt: number;
}

/** Converts Slack's OAuth response to an installation. @throws if the response has no bot user or no team */
export function fromSlack(given: Installation, now: number): TeamInstallation {
  const { bot, appId } = given;
  const isOrgWide = given.isEnterpriseInstall ?? false;
  const owner = isOrgWide ? given.enterprise : given.team;
  if (!bot || !owner) throw new Error('Slack installed Deckhand without a bot user or without a team');
  return {
    team: owner.id,
    ...(owner.name && { name: owner.name }),
    isOrgWide,
    bot: { token: bot.token, id: bot.id, userId: bot.userId, scopes: bot.scopes },
    person: given.user.id,
    ...(appId && { appId }),
    installedAt: now,
  };
}

/** Converts an installation to the format that the Slack SDK needs to authorize a request. */
export function toSlack({ team, isOrgWide, bot, person }: TeamInstallation): Installation {
  return {
    team: isOrgWide ? undefined : { id: team },
    enterprise: isOrgWide ? { id: team } : undefined,
    isEnterpriseInstall: isOrgWide,
    user: { id: person, token: undefined, scopes: undefined },
    bot,
    authVersion: 'v2',
  };
}
