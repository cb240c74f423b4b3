import type { z } from 'zod';

/** One route of the service, with everything that is needed to call it. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** The path without the version segment, e.g. `/generations/{id}`. */
  path: `/${string}`;
  /** Schema of the query of a GET, or of the JSON body of any other method. Checked before anything is sent. */
  request?: z.ZodType<object>;
  answer: z.ZodType;
  /** True for a request that its caller repeats at intervals. The client does not retry it. */
  isPoll?: true;
  /** True for a write that is safe to carry out twice. The client retries it like a read. */
  isIdempotent?: true;
}

/** Type of a route's client method. Only a GET takes a signal, because after aborting a write it is unknown whether credits were spent. */
export type Method<R extends Route> = (
  ...args: [...Ids<R['path']>, ...RequestArg<R>, ...(R['method'] extends 'GET' ? [signal?: AbortSignal] : [])]
) => Promise<z.output<R['answer']>>;

type Ids<Path extends string> = Path extends `${string}{${string}}${infer Rest}`
  ? [id: string, ...Ids<Rest>]
  : [];

type RequestArg<R extends Route> = R extends { request: infer Schema extends z.ZodType }
  ? R['method'] extends 'GET'
    ? [query?: z.input<Schema>]
    : [body: z.input<Schema>]
  : [];
