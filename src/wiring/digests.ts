import type { AdmissionPorts } from '../asks/admission.ts';
import { createTicker } from '../clock.ts';
import { CLAIM_EVERY_MS, claimDue } from '../digests/claim.ts';
import { createDigests } from '../digests/digests.ts';
import { createNotePoster } from '../digests/notes.ts';
import { createDigestGiveUp, createDigestRunner, DIGEST_PLACES } from '../digests/run.ts';
import type { Generations } from '../generations/generations.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { LINE_PLACES, lastTry } from '../jobs/last-try.ts';
import type { SlackClients } from '../slack/bolt/clients.ts';
import { createDigestGateway } from '../slack/digest/gateway.ts';
import { createOptOuts } from '../storage/opt-outs.ts';
import type { Deps } from './deps.ts';

interface DigestsDeps extends Deps {
  jobs: Jobs;
  clients: SlackClients;
  admissionPorts: AdmissionPorts;
  generations: Generations;
}

/** Digests, the ticker that claims what is due, and the jobs that run them. */
export function wireDigests(deps: DigestsDeps) {
  const { config, jobs, clients, clock, log } = deps;
  const gateway = createDigestGateway({
    clients,
    deployment: { serviceName: config.SERVICE_NAME },
    admissionPorts: deps.admissionPorts,
    historyPage: config.SLACK_HISTORY_PAGE,
    optedOut: createOptOuts(deps.db).of,
    reaction: config.OPT_OUT_REACTION,
    clock,
    log,
  });
  const context = { ...deps, gateway };
  const postNote = createNotePoster(context);
  jobs.work('digest', {
    ...DIGEST_PLACES,
    handler: createDigestRunner(context),
    onDeadLetter: createDigestGiveUp(context),
  });
  jobs.work('note', {
    ...LINE_PLACES,
    handler: postNote,
    onDeadLetter: lastTry(postNote, 'A line of a digest was not posted', log),
  });
  return {
    digests: createDigests(context),
    ticker: createTicker((signal) => claimDue(context, signal), {
      clock,
      everyMs: CLAIM_EVERY_MS,
      onError: (err) => log.warn({ err }, 'due digests could not be looked up'),
    }),
  };
}
