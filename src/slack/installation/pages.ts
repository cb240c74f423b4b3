import type { Page } from '../../http/page.ts';
import type { TeamInstallation } from './installation.ts';

/** Builds the page after a successful installation. @param slackUrl Slack's URL, such as `https://slack.com` */
export function installedPage(
  { name, team, appId, isOrgWide }: TeamInstallation,
  { slackUrl, serviceName }: { slackUrl: string; serviceName: string },
): Page {
  const where = name ?? (isOrgWide ? 'your organisation' : 'your workspace');
  const query = new URLSearchParams({ ...(appId && { app: appId }), team });
  return {
    status: 200,
    title: `Deckhand is in ${where}`,
    mood: 'good',
    lines: [
      `Deckhand has just written to you in Slack with what comes next: connecting it to ${serviceName}, and the first deck.`,
    ],
    next: { label: 'Go to Slack', href: `${slackUrl}/app_redirect?${query}` },
  };
}

/**
 * Builds the page after an installation was cancelled or has failed.
 * @param code error code of Slack, of its SDK or of the installer
 * @param publicUrl the setting `PUBLIC_URL`, which may contain a path
 */
export function notInstalledPage(code: string, publicUrl: string): Page {
  const again = { label: 'Start again', href: `${publicUrl}/slack/install` };
  const calm = { mood: 'calm' as const, next: again };
  if (code === 'slack_oauth_installer_authorization_error') {
    return {
      ...calm,
      status: 200,
      title: 'Nothing was installed',
      lines: ['You chose not to let Deckhand into Slack. Nothing has changed there.'],
    };
  }
  if (code === 'deckhand_install_busy') {
    return {
      ...calm,
      status: 429,
      title: 'Too many installations at once',
      lines: ['Nothing was installed. Start again in a minute.'],
    };
  }
  if (isOutdated(code)) {
    return {
      ...calm,
      status: 400,
      title: 'This page is out of date',
      lines: ['Installing can be finished once, within ten minutes, and in the browser it was begun in.'],
    };
  }
  return {
    status: 502,
    mood: 'bad',
    title: 'Slack did not finish the installation',
    lines: [
      'Nothing was installed. Try again in a moment.',
      'If it stays like this, tell whoever runs Deckhand: the reason is in its log.',
    ],
    next: again,
  };
}

function isOutdated(code: string): boolean {
  return /state|missing_code|install_expired|invalid_code|code_already_used|code_expired/.test(code);
}
