import type { Actor } from '../actor.ts';
import type { Log } from '../log.ts';
import type { ServiceClient } from '../service/client.ts';
import { type Problem, problemOf } from '../service/error-meaning.ts';
import { ServiceError } from '../service/errors.ts';
import type { ExportFormat } from '../service/options.ts';

/**
 * Actions of an actor on a finished document: one call of the service that answers at once, or a durable job for what
 * takes longer. The surface decides whether the actor may, the service whether the connected account may. Ids are our own, and a document is found by its
 * team, whatever id comes back from Slack.
 */
export interface Documents {
  /** Puts it away, at no cost. Again is as good as once. */
  archive(actor: Actor, id: string): Promise<Outcome>;
  /**
   * Has a file made of it, which takes a minute or two: the file, or why there is none, comes into the document's thread.
   * @param key names the click; the same key again changes nothing
   * @returns false where there is nothing to export
   */
  exportFile(actor: Actor, id: string, exportAs: ExportFormat, key: string): Promise<boolean>;
}

/** The service's refusals and absences are data; anything else is thrown. */
export type Outcome<T = void> = { ok: true; value: T } | { ok: false; problem: Problem };

/** Where documents are kept; for the time being, the generation that made one stands for it. */
export interface DocumentRecords {
  /** Null where the team has no such document. */
  find(team: string, id: string): Promise<{ docId?: string | undefined } | null>;
  /** Durable once it returns, and the document's card is drawn anew. May be done again. */
  markArchived(team: string, id: string): Promise<void>;
  /** Starts the job. @param by is mentioned beside the file */
  exportDoc(team: string, id: string, exportAs: ExportFormat, by: string, key: string): Promise<boolean>;
}

/** The routes of the service that the actions call. */
type Client = Pick<ServiceClient, 'archiveDoc'>;

export interface DocumentsOptions {
  records: DocumentRecords;
  /** The service as the team may use it; null where the team has no connection. */
  clientFor(team: string): Promise<Client | null>;
  log: Log;
}

export function createDocuments({ records, clientFor, log }: DocumentsOptions): Documents {
  async function act<T>(
    { team }: Actor,
    id: string,
    call: (client: Client, docId: string) => Promise<T>,
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
    exportFile: ({ team, person }, id, exportAs, key) => records.exportDoc(team, id, exportAs, person, key),
  };
}
