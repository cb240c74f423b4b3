import type { AdmissionPorts } from '../asks/admission.ts';
import { createTicker } from '../clock.ts';
import { CLAIM_EVERY_MS, claimDue } from '../digests/claim.ts';
import { createDigests } from '../digests/digests.ts';
import { createDigestGiveUp, createDigestRunner, DIGEST_PLACES } from '../digests/run.ts';
import type { Generations } from '../generations/generations.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { SlackClients } from '../slack/bolt/calls/clients.ts';
import { createDigestGateway } from '../slack/digest/gateway.ts';
import { createOptOuts } from '../storage/opt-outs.ts';
import type { Deps } from './deps.ts';

interface DigestsDeps extends Deps {
  jobs: Jobs;
  clients: SlackClients;
  admissionPorts: AdmissionPorts;
  generations: Generations;
}

/** Creates the digests module, the ticker that claims due digests, and the worker of the job `digest`. */
export function wireDigests(deps: DigestsDeps) {
  const { config, jobs, clients, clock, log } = deps;
  const gateway = createDigestGateway({
    clients,
    admissionPorts: deps.admissionPorts,
    settings: deps.teamSettings,
    historyPage: config.SLACK_HISTORY_PAGE,
    optedOut: createOptOuts(deps.db).of,
    reaction: config.OPT_OUT_REACTION,
    clock,
    log,
  });
  const context = { ...deps, gateway };
  jobs.work('digest', {
    ...DIGEST_PLACES,
    handler: createDigestRunner(context),
    onDeadLetter: createDigestGiveUp(context),
  });
  return {
    digests: createDigests(context),
    ticker: createTicker((signal) => claimDue(context, signal), {
      clock,
      everyMs: CLAIM_EVERY_MS,
      onError: (err) => log.warn({ err }, 'Due digests could not be claimed'),
    }),
  };
}
