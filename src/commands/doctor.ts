import { fetch as undiciFetch } from 'undici';
import { type Config, ConfigError, readConfig } from '../config.ts';
import type { Log } from '../log.ts';
import { createOutgoing } from '../service/http/outgoing.ts';
import { checkDatabase } from './checks/database.ts';
import { checkPort } from './checks/port.ts';
import { checkPublicUrl, checkService } from './checks/service.ts';
import { checkSlack } from './checks/slack.ts';

export interface Finding {
  /** A fault keeps Deckhand from its work; a warning may be meant. */
  state: 'ok' | 'warning' | 'fault';
  about: string;
  says: string;
  /** What to do about it. */
  todo?: string;
}

export interface CheckContext {
  fetch: typeof undiciFetch;
  /** Milliseconds since the epoch. */
  now(): number;
  log: Log;
}

/**
 * `deckhand doctor`: the configuration, the database, the port, Slack and its scopes, the service, the clock, and whether all can be
 * reached; each with what to do where something is wrong. It changes nothing.
 */
export async function doctor(env: NodeJS.ProcessEnv, log: Log): Promise<Finding[]> {
  const config = tryToRead(env);
  if (Array.isArray(config)) return config;
  const agent = createOutgoing(config, { connect: { timeout: 5_000 } });
  const context: CheckContext = {
    log,
    now: Date.now,
    fetch: (input, init) =>
      undiciFetch(input, { dispatcher: agent, signal: AbortSignal.timeout(10_000), ...init }),
  };
  try {
    const { findings, installations } = await checkDatabase(config, context);
    return [
      { state: 'ok', about: 'configuration', says: 'complete' },
      ...checkProxy(config),
      ...findings,
      await checkPort(config, context),
      ...(await checkSlack(config, installations, context)),
      ...(await checkService(config, context)),
      ...(await checkPublicUrl(config, context)),
    ];
  } finally {
    await agent.destroy();
  }
}

/** What goes where: whether the proxy lets it through is said with Slack and with the service. */
function checkProxy({ HTTPS_PROXY: proxy, NO_PROXY: straight }: Config): Finding[] {
  if (!proxy) return [];
  const says = `Slack, the service and its files are asked through ${new URL(proxy).host}${straight ? `, and straight: ${straight}` : ''}`;
  return [{ state: 'ok', about: 'HTTPS_PROXY', says }];
}

function tryToRead(env: NodeJS.ProcessEnv): Config | Finding[] {
  try {
    return readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.errors.map((says) => ({ state: 'fault', about: 'configuration', says }));
  }
}

const MARKS = { ok: 'ok     ', warning: 'warning', fault: 'FAULT  ' };

/** The findings for people, a line each and what to do below it. */
export function printed(findings: Finding[]): string {
  const width = Math.max(...findings.map(({ about }) => about.length));
  const indent = ' '.repeat(MARKS.ok.length + width + 4);
  return findings
    .map(({ state, about, says, todo }) => {
      const line = `${MARKS[state]}  ${about.padEnd(width)}  ${says}`;
      return todo ? `${line}\n${indent}${todo}` : line;
    })
    .join('\n');
}
