import type { Installation } from '@slack/oauth';

/** The part of Slack's OAuth response that Deckhand stores for a team, encrypted. */
export interface TeamInstallation {
  /** Id of the workspace. For an installation in a whole organisation, id of the organisation. */
  team: string;
  name?: string;
  isOrgWide: boolean;
  bot: { token: string; id: string; userId: string; scopes: string[] };
  /** Slack user id of the person who installed Deckhand. */
  person: string;
  appId?: string;
  /** Time of the installation, in milliseconds since the epoch. */
  installedAt: number;
}

/** Converts Slack's OAuth response to our format. @throws if the response has no bot user or no team */
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

/** Converts an installation to the format with which Slack's SDK authorizes requests. */
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
