import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { destination } from 'pino';
import { compose, type Deckhand } from '../app.ts';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { portOr } from './ports.ts';
import { createServiceStandIn, type ServiceStandIn } from './service/stand-in.ts';
import { loadSettings, type Settings } from './settings.ts';
import { createSlackStandIn, type SlackStandIn } from './slack/stand-in.ts';

export interface SandboxOptions {
  /** Everything is kept here over a restart. */
  dataDir: string;
  /** Of the page; the others follow it. 0 takes free ones. */
  port: number;
  /** The built page; without it there is only the API. */
  pageDir?: string;
  /** How long a generation takes, in milliseconds. */
  generationMs?: [number, number];
}

export interface Sandbox {
  /** The address to open. */
  url: string;
  logFile: string;
  slack: SlackStandIn;
  service: ServiceStandIn;
  stop(): Promise<void>;
}

const MANIFEST = new URL('../../manifest.yml', import.meta.url).pathname;
const SERVICE_NAME = 'Papermill';

/** Starts the stand-ins and, between them, the app as it runs in production. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { dataDir } = options;
  mkdirSync(dataDir, { recursive: true });
  const settings = loadSettings(dataDir);
  const logFile = join(dataDir, 'deckhand.log');
  const log = createLog('info', destination({ dest: logFile, mkdir: true, sync: false }));

  const service = await startService(options, settings);
  const slack = await startSlack(options, settings, service);
  const app = await startApp({ options, settings, service, slack, log });
  slack.connectApp(`http://127.0.0.1:${app.port}`);

  return {
    url: slack.url,
    logFile,
    slack,
    service,
    async stop() {
      await app.deckhand.stop();
      await Promise.all([slack.stop(), service.stop()]);
    },
  };
}

async function startService(options: SandboxOptions, settings: Settings): Promise<ServiceStandIn> {
  const service = createServiceStandIn({
    clock: systemClock,
    apiKeys: [settings.apiKey],
    port: await follow(options.port, 2),
    filesPort: await follow(options.port, 3),
    dataDir: join(options.dataDir, 'service'),
    generationMs: options.generationMs ?? [5_000, 9_000],
    exportLagMs: 3_000,
    name: SERVICE_NAME,
  });
  await service.start();
  return service;
}

async function startSlack(
  options: SandboxOptions,
  settings: Settings,
  service: ServiceStandIn,
): Promise<SlackStandIn> {
  const slack = createSlackStandIn({
    clock: systemClock,
    port: await follow(options.port, 0),
    dataDir: join(options.dataDir, 'slack'),
    manifestPath: MANIFEST,
    signingSecret: settings.signingSecret,
    botToken: settings.botToken,
    previewer: (bytes) => service.picturesOf(bytes),
    ...(options.pageDir && { pageDir: options.pageDir }),
  });
  await slack.start();
  return slack;
}

interface AppParts {
  options: SandboxOptions;
  settings: Settings;
  service: ServiceStandIn;
  slack: SlackStandIn;
  log: ReturnType<typeof createLog>;
}

async function startApp({ options, settings, service, slack, log }: AppParts) {
  const config = readConfig({
    PORT: String(await follow(options.port, 1)),
    SLACK_SIGNING_SECRET: settings.signingSecret,
    SLACK_BOT_TOKEN: settings.botToken,
    SLACK_API_URL: slack.apiUrl,
    SERVICE_NAME,
    SERVICE_BASE_URL: service.baseUrl,
    SERVICE_API_KEY: settings.apiKey,
    ENCRYPTION_KEYS: settings.encryptionKey,
    DATA_DIR: join(options.dataDir, 'deckhand'),
    // The stand-in is done in seconds, so it is asked more often than the real one.
    POLL_INTERVAL_MS: '1000',
  });
  const deckhand: Deckhand = await compose(config, log);
  return { deckhand, port: await deckhand.start() };
}

/** Links in old messages name ports, so the same ones are taken again wherever they are free. */
function follow(port: number, offset: number): Promise<number> {
  return port === 0 ? Promise.resolve(0) : portOr(port + offset);
}
