import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { destination } from 'pino';
import { compose, type Deckhand } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { createLog } from '../src/log.ts';
import { type Clock, createSandboxClock, type SandboxClock, systemClock } from './clock.ts';
import { installApp } from './install.ts';
import { portOr } from './ports.ts';
import { type AuthorizationServer, createAuthorizationServer } from './service/oauth/authorization-server.ts';
import { accountsOf, besideApi } from './service/oauth/beside-api.ts';
import { sampleWorkspaces } from './service/samples/workspaces.ts';
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
  /** Where the app itself is reached. */
  appUrl: string;
  logFile: string;
  clock: SandboxClock;
  slack: SlackStandIn;
  service: ServiceStandIn;
  stop(): Promise<void>;
}

const MANIFEST = new URL('../manifest.yml', import.meta.url).pathname;
const ICON = new URL('../docs/marketplace/icon.svg', import.meta.url).pathname;
const SERVICE_NAME = 'Papermill';
/** Who has let the app into the first team, which people are in at the start. */
const INSTALLER = 'ana';

/** Starts the stand-ins and, between them, the app as it runs in production: in one team, and connected to nothing. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { dataDir } = options;
  mkdirSync(dataDir, { recursive: true });
  const settings = loadSettings(dataDir);
  const logFile = join(dataDir, 'deckhand.log');
  const log = createLog('info', destination({ dest: logFile, mkdir: true, sync: false }));

  // Slack and the app go by it; the service and its tokens stay in real time.
  const clock = createSandboxClock(join(dataDir, 'clock-ahead'));

  const service = await startService(options, settings);
  const slack = await startSlack(options, { settings, service: service.api, clock });
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
      await app.deckhand.stop();
      await Promise.all([slack.stop(), service.api.stop(), service.signIn.stop()]);
    },
  };
}

interface Service {
  api: ServiceStandIn;
  signIn: AuthorizationServer;
}

/** The API and, beside it, where people sign in. */
async function startService(options: SandboxOptions, settings: Settings): Promise<Service> {
  const dataDir = join(options.dataDir, 'service');
  const signIn = createAuthorizationServer({
    baseUrl: () => api.baseUrl,
    accounts: accountsOf(sampleWorkspaces()),
    port: await follow(options.port, 4),
    dataDir,
    serviceName: SERVICE_NAME,
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
    ...besideApi(signIn),
  });
  await signIn.start();
  await api.start();
  return { api, signIn };
}

async function startSlack(
  options: SandboxOptions,
  { settings, service, clock }: { settings: Settings; service: ServiceStandIn; clock: Clock },
): Promise<SlackStandIn> {
  const slack = createSlackStandIn({
    clock,
    port: await follow(options.port, 0),
    dataDir: join(options.dataDir, 'slack'),
    manifestPath: MANIFEST,
    iconPath: ICON,
    signingSecret: settings.signingSecret,
    clientId: settings.slackClientId,
    clientSecret: settings.slackClientSecret,
    previewer: (bytes) => service.picturesOf(bytes),
    links: [
      {
        label: `Documents in ${SERVICE_NAME}`,
        detail: 'Let somebody comment on one, or read it',
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
  log: ReturnType<typeof createLog>;
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
    SERVICE_NAME,
    SERVICE_BASE_URL: service.baseUrl,
    ENCRYPTION_KEYS: settings.encryptionKey,
    DATA_DIR: join(options.dataDir, 'deckhand'),
    // The stand-in is done in seconds, so it is asked more often than the real one.
    POLL_INTERVAL_MS: '1000',
  });
  const deckhand: Deckhand = await compose(config, log, { clock, policy: PATIENT });
  await deckhand.start();
  return { deckhand, url };
}

/** Where days can pass in seconds, nothing is late for that. Milliseconds. */
const YEAR = 365 * 86_400_000;
const PATIENT = { followLimitMs: YEAR, exportWaitMs: YEAR, submitRetryMs: YEAR };

/** Links in old messages name ports, so the same ones are taken again wherever they are free. */
function follow(port: number, offset: number): Promise<number> {
  return port === 0 ? Promise.resolve(0) : portOr(port + offset);
}
