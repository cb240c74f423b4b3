import type { Actor } from '../actor.ts';
import type { Log } from '../log.ts';
import type { ServiceClient } from '../service/client.ts';
import { type Problem, problemOf } from '../service/error-meaning.ts';
import { ServiceError } from '../service/errors.ts';

/**
 * Actions of an actor on a finished document, each one call of the service that answers at once. The surface decides
 * whether the actor may, the service whether the connected account may. Ids are our own, and a document is found by its
 * team, whatever id comes back from Slack.
 */
export interface Documents {
  /** Puts it away, at no cost. Again is as good as once. */
  archive(actor: Actor, id: string): Promise<Outcome>;
}

/** The service's refusals and absences are data; anything else is thrown. */
export type Outcome<T = void> = { ok: true; value: T } | { ok: false; problem: Problem };

/** Where documents are kept; for the time being, the generation that made one stands for it. */
export interface DocumentRecords {
  /** Null where the team has no such document. */
  find(team: string, id: string): Promise<{ docId?: string | undefined } | null>;
  /** Durable once it returns, and the document's card is drawn anew. May be done again. */
  markArchived(team: string, id: string): Promise<void>;
}

export interface DocumentsOptions {
  records: DocumentRecords;
  /** The service as the team may use it; null where the team has no connection. */
  clientFor(team: string): Promise<ServiceClient | null>;
  log: Log;
}

export function createDocuments({ records, clientFor, log }: DocumentsOptions): Documents {
  async function act<T>(
    { team }: Actor,
    id: string,
    call: (client: ServiceClient, docId: string) => Promise<T>,
  ): Promise<Outcome<T>> {
    const document = await records.find(team, id);
    if (!document?.docId) return { ok: false, problem: { reason: 'not_found' } };
    const client = await clientFor(team);
    if (!client) return { ok: false, problem: { reason: 'unconnected' } };
    try {
      return { ok: true, value: await call(client, document.docId) };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      log.warn({ team, generation: id, err: error }, 'the service did not do what was asked of a document');
      return { ok: false, problem: problemOf(error) };
    }
  }

  return {
    async archive(actor, id) {
      const outcome = await act(actor, id, (client, docId) => client.archiveDoc(docId));
      if (outcome.ok) await records.markArchived(actor.team, id);
      return outcome;
    },
  };
}
