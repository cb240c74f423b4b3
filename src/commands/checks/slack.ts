import { z } from 'zod';
import type { Config } from '../../config.ts';
import type { TeamInstallation } from '../../slack/installation/installation.ts';
import { BOT_SCOPES } from '../../slack/installation/installer.ts';
import type { CheckContext, Finding } from '../doctor.ts';

/** Slack refuses requests that are older than five minutes, and so does Deckhand with Slack's. */
const CLOCK_FAULT_S = 240;
const CLOCK_WARNING_S = 30;

/** Whether Slack can be reached, takes the tokens, and has given every scope; and this machine's clock beside Slack's. */
export async function checkSlack(
  config: Config,
  installations: TeamInstallation[],
  context: CheckContext,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (config.SLACK_BOT_TOKEN) findings.push(...(await checkBot(config, config.SLACK_BOT_TOKEN, context)));
  else findings.push(...(await checkTeams(config, installations, context)));
  if (config.SLACK_APP_TOKEN) findings.push(await checkSocket(config, config.SLACK_APP_TOKEN, context));
  return findings;
}

const answerOf = z.looseObject({
  ok: z.boolean(),
  error: z.string().optional(),
  team: z.string().optional(),
});

async function call(config: Config, method: string, token: string | undefined, { fetch }: CheckContext) {
  const response = await fetch(`${config.SLACK_API_URL ?? 'https://slack.com/api/'}${method}`, {
    method: 'POST',
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  return { headers: response.headers, body: answerOf.parse(await response.json()) };
}

async function checkBot(config: Config, token: string, context: CheckContext): Promise<Finding[]> {
  try {
    const { headers, body } = await call(config, 'auth.test', token, context);
    if (!body.ok) return [refused('SLACK_BOT_TOKEN', body.error)];
    const scopes =
      headers
        .get('x-oauth-scopes')
        ?.split(',')
        .map((scope) => scope.trim()) ?? [];
    return [scopesOf(`team ${body.team ?? ''}`.trim(), scopes), ...checkClock(headers.get('date'), context)];
  } catch (error) {
    return [unreachable(error as Error)];
  }
}

async function checkTeams(
  config: Config,
  installations: TeamInstallation[],
  context: CheckContext,
): Promise<Finding[]> {
  try {
    const { headers } = await call(config, 'api.test', undefined, context);
    const behind = installations
      .map(({ name, team, bot }) => scopesOf(`team ${name ?? team}`, bot.scopes))
      .filter(({ state }) => state !== 'ok');
    const says = `can be reached; ${installations.length} teams looked at`;
    return [{ state: 'ok', about: 'Slack', says }, ...behind, ...checkClock(headers.get('date'), context)];
  } catch (error) {
    return [unreachable(error as Error)];
  }
}

async function checkSocket(config: Config, token: string, context: CheckContext): Promise<Finding> {
  try {
    const { body } = await call(config, 'apps.connections.open', token, context);
    if (!body.ok) return refused('SLACK_APP_TOKEN', body.error);
    return { state: 'ok', about: 'Slack', says: 'Socket Mode: a socket can be opened' };
  } catch (error) {
    return unreachable(error as Error);
  }
}

function scopesOf(whose: string, has: string[]): Finding {
  const missing = BOT_SCOPES.filter((scope) => !has.includes(scope));
  if (missing.length === 0) return { state: 'ok', about: 'Slack', says: `${whose}: every scope is there` };
  const todo = 'Put the manifest of this version at Slack (deckhand manifest), and install the app again.';
  return { state: 'fault', about: 'Slack', says: `${whose} lacks ${missing.join(', ')}`, todo };
}

function refused(variable: string, error = 'no reason given'): Finding {
  const todo = 'Copy it again from the app at api.slack.com/apps.';
  return { state: 'fault', about: 'Slack', says: `${variable} is not taken: ${error}`, todo };
}

function unreachable(error: Error): Finding {
  let reason = error;
  // A proxy's answer is three errors deep.
  while (reason.cause instanceof Error) reason = reason.cause;
  const todo =
    'Let this machine reach slack.com over HTTPS: look at its firewall, DNS, certificates, and HTTPS_PROXY where there is one.';
  return { state: 'fault', about: 'Slack', says: `cannot be reached: ${reason.message}`, todo };
}

function checkClock(date: string | null, { now }: CheckContext): Finding[] {
  const seconds = Math.round(Math.abs(now() - Date.parse(date ?? '')) / 1000);
  if (Number.isNaN(seconds)) return [];
  const says = `this machine's clock is ${seconds} s off Slack's`;
  if (seconds < CLOCK_WARNING_S) return [{ state: 'ok', about: 'clock', says: 'as Slack’s' }];
  const todo = 'Set it by NTP: what Slack sends is refused where it seems older than five minutes.';
  return [{ state: seconds < CLOCK_FAULT_S ? 'warning' : 'fault', about: 'clock', says, todo }];
}
