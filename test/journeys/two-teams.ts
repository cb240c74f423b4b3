import { createSandboxClock } from '../../sandbox/clock.ts';
import { type Connecting, connectTeam } from '../../sandbox/connect.ts';
import { installApp } from '../../sandbox/install.ts';
import { portOr } from '../../sandbox/ports.ts';
import {
  type AuthorizationServer,
  type AuthorizationServerOptions,
  createAuthorizationServer,
} from '../../sandbox/service/oauth/authorization-server.ts';
import { accountsOf, besideApi } from '../../sandbox/service/oauth/beside-api.ts';
import { sampleWorkspaces } from '../../sandbox/service/samples/workspaces.ts';
import { createServiceStandIn } from '../../sandbox/service/stand-in.ts';
import { createSlackStandIn, type Person } from '../../sandbox/slack/stand-in.ts';
import { systemClock } from '../../src/clock.ts';
import { noteHits } from '../support/note-hits.ts';
import { testKey } from '../support/test-key.ts';
import { createHarness, type Harness, type HarnessOptions } from './harness.ts';
import { bookshop, smallTeam } from './seed.ts';
import { unhurried } from './stand-ins.ts';

/** An app that many teams can let in, each with a connection of its own. */
export interface TwoTeams extends Harness {
  signIn: AuthorizationServer;
  /** Owner of the second team, and a member of it. */
  nora: Person;
  tom: Person;
  /** Somebody lets the app into their team. */
  install(person: string): Promise<void>;
  /** Somebody connects their team, all the way; Ana with the account of the same name unless told. */
  connect(given?: Partial<Connecting>): Promise<{ status: number; text: string }>;
}

export interface TwoTeamsOptions {
  signIn?: Partial<AuthorizationServerOptions>;
  generationMs?: number;
  env?: Record<string, string>;
  policy?: HarnessOptions['policy'];
  /** Teams that have let the app in by the time the story begins; the first one unless told. */
  installedBy?: string[];
}

export const CLIENT_SECRET = 'the-client-secret-of-the-journeys';
const SIGNING_SECRET = 'journeys-signing-secret';
/** An API key of the workspace Northwind Studio. */
export const STUDIO_KEY = 'sk-sandbox-journeys-studio';
export const ANAS_ACCOUNT = { account: 'vera@northwind.example', workspace: 'Northwind Studio' };
export const RITAS_ACCOUNT = { account: 'rita@labs.example', workspace: 'Northwind Labs' };

export async function createTwoTeams(options: TwoTeamsOptions = {}): Promise<TwoTeams> {
  const signIn = createAuthorizationServer({
    baseUrl: () => service.baseUrl,
    accounts: accountsOf(sampleWorkspaces()),
    ...options.signIn,
  });
  const serviceClock = createSandboxClock();
  const service = noteHits(
    createServiceStandIn({
      clock: serviceClock,
      apiKeys: [STUDIO_KEY],
      generationMs: options.generationMs ?? 40,
      exportMs: 10,
      fineness: 0.4,
      exportLagMs: 0,
      ...besideApi(signIn),
    }),
  );
  const slack = createSlackStandIn({
    clock: systemClock,
    manifestPath: new URL('../../manifest.yml', import.meta.url).pathname,
    signingSecret: SIGNING_SECRET,
    clientId: '1000.2000',
    clientSecret: CLIENT_SECRET,
    seed: { teams: [...smallTeam.teams, bookshop] },
    pace: unhurried,
  });
  await Promise.all([signIn.start(), service.start(), slack.start()]);
  const port = await portOr(0);
  const harness = await createHarness({
    standIns: {
      slack,
      service,
      serviceClock,
      ana: slack.person('ana'),
      ben: slack.person('ben'),
      chloe: slack.person('chloe'),
      env: {
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        SLACK_SIGNING_SECRET: SIGNING_SECRET,
        SLACK_CLIENT_ID: '1000.2000',
        SLACK_CLIENT_SECRET: CLIENT_SECRET,
        SLACK_API_URL: slack.apiUrl,
        SLACK_AUTHORIZE_URL: slack.authorizeUrl,
        SERVICE_NAME: 'Papermill',
        SERVICE_BASE_URL: service.baseUrl,
        ENCRYPTION_KEYS: testKey(7),
        POLL_INTERVAL_MS: '20',
      },
      stop: async () => void (await Promise.all([slack.stop(), service.stop(), signIn.stop()])),
    },
    ...(options.env && { env: options.env }),
    ...(options.policy && { policy: options.policy }),
  });
  const install = (person: string) => installApp(slack, harness.appUrl(), person);
  for (const person of options.installedBy ?? ['ana']) await install(person);
  await slack.settle();
  return {
    ...harness,
    signIn,
    nora: slack.person('nora'),
    tom: slack.person('tom'),
    install,
    connect: (given) => connectTeam(slack, { person: 'ana', channel: 'general', ...ANAS_ACCOUNT, ...given }),
  };
}
