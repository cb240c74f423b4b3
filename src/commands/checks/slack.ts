import { z } from 'zod';
import type { Config } from '../../config.ts';
import type { TeamInstallation } from '../../slack/installation/installation.ts';
import { BOT_SCOPES } from '../../slack/installation/installer.ts';
import { optionalScopes, optionalScopesWith } from '../../slack-client.ts';
import type { CheckContext, Finding } from '../doctor.ts';

/** Difference from Slack's clock that is reported as a fault, in seconds. Deckhand rejects requests that seem older than five minutes. */
const CLOCK_FAULT_S = 240;
/** Difference from Slack's clock that is reported as a warning, in seconds. */
const CLOCK_WARNING_S = 30;

const STEPS: Finding = {
  state: 'warning',
  about: 'Slack',
  says: 'the app adds steps to workflows, so it cannot be in Slack’s Marketplace',
  todo: 'For the Marketplace, print the manifest without --steps, and remove steps from SLACK_MANIFEST_OPTIONS.',
};

/** Checks that Slack can be reached, accepts the tokens and has granted every scope, and that this machine's clock agrees with Slack's. */
export async function checkSlack(
  config: Config,
  installations: TeamInstallation[],
  context: CheckContext,
): Promise<Finding[]> {
  const findings = config.SLACK_MANIFEST_OPTIONS.includes('steps') ? [STEPS] : [];
  if (config.SLACK_BOT_TOKEN) findings.push(...(await checkBot(config, config.SLACK_BOT_TOKEN, context)));
  else findings.push(...(await checkTeams(config, installations, context)));
  if (config.SLACK_SIGNING_SECRET) findings.push(checkSecret(config.SLACK_SIGNING_SECRET));
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
  const body = answerOf.safeParse(await response.json().catch(() => undefined));
  if (body.success) return { headers: response.headers, body: body.data };
  throw new Error(
    `the answer is not from Slack (HTTP ${response.status}); is there a proxy or a sign-in page?`,
  );
}

/** Checks only the format of the signing secret, because Slack has no method that checks the secret itself. */
function checkSecret(secret: string): Finding {
  const about = 'Slack';
  const todo =
    'If Slack shows “did not respond” for everything, look in the log for SLACK_SIGNING_SECRET: it is named when a request does not match.';
  if (/^[0-9a-f]{32}$/.test(secret))
    return {
      state: 'ok',
      about,
      says: 'SLACK_SIGNING_SECRET looks like one; only requests of Slack can prove it',
      todo,
    };
  return {
    state: 'warning',
    about,
    says: 'SLACK_SIGNING_SECRET is not 32 hexadecimal digits, as those of Slack are',
    todo,
  };
}

async function checkBot(config: Config, token: string, context: CheckContext): Promise<Finding[]> {
  try {
    const { headers, body } = await call(config, 'auth.test', token, context);
    if (!body.ok) return [refused('SLACK_BOT_TOKEN', body.error)];
    const whose = `team ${body.team ?? ''}`.trim();
    const scopes = headers
      .get('x-oauth-scopes')
      ?.split(',')
      .map((scope) => scope.trim());
    const granted = scopes
      ? [scopesOf(whose, scopes), ...optionalOf([{ whose, has: scopes }], config)]
      : [unknownScopes(whose)];
    return [...granted, ...checkClock(headers.get('date'), context)];
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
    const teams = installations.map(({ name, team, bot }) => ({
      whose: `team ${name ?? team}`,
      has: bot.scopes,
    }));
    const behind = teams.map(({ whose, has }) => scopesOf(whose, has)).filter(({ state }) => state !== 'ok');
    const says = `can be reached; ${installations.length} teams checked`;
    return [
      { state: 'ok', about: 'Slack', says },
      ...behind,
      ...optionalOf(teams, config),
      ...checkClock(headers.get('date'), context),
    ];
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

const INSTALL_AGAIN =
  'Update the manifest at Slack to the one of this version (deckhand manifest), and install the app again.';

function scopesOf(whose: string, has: string[]): Finding {
  const about = 'Slack';
  const missing = BOT_SCOPES.filter((scope) => !has.includes(scope));
  if (missing.length === 0) return { state: 'ok', about, says: `${whose}: all needed scopes are granted` };
  return { state: 'fault', about, says: `${whose} lacks ${missing.join(', ')}`, todo: INSTALL_AGAIN };
}

interface TeamScopes {
  whose: string;
  has: string[];
}

/** Reports each optional scope that a team lacks. This is only a warning, because an admin may have refused the scope. */
function optionalOf(teams: TeamScopes[], { SLACK_MANIFEST_OPTIONS: options }: Config): Finding[] {
  return optionalScopesWith(options).flatMap((scope): Finding[] => {
    const [first, ...others] = teams.filter(({ has }) => !has.includes(scope));
    if (!first) return [];
    const who =
      others.length > 0 ? `${others.length + 1} of ${teams.length} teams have` : `${first.whose} has`;
    const says = `${who} not granted ${scope}: ${optionalScopes[scope].without}`;
    return [{ state: 'warning', about: 'Slack', says, todo: INSTALL_AGAIN }];
  });
}

function unknownScopes(whose: string): Finding {
  const says = `${whose}: the token is accepted, but the answer does not name its scopes`;
  const todo =
    'A proxy may have removed the header x-oauth-scopes. Compare OAuth & Permissions at Slack with the manifest.';
  return { state: 'warning', about: 'Slack', says, todo };
}

function refused(variable: string, error = 'no reason given'): Finding {
  if (error === 'ratelimited') {
    const says = `${variable} could not be checked: Slack asks to wait`;
    return { state: 'warning', about: 'Slack', says, todo: 'Run this again in a minute.' };
  }
  const todo = 'Copy it again from the app at api.slack.com/apps.';
  return { state: 'fault', about: 'Slack', says: `${variable} is not accepted: ${error}`, todo };
}

function unreachable(error: Error): Finding {
  let reason = error;
  // The innermost error has the reason. A proxy's response is nested three errors deep.
  while (reason.cause instanceof Error) reason = reason.cause;
  const todo =
    'Let this machine reach slack.com over HTTPS: check its firewall, DNS, certificates, and HTTPS_PROXY if it is set.';
  return { state: 'fault', about: 'Slack', says: `cannot be reached: ${reason.message}`, todo };
}

function checkClock(date: string | null, { now }: CheckContext): Finding[] {
  const seconds = Math.round(Math.abs(now() - Date.parse(date ?? '')) / 1000);
  if (Number.isNaN(seconds)) return [];
  const says = `this machine's clock is ${seconds} s off Slack's`;
  if (seconds < CLOCK_WARNING_S) return [{ state: 'ok', about: 'clock', says: 'the same as Slack’s' }];
  const todo = 'Set it by NTP, because requests from Slack are refused if they seem older than five minutes.';
  return [{ state: seconds < CLOCK_FAULT_S ? 'warning' : 'fault', about: 'clock', says, todo }];
}
