import type { AdmissionPorts } from '../asks/admission.ts';
import { claimDue } from '../digests/claim.ts';
import { createDigests, type Digests } from '../digests/digests.ts';
import { createNotePoster } from '../digests/notes.ts';
import { createDigestRunner } from '../digests/run.ts';
import { createTicker } from '../digests/ticker.ts';
import type { Generations } from '../generations/generations.ts';
import { defaultPolicy, type Policy } from '../generations/policy.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { SlackClients } from '../slack/bolt/clients.ts';
import { createDigestGateway } from '../slack/digest/gateway.ts';
import { createOptOuts } from '../storage/opt-outs.ts';
import type { Parts } from './parts.ts';

/** Digests, the clock that they go by, and the jobs that run them. */
export interface Digesting {
  digests: Digests;
  ticker: ReturnType<typeof createTicker>;
}

interface DigestingParts extends Parts {
  jobs: Jobs;
  clients: SlackClients;
  admissionPorts: AdmissionPorts;
  generations: Generations;
  policy?: Partial<Policy> | undefined;
}

export function createDigesting(parts: DigestingParts): Digesting {
  const { config, jobs, clients, clock, log } = parts;
  const gateway = createDigestGateway({
    clients,
    words: { serviceName: config.SERVICE_NAME },
    admissionPorts: parts.admissionPorts,
    historyPage: config.SLACK_HISTORY_PAGE,
    optedOut: createOptOuts(parts.db).of,
    reaction: config.OPT_OUT_REACTION,
    clock,
    log,
  });
  const context = { ...parts, gateway };
  const postNote = createNotePoster({ ...context, policy: { ...defaultPolicy, ...parts.policy } });
  jobs.take('digest', { capacity: 200, handler: createDigestRunner(context) });
  jobs.take('note', { capacity: 50, handler: postNote });
  return {
    digests: createDigests(context),
    ticker: createTicker({ clock, log, tick: () => claimDue(context) }),
  };
}
