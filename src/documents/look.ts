import type { ServiceClient } from '../service/client.ts';
import { Forbidden, NotFound, ServiceError } from '../service/errors.ts';

/** What the service says of a document at this moment. */
export type Look =
  | { state: 'there'; title?: string; archived?: boolean; updatedTime?: string; author?: string }
  /** It was deleted there. */
  | { state: 'gone' }
  /** The connected account may not see it, or it is gone: some deployments say the same of both. */
  | { state: 'out_of_reach' }
  /** This deployment does not say, or did not answer. */
  | { state: 'unknown' };

/**
 * Looks a document up. Some deployments have no route for that and answer 404 to all: whether the document or the route
 * is missing is seen at a route that all of them have.
 */
export async function lookAt(
  client: Pick<ServiceClient, 'getDoc' | 'listComments'>,
  docId: string,
  signal?: AbortSignal,
): Promise<Look> {
  try {
    const { title, archived, updatedTime, author } = await client.getDoc(docId, signal);
    return {
      state: 'there',
      ...(title !== undefined && { title }),
      ...(archived !== undefined && { archived }),
      ...(updatedTime !== undefined && { updatedTime }),
      ...(author !== undefined && { author }),
    };
  } catch (error) {
    if (error instanceof NotFound) return (await isGone(client, docId, signal)) ? GONE : UNKNOWN;
    if (error instanceof Forbidden) return { state: 'out_of_reach' };
    if (error instanceof ServiceError) return UNKNOWN;
    throw error;
  }
}

const GONE: Look = { state: 'gone' };
const UNKNOWN: Look = { state: 'unknown' };

/** Where one route answers 404: whether another that all deployments have does so as well. */
export async function isGone(
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

/** Proves that the workspace which is asked made it; the service may also have forgotten it. */
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
