import type { Installation } from '@slack/oauth';

/** A team's installation: the part of Slack's answer that is used, stored sealed. */
export interface TeamInstallation {
  /** The workspace, or the organisation where Deckhand is installed org-wide. */
  team: string;
  name?: string;
  isOrgWide: boolean;
  bot: { token: string; id: string; userId: string; scopes: string[] };
  /** The person who installed it. */
  person: string;
  appId?: string;
  /** Milliseconds since the epoch. */
  installedAt: number;
}

/** @throws Error where Slack's answer lacks what Deckhand cannot do without */
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

/** As the Slack SDK wants it for every request. */
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
