import { readFileSync } from 'node:fs';
import { codeOn, enterCode, linkFor, walk } from '../../../sandbox/connect.ts';
import { installApp } from '../../../sandbox/install.ts';
import type { RecordedCall } from '../../../sandbox/service/calls.ts';
import { createAuthorizationServer } from '../../../sandbox/service/oauth/authorization-server.ts';
import { accountsOf, besideApi } from '../../../sandbox/service/oauth/beside-api.ts';
import { sampleWorkspaces } from '../../../sandbox/service/samples/workspaces.ts';
import { createServiceStandIn } from '../../../sandbox/service/stand-in.ts';
import { createSlackStandIn } from '../../../sandbox/slack/stand-in.ts';
import { systemClock } from '../../../src/clock.ts';
import { startBalancer } from '../../support/balancer.ts';
import { testKey } from '../../support/test-key.ts';
import type { Plan } from './plan.ts';
import { connected, teamsFor } from './teams.ts';

export type Stage = Awaited<ReturnType<typeof openStage>>;

const SIGNING_SECRET = '8f0a6f2d7b1c4e5d9a3b2c1d0e4f5a6b';
const CLIENT_SECRET = 'the-client-secret-of-the-chaos-run';
/** Seconds. Short, so that connections are renewed while processes die. */
const ACCESS_TOKEN_TTL = 90;
const PLENTY_OF_CREDITS = 10_000_000;

/**
 * The stand-ins, in the process of the run, which is never killed: what they have seen is the truth that the run is
 * judged by.
 */
export async function openStage(plan: Plan) {
  const teams = teamsFor(plan.asks);
  const bearers = new Set<string>();
  const calls: RecordedCall[] = [];
  const signIn = createAuthorizationServer({
    baseUrl: () => service.baseUrl,
    accounts: accountsOf(sampleWorkspaces()),
    accessTokenTtl: ACCESS_TOKEN_TTL,
  });
  const { authentication, beside } = besideApi(signIn);
  const service = createServiceStandIn({
    clock: systemClock,
    apiKeys: [],
    generationMs: [200, 1_500],
    exportMs: [50, 300],
    exportLagMs: 1_000,
    beside,
    authentication(byKey) {
      const authenticate = authentication(byKey);
      return (incoming) => {
        const [, bearer] = /^bearer +(\S+)$/i.exec(incoming.headers.authorization ?? '') ?? [];
        if (bearer) bearers.add(bearer);
        return authenticate(incoming);
      };
    },
  });
  const slack = createSlackStandIn({
    clock: systemClock,
    manifest: readFileSync(new URL('../../../manifest.yml', import.meta.url), 'utf8'),
    signingSecret: SIGNING_SECRET,
    clientId: '1000.2000',
    clientSecret: CLIENT_SECRET,
    seed: { teams },
    pace: { rates: 'off', redeliveries: [0, 2_000, 8_000, 20_000] },
  });
  const balancer = await startBalancer();
  await Promise.all([signIn.start(), service.start(), slack.start()]);
  slack.connectApp(balancer.url);
  for (const { id } of service.workspaces) service.setCredits(PLENTY_OF_CREDITS, id);

  /** The service keeps its latest calls only, so they are taken from it now and then. */
  function takeCalls(): void {
    calls.push(...service.calls.filter(({ method, path }) => method === 'POST' || path.includes('/files/')));
    service.clearCalls();
  }
  const taking = setInterval(takeCalls, 500);

  return {
    teams,
    slack,
    service,
    balancer,
    bearers,
    env: {
      PORT: '0',
      PUBLIC_URL: balancer.url,
      SLACK_SIGNING_SECRET: SIGNING_SECRET,
      SLACK_CLIENT_ID: '1000.2000',
      SLACK_CLIENT_SECRET: CLIENT_SECRET,
      SLACK_API_URL: slack.apiUrl,
      SLACK_AUTHORIZE_URL: slack.authorizeUrl,
      SERVICE_NAME: 'Papermill',
      SERVICE_BASE_URL: service.baseUrl,
      ENCRYPTION_KEYS: testKey(7),
      POLL_INTERVAL_MS: '300',
      LOG_LEVEL: 'debug',
    },
    /** POSTs and downloads, oldest first. */
    calls(): readonly RecordedCall[] {
      takeCalls();
      return calls;
    },
    /** Lets the app into every team, and connects each. */
    async letIn(): Promise<void> {
      for (const { id, people, conversations } of teams) {
        const owner = people[0]?.id ?? '';
        await installApp(slack, balancer.url, owner);
        await connect(id);
        for (const channel of conversations)
          await slack.person(owner, id).command(channel.id, '/invite @Deckhand');
      }
    },
    connect,
    async close(): Promise<void> {
      clearInterval(taking);
      await Promise.all([slack.stop(), service.stop(), signIn.stop(), balancer.close()]);
    },
  };

  async function connect(team: string): Promise<void> {
    const found = teams.find(({ id }) => id === team);
    const account = connected.get(team);
    if (!found || !account) throw new Error(`There is no team ${team}`);
    const person = found.people[0]?.id ?? '';
    const channel = found.conversations[0]?.id ?? '';
    // Not until Slack has nothing more to send: others go on asking.
    const link = await linkFor(slack, { person, channel, ...account });
    const page = await walk(link, account);
    const code = codeOn(page);
    if (!code) throw new Error(`${team} could not be connected: ${page.status} ${page.text.slice(0, 200)}`);
    await enterCode(slack, person, code);
  }
}
