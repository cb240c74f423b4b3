import { createTicker } from '../clock.ts';
import { createDocuments } from '../documents/documents.ts';
import { claimWatches, createCommentRunner, TICK_MS } from '../documents/watch/new-comments.ts';
import { createCommentWatches } from '../documents/watch/watches.ts';
import { createNoteRunner } from '../generations/delivery/admin-notes.ts';
import { reportGivenUp } from '../generations/delivery/messages.ts';
import type { FinishedDocuments } from '../generations/finished-documents.ts';
import type { Generations } from '../generations/generations.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { SlackClients } from '../slack/bolt/calls/clients.ts';
import { createCreditRecipients } from '../slack/home/low-credits.ts';
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

/** Creates the actions on finished documents, and the jobs for new comments and messages about credits. */
export function wireDocuments(deps: DocumentsDeps) {
  const { clock, log, jobs, service } = deps;
  const { clientFor } = service;
  const watching = { ...deps, clientFor };
  const recipients = createCreditRecipients({ ...deps, connections: service.connections });
  const note = createNoteRunner({ ...deps, recipients });
  jobs.work('comments', { handler: createCommentRunner(watching) });
  jobs.work('credits', {
    handler: note,
    onDeadLetter: (payload) => reportGivenUp(() => note(payload), log),
  });
  return {
    documents: createDocuments({
      records: { ...deps.generations, ...deps.finished },
      watches: createCommentWatches(deps),
      clientFor,
      connectionOf: service.connections.idsOf,
      log,
    }),
    /** Queues a check for new comments of each watched document whose next check is due. Only one process queues each check. */
    watcher: createTicker(() => claimWatches(watching), {
      clock,
      everyMs: TICK_MS,
      onError: (err) => log.warn({ err }, 'Watched documents could not be claimed'),
    }),
  };
}
