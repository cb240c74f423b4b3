import type { z } from 'zod';
import { beforeSending } from '../authorization.ts';
import { Unauthorized } from '../errors/refusals.ts';
import { retryingReads } from './retrying-reads.ts';
import { methodOf, type Params, type Query, type Route } from './route.ts';
import { createSender, type SenderOptions } from './sender.ts';

export interface Request<Answer> {
  route: Route;
  /** What stands for the braces of the route. */
  params?: Params;
  query?: Query;
  /** Sent as JSON. */
  body?: unknown;
  answer: z.ZodType<Answer>;
  /** `reads` (the default of a GET) asks again a few times when the trouble is passing. Nothing but a GET ever does. */
  retries?: 'reads' | 'none';
  signal?: AbortSignal | undefined;
}

/** Makes one call and gives its answer, parsed. */
export type Call = <Answer>(request: Request<Answer>) => Promise<Answer>;

export interface CallerOptions extends SenderOptions {
  /** 0 to 1, for jitter. */
  random?: () => number;
}

/** The one way in which every call of the client is made. */
export function createCaller(options: CallerOptions): Call {
  const { authorization, clock, random = Math.random } = options;
  const send = createSender(options);
  const current = () => beforeSending(() => authorization.headers());
  const retrying = retryingReads({ clock, random });

  async function authorized<T>(request: Request<T>): Promise<T> {
    const credentials = await current();
    try {
      return await send(request, credentials);
    } catch (error) {
      // A 401 did nothing, so that even a create may be sent once more.
      if (!(error instanceof Unauthorized)) throw error;
      const renewed = await beforeSending(async () => authorization.renew?.(credentials) ?? false);
      if (!renewed) throw error;
      return send(request, await current());
    }
  }

  return async (request) => {
    const once = () => authorized(request);
    return mayRepeat(request) ? retrying(once, request.signal) : once();
  };
}

function mayRepeat({ route, retries }: Pick<Request<unknown>, 'route' | 'retries'>): boolean {
  return methodOf(route) === 'GET' && retries !== 'none';
}
