import type { Slack } from '../slack.ts';

/** After a restart the app comes with today's token and manifest, as if it had been installed again. */
export function renewInstallation(slack: Slack, botToken: string | undefined): void {
  const installed = slack.workspace.teams.filter((team) => team.installation);
  for (const [at, { installation }] of installed.entries()) {
    if (!installation) continue;
    installation.scopes = [...slack.manifest.oauth_config.scopes.bot];
    if (at === 0 && botToken) installation.botToken = botToken;
  }
}
