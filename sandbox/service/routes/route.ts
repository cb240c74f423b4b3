import type { z } from 'zod';
import type { Answer } from '../http/answer.ts';
import type { Matchable } from '../misbehaviour/rules.ts';
import type { Principal, Scope } from '../principal.ts';
import type { Service } from '../service.ts';

/** A call that was let in and whose query and body are what the route's schemas say. */
export interface Call<Q = unknown, B = unknown> {
  principal: Principal;
  params: Record<string, string>;
  query: Q;
  body: B;
  /** As rules of misbehaviour see it. */
  matchable: Matchable;
}

export interface Route<Q = unknown, B = unknown> {
  method: 'GET' | 'POST' | 'DELETE';
  /** Below `/v1.0`, e.g. `/generations/{id}`. */
  path: string;
  /** What a token must grant. */
  scope: Scope;
  /** Left out: no query parameters at all. */
  query?: z.ZodType<Q>;
  /** Left out: no body. */
  body?: z.ZodType<B>;
  handle(call: Call<Q, B>, service: Service): Answer | Promise<Answer>;
}

/** Types a handler by its route's schemas; what stands in the table is a route like any other. */
export function route<Q = unknown, B = unknown>(definition: Route<Q, B>): Route {
  return definition as unknown as Route;
}

export function routeName(route: { method: string; path: string }): string {
  return `${route.method} ${route.path}`;
}
