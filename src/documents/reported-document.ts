import type { ServiceClient } from '../service/client.ts';
import { Forbidden, NotFound, ServiceError } from '../service/errors.ts';

/** What the service reports about a document now. */
export type ReportedDocument =
  | {
      state: 'exists';
      title?: string | undefined;
      archived?: boolean | undefined;
      updatedTime?: string | undefined;
      author?: string | undefined;
    }
  | { state: 'deleted' }
  /** Deleted, or the connected account has no access. Some deployments of the service do not tell these cases apart. */
  | { state: 'no_access' }
  /** The service did not answer, or this deployment of the service cannot report on single documents. */
  | { state: 'unknown' };

/** Reads a document. Some deployments of the service answer 404 for every document, so `isDeleted` checks a 404 with another route. */
export async function readReportedDocument(
  client: Pick<ServiceClient, 'getDoc' | 'listComments'>,
  docId: string,
  signal?: AbortSignal,
): Promise<ReportedDocument> {
  try {
    const { title, archived, updatedTime, author } = await client.getDoc(docId, signal);
    return { state: 'exists', title, archived, updatedTime, author };
  } catch (error) {
    if (error instanceof NotFound) return (await isDeleted(client, docId, signal)) ? DELETED : UNKNOWN;
    if (error instanceof Forbidden) return { state: 'no_access' };
    if (error instanceof ServiceError) return UNKNOWN;
    throw error;
  }
}

const DELETED: ReportedDocument = { state: 'deleted' };
const UNKNOWN: ReportedDocument = { state: 'unknown' };

/** Returns true if the route for comments answers 404. This route answers 404 only if the connected workspace has no such document. */
export async function isDeleted(
  client: Pick<ServiceClient, 'listComments'>,
  docId: string,
  signal?: AbortSignal,
): Promise<boolean> {
  try {
    await client.listComments(docId, { limit: 1 }, signal);
    return false;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error instanceof NotFound;
  }
}

/** Returns true if the connected workspace made the document. False is not certain: the service may have deleted the generation. */
export async function knowsGeneration(
  client: Pick<ServiceClient, 'getGeneration'>,
  generationId: string | undefined,
): Promise<boolean> {
  if (!generationId) return false;
  try {
    await client.getGeneration(generationId);
    return true;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return false;
  }
}
