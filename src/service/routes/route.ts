import type { z } from 'zod';

/** One route of the service, as a row: all that is needed to call it. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** As the interface writes it below the version, e.g. `/generations/{id}`. */
  path: `/${string}`;
  /** Checked before anything is sent: the query of a GET, the JSON body of any other method. */
  request?: z.ZodType<object>;
  answer: z.ZodType;
  /** Asked again and again by a caller with a timing of its own, so that the client does not repeat it. */
  isPoll?: true;
}

/**
 * The client's method for a row: the ids of the path, what is asked, and for a GET a signal. A create takes no signal:
 * giving it up would leave it unknown whether credits were spent.
 */
export type Method<R extends Route> = (
  ...args: [...Ids<R['path']>, ...Asked<R>, ...(R['method'] extends 'GET' ? [signal?: AbortSignal] : [])]
) => Promise<z.output<R['answer']>>;

type Ids<Path extends string> = Path extends `${string}{${string}}${infer Rest}`
  ? [id: string, ...Ids<Rest>]
  : [];

type Asked<R extends Route> = R extends { request: infer Schema extends z.ZodType }
  ? R['method'] extends 'GET'
    ? [query?: z.input<Schema>]
    : [body: z.input<Schema>]
  : [];
