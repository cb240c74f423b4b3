import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { destination } from 'pino';
import { compose } from '../src/app.ts';
import { manifest } from '../src/commands/manifest.ts';
import { readConfig } from '../src/config.ts';
import { createLog, type Log } from '../src/log.ts';
import { createCipher } from '../src/storage/cipher.ts';
import { type Clock, createSandboxClock, type SandboxClock, systemClock } from './clock.ts';
import { openFolder } from './database.ts';
import { installApp } from './install.ts';
import { portOr } from './ports.ts';
import { type AuthorizationServer, createAuthorizationServer } from './service/oauth/authorization-server.ts';
import { accountsOf, besideApi } from './service/oauth/beside-api.ts';
import { sampleWorkspaces } from './service/samples/workspaces.ts';
import { createServiceStandIn, type ServiceStandIn } from './service/stand-in.ts';
import { loadSettings, type Settings } from './settings.ts';
import { createSlackStandIn, type SlackStandIn } from './slack/stand-in.ts';

export interface SandboxOptions {
  /** Folder with all data, which is kept over restarts. */
  dataDir: string;
  /** Port of the page. The other servers use the four ports after it. With 0 all use free ports. */
  port: number;
  /** Folder of the built page; without it only the API is served. */
  pageDir?: string;
  /** Shortest and longest duration of a generation, in milliseconds. */
  generationMs?: [number, number];
}

export interface Sandbox {
  /** Address of the page. */
  url: string;
  /** Address of the app itself. */
  appUrl: string;
  logFile: string;
  clock: SandboxClock;
  slack: SlackStandIn;
  service: ServiceStandIn;
  stop(): Promise<void>;
}

/** The manifest with everything that the app can do. The stand-in Slack calls the app at its local address instead of the one in it. */
const MANIFEST = manifest([
  ...['--url', 'https://deckhand.example.com'],
  ...['--unfurl', 'papermill.example', '--mcp', '--steps'],
]);
const ICON = new URL('../docs/marketplace/icon.svg', import.meta.url).pathname;
const SERVICE_NAME = 'Papermill';
/** The user who installed the app in the first team. */
const INSTALLER = 'ana';

/** Starts both stand-ins and the app. At the first start the app is installed in one team and not connected to the service. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { dataDir } = options;
  mkdirSync(dataDir, { recursive: true });
  const settings = await loadSettings(dataDir);
  const logFile = join(dataDir, 'deckhand.log');
  const log = createLog('info', destination({ dest: logFile, mkdir: true, sync: false }));

  // Slack and the app use this clock. The service and its tokens use real time.
  const clock = createSandboxClock(join(dataDir, 'clock-ahead'));

  const service = await startService(options, settings, log);
  const slack = await startSlack(options, { settings, service: service.api, log, clock });
  const app = await startApp({ options, settings, service: service.api, slack, log, clock });
  slack.connectApp(app.url);
  if (slack.isInstalled()) await installApp(slack, app.url, INSTALLER);

  return {
    url: slack.url,
    appUrl: app.url,
    logFile,
    clock,
    slack,
    service: service.api,
    async stop() {
      await app.stop();
      await Promise.all([slack.stop(), service.api.stop(), service.signIn.stop()]);
    },
  };
}

interface Service {
  api: ServiceStandIn;
  signIn: AuthorizationServer;
}

/** Starts the service's API and its authorization server. */
async function startService(options: SandboxOptions, settings: Settings, log: Log): Promise<Service> {
  const dataDir = join(options.dataDir, 'service');
  const signIn = createAuthorizationServer({
    baseUrl: () => api.baseUrl,
    accounts: accountsOf(sampleWorkspaces()),
    port: await follow(options.port, 4),
    dataDir,
    serviceName: SERVICE_NAME,
    log,
  });
  const api = createServiceStandIn({
    clock: systemClock,
    apiKeys: [settings.apiKey],
    port: await follow(options.port, 2),
    filesPort: await follow(options.port, 3),
    dataDir,
    generationMs: options.generationMs ?? [5_000, 9_000],
    exportLagMs: 3_000,
    name: SERVICE_NAME,
    log,
    ...besideApi(signIn),
  });
  await signIn.start();
  await api.start();
  return { api, signIn };
}

async function startSlack(
  options: SandboxOptions,
  { settings, service, log, clock }: Omit<AppParts, 'options' | 'slack'>,
): Promise<SlackStandIn> {
  const slack = createSlackStandIn({
    clock,
    log,
    port: await follow(options.port, 0),
    dataDir: join(options.dataDir, 'slack'),
    manifest: MANIFEST,
    localDomain: 'papermill.example',
    iconPath: ICON,
    signingSecret: settings.signingSecret,
    clientId: settings.slackClientId,
    clientSecret: settings.slackClientSecret,
    previewer: (bytes) => service.picturesOf(bytes),
    links: [
      {
        label: `Documents in ${SERVICE_NAME}`,
        detail: 'Open them, or add comments and readers',
        url: service.baseUrl,
      },
    ],
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
  log: Log;
  clock: Clock;
}

async function startApp({ options, settings, service, slack, log, clock }: AppParts) {
  const port = await portOr(options.port && options.port + 1);
  const url = `http://127.0.0.1:${port}`;
  const config = readConfig({
    PORT: String(port),
    PUBLIC_URL: url,
    SLACK_SIGNING_SECRET: settings.signingSecret,
    SLACK_CLIENT_ID: settings.slackClientId,
    SLACK_CLIENT_SECRET: settings.slackClientSecret,
    SLACK_API_URL: slack.apiUrl,
    SLACK_AUTHORIZE_URL: slack.authorizeUrl,
    SLACK_MANIFEST_OPTIONS: 'unfurl,mcp,steps',
    SERVICE_NAME,
    SERVICE_BASE_URL: service.baseUrl,
    ENCRYPTION_KEYS: settings.encryptionKey,
    // The stand-in makes a document within seconds, so the app polls it more often.
    POLL_INTERVAL_MS: '1000',
  });
  const cipher = createCipher(config.ENCRYPTION_KEYS);
  const database = await openFolder(join(options.dataDir, 'deckhand'), { log, cipher });
  const deckhand = await compose(config, log, { clock, policy: PATIENT, database });
  await deckhand.start();
  return { stop: () => deckhand.stop().finally(() => database.close()), url };
}

/** Milliseconds. Days can pass in seconds in the sandbox, so the app's limits are too long to be reached. */
const YEAR = 365 * 86_400_000;
const PATIENT = { followLimitMs: YEAR, exportWaitMs: YEAR, submitRetryMs: YEAR };

/** Returns the port at this offset if it is free. It stays the same over restarts, because links in messages contain it. */
function follow(port: number, offset: number): Promise<number> {
  return port === 0 ? Promise.resolve(0) : portOr(port + offset);
}
