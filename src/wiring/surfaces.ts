import { App } from '@slack/bolt';
import type { Actor } from '../actor.ts';
import { type AdmissionPorts, createAdmission } from '../asks/admission.ts';
import type { ConnectPolicy } from '../connections/connect-policy.ts';
import type { DefaultsStore } from '../defaults/store.ts';
import type { Digests } from '../digests/digests.ts';
import { slackLogger } from '../slack/bolt/clients.ts';
import type { SlackContext } from '../slack/bolt/context.ts';
import { createReceiving, type Receiving } from '../slack/bolt/receiver.ts';
import { registerRoutes } from '../slack/bolt/routes.ts';
import { publishHome } from '../slack/home/home.ts';
import { createOptOuts } from '../storage/opt-outs.ts';
import type { Generating } from './generating.ts';
import type { Parts } from './parts.ts';
import type { ServiceSide } from './service.ts';
import { createThreads } from './talk.ts';
import type { Teams } from './teams.ts';

/** Everything that people see and press in Slack. */
export interface Surfaces {
  receiving: Receiving;
  /** Draws somebody's Home anew, after something changed outside Slack. */
  showHome(viewer: Actor): Promise<void>;
}

interface SurfacesParts extends Parts {
  teams: Teams;
  service: ServiceSide;
  generating: Generating;
  digests: Digests;
  defaults: DefaultsStore;
  policy: ConnectPolicy;
  once: SlackContext['once'];
  reference: () => string;
  admissionPorts: AdmissionPorts;
}

export function createSurfaces(parts: SurfacesParts): Surfaces {
  const { config, log, slackFetch, teams } = parts;
  const receiving = createReceiving({
    appToken: config.SLACK_APP_TOKEN,
    signingSecret: config.SLACK_SIGNING_SECRET,
    apiUrl: config.SLACK_API_URL,
    fetch: slackFetch,
    log,
  });
  const app = new App({
    receiver: receiving.receiver,
    authorize: teams.authorize,
    logger: slackLogger(log),
    extendedErrorHandler: true,
    clientOptions: {
      ...(config.SLACK_API_URL && { slackApiUrl: config.SLACK_API_URL }),
      fetch: slackFetch,
      timeout: 10_000,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
    },
  });
  const slack = contextOf(parts);
  registerRoutes(app, slack);
  return {
    receiving,
    showHome: async (viewer) => publishHome(await teams.clients.reads(viewer.team), viewer, slack),
  };
}

function contextOf(parts: SurfacesParts): SlackContext {
  const { config, clock, log, service, generating, teams, once, reference } = parts;
  return {
    generations: generating.generations,
    digests: parts.digests,
    defaults: parts.defaults,
    catalogue: service.catalogue,
    serviceName: config.SERVICE_NAME,
    optOutReaction: config.OPT_OUT_REACTION,
    admit: createAdmission(parts.admissionPorts, parts),
    connecting: { ...service.connections, policy: parts.policy },
    departed: teams.departed,
    optOuts: createOptOuts(parts.db),
    threads: createThreads({ ...parts, clients: teams.clients }),
    clock,
    log,
    once,
    reference,
    fetch: parts.fetch as unknown as typeof globalThis.fetch,
  };
}
