import { type Connecting, connectTeam } from '../../sandbox/connect.ts';
import { installApp } from '../../sandbox/install.ts';
import { portOr } from '../../sandbox/ports.ts';
import {
  type AuthorizationServer,
  createAuthorizationServer,
} from '../../sandbox/service/oauth/authorization-server.ts';
import { accountsOf, besideApi } from '../../sandbox/service/oauth/beside-api.ts';
import { sampleWorkspaces } from '../../sandbox/service/samples/workspaces.ts';
import type { Person } from '../../sandbox/slack/stand-in.ts';
import { createHarness, type Harness, type HarnessOptions } from './harness.ts';
import { bookshop, smallTeam } from './seed.ts';
import { startStandIns } from './stand-ins.ts';

/** An app that several teams can install, each with its own connection. */
export interface TwoTeams extends Harness {
  signIn: AuthorizationServer;
  /** Owner of the second team, and a member of it. */
  nora: Person;
  tom: Person;
  /** Somebody installs the app in their team. @param granted the optional scopes that they allow; all by default */
  install(person: string, granted?: string[]): Promise<void>;
  /** Somebody connects their team, through all pages; by default Ana with her account. */
  connect(given?: Partial<Connecting>): Promise<{ status: number; text: string }>;
}

export interface TwoTeamsOptions extends Pick<HarnessOptions, 'env' | 'policy'> {
  /** People who install the app in their teams at the start; by default Ana. */
  installedBy?: string[];
  /** The app's manifest; manifest.yml by default. */
  manifest?: string;
}

export const CLIENT_SECRET = 'the-client-secret-of-the-journeys';
/** An API key of the workspace Northwind Studio. */
export const STUDIO_KEY = 'sk-sandbox-journeys-studio';
export const ANAS_ACCOUNT = { account: 'vera@northwind.example', workspace: 'Northwind Studio' };
export const RITAS_ACCOUNT = { account: 'rita@labs.example', workspace: 'Northwind Labs' };

export async function createTwoTeams({
  installedBy = ['ana'],
  manifest,
  ...options
}: TwoTeamsOptions = {}): Promise<TwoTeams> {
  const signIn = createAuthorizationServer({
    baseUrl: () => standIns.service.baseUrl,
    accounts: accountsOf(sampleWorkspaces()),
  });
  await signIn.start();
  const oauth = { clientId: '1000.2000', clientSecret: CLIENT_SECRET };
  const { env, ...standIns } = await startStandIns({
    service: { apiKeys: [STUDIO_KEY], ...besideApi(signIn) },
    slack: { ...oauth, ...(manifest && { manifest }), seed: { teams: [...smallTeam.teams, bookshop] } },
  });
  const { slack } = standIns;
  const port = await portOr(0);
  const { SLACK_BOT_TOKEN: _, SERVICE_API_KEY: __, ...shared } = env;
  const harness = await createHarness({
    ...options,
    standIns: {
      ...standIns,
      env: {
        ...shared,
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        SLACK_CLIENT_ID: oauth.clientId,
        SLACK_CLIENT_SECRET: oauth.clientSecret,
        SLACK_AUTHORIZE_URL: slack.authorizeUrl,
      },
      stop: async () => void (await Promise.all([standIns.stop(), signIn.stop()])),
    },
  });
  const install: TwoTeams['install'] = (person, granted) =>
    installApp(slack, harness.appUrl(), person, granted);
  for (const person of installedBy) await install(person);
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
