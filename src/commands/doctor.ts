import { once } from 'node:events';
import { createServer } from 'node:net';
import { fetch as undiciFetch } from 'undici';
import { type Config, ConfigError, readConfig, unknownVariables } from '../config.ts';
import type { Log } from '../log.ts';
import { createDispatcher, createSender, type SendRequest } from '../outgoing-requests.ts';
import { checkDatabase } from './checks/database.ts';
import { checkPublicUrl, checkService, isDeckhand } from './checks/service.ts';
import { checkSlack } from './checks/slack.ts';

export interface Finding {
  /** `fault`: Deckhand cannot work. `warning`: it may be a mistake, or intended by the operator. */
  state: 'ok' | 'warning' | 'fault';
  about: string;
  says: string;
  /** What the operator can do about the finding. */
  todo?: string;
}

export interface CheckContext {
  fetch: typeof undiciFetch;
  send: SendRequest;
  /** Milliseconds since the epoch. */
  now(): number;
  log: Log;
}

/** `deckhand doctor`: checks the configuration and everything that Deckhand needs, and says what to do. Changes nothing. */
export async function doctor(env: NodeJS.ProcessEnv, log: Log): Promise<Finding[]> {
  const config = tryToRead(env);
  if (Array.isArray(config)) return config;
  const agent = createDispatcher(config, { connect: { timeout: 5_000 } });
  const context: CheckContext = {
    log,
    now: Date.now,
    send: createSender(agent),
    fetch: (input, init) =>
      undiciFetch(input, { dispatcher: agent, signal: AbortSignal.timeout(10_000), ...init }),
  };
  try {
    const { findings, installations } = await checkDatabase(config, context);
    return [
      { state: 'ok', about: 'configuration', says: 'complete' },
      ...unknownVariables(env).map(unknown),
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

function unknown(name: string): Finding {
  const says = `${name} is set, but Deckhand does not know it`;
  return { state: 'warning', about: 'configuration', says, todo: 'The README lists all variables.' };
}

/** Reports which requests use the proxy. The checks of Slack and of the service report whether the proxy lets the requests through. */
function checkProxy({ HTTPS_PROXY: proxy, NO_PROXY: direct }: Config): Finding[] {
  if (!proxy) return [];
  const says = `requests to Slack, the service and its files go through ${new URL(proxy).host}${direct ? `, directly to ${direct}` : ''}`;
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

/** Formats findings for the terminal: a line for each finding, and a second line if there is something to do. */
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

/** Checks whether the port is free or used by a running Deckhand. */
async function checkPort({ PORT: port }: Config, { fetch }: CheckContext): Promise<Finding> {
  const about = 'PORT';
  const server = createServer();
  try {
    server.listen(port);
    await once(server, 'listening');
    return { state: 'ok', about, says: `${port} is free` };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE') {
      const todo = 'Set another port; ports below 1024 are usually reserved for the system.';
      return { state: 'fault', about, says: `cannot listen on ${port}: ${message}`, todo };
    }
    if (await isDeckhand(`http://127.0.0.1:${port}`, fetch))
      return { state: 'ok', about, says: `a Deckhand listens on ${port}` };
    const todo = 'Stop the program that listens there, or set another port.';
    return { state: 'fault', about, says: `${port} is used by another program`, todo };
  } finally {
    server.close();
  }
}
