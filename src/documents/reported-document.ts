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
  /** The document was deleted at the service. */
  | { state: 'deleted' }
  /** The connected account may not open the document, or the document was deleted. Some deployments give the same answer for both. */
  | { state: 'no_access' }
  /** The service did not answer, or this deployment cannot report on single documents. */
  | { state: 'unknown' };

/**
 * Reads a document at the service. Some deployments lack the route of `getDoc` and answer 404 for every document. So after a 404,
 * `isDeleted` checks with another route, which all deployments have, whether the document is really missing.
 */
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

/** Returns true if the route for the document's comments answers 404. All deployments answer 404 there only if the document is deleted. */
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

/**
 * Returns true if the connected workspace knows the generation, which means that it made the document. False does not prove that another
 * workspace made the document, because the service may have deleted the generation.
 */
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
