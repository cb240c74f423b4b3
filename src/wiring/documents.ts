import { createTicker } from '../clock.ts';
import { createCreditRunner } from '../documents/credits.ts';
import { createDocuments } from '../documents/documents.ts';
import { claimWatches, createCommentRunner, TICK_MS } from '../documents/watch/run.ts';
import { createCommentWatches } from '../documents/watch/watches.ts';
import type { FinishedDocuments } from '../generations/finished-documents.ts';
import type { Generations } from '../generations/generations.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { LAST_TRY_MS, LINE_PLACES, lastTry } from '../jobs/last-try.ts';
import type { SlackClients } from '../slack/bolt/clients.ts';
import { createCommentGateway } from '../slack/documents/comments/tell.ts';
import { createCreditGateway } from '../slack/home/low-credits.ts';
import type { Deps } from './deps.ts';
import type { ServiceModule } from './service.ts';

interface DocumentsDeps extends Deps {
  jobs: Jobs;
  clients: SlackClients;
  service: ServiceModule;
  generations: Generations;
  finished: FinishedDocuments;
}

export type DocumentsModule = ReturnType<typeof wireDocuments>;

/** Actions on finished documents, and what goes on after them by itself. */
export function wireDocuments(deps: DocumentsDeps) {
  const { clock, log, jobs, service } = deps;
  const { clientFor } = service;
  const watching = { ...deps, clientFor, gateway: createCommentGateway(deps.clients) };
  const lookForComments = createCommentRunner(watching);
  jobs.work('comments', {
    ...LINE_PLACES,
    handler: lookForComments,
    // What was found counts as told: it is told once Slack is there again, as long as the watch lasts.
    onDeadLetter: (payload) => lookForComments(payload, AbortSignal.timeout(LAST_TRY_MS)),
  });
  const gateway = createCreditGateway({
    clients: deps.clients,
    connections: service.connections,
    deployment: { serviceName: deps.config.SERVICE_NAME },
    log,
  });
  const warn = createCreditRunner({ ...deps, gateway });
  jobs.work('credits', {
    ...LINE_PLACES,
    handler: warn,
    onDeadLetter: lastTry(warn, 'Nobody, or not everybody, was told that credits are running low', log),
  });
  return {
    documents: createDocuments({
      records: { ...deps.generations, ...deps.finished },
      watches: createCommentWatches(deps),
      clientFor,
      connectionOf: service.connections.idsOf,
      log,
    }),
    /** Looks which documents are to be looked at for new comments. */
    watcher: createTicker(() => claimWatches(watching), {
      clock,
      everyMs: TICK_MS,
      onError: (err) => log.warn({ err }, 'watched documents could not be looked up'),
    }),
  };
}
