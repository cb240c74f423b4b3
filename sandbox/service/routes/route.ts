import type { z } from 'zod';
import type { Answer } from '../http/answer.ts';
import type { Matchable } from '../misbehaviour/rules.ts';
import type { Principal, Scope } from '../principal.ts';
import type { Service } from '../service.ts';

/** An authorized call. Its query and body match the route's schemas. */
export interface Call<Q = unknown, B = unknown> {
  principal: Principal;
  params: Record<string, string>;
  query: Q;
  body: B;
  /** The parts that fault rules match. */
  matchable: Matchable;
}

export interface Route<Q = unknown, B = unknown> {
  method: 'GET' | 'POST' | 'DELETE';
  /** Below `/v1.0`, e.g. `/generations/{id}`. */
  path: string;
  /** The scope that a token needs. */
  scope: Scope;
  /** Without it the route accepts no query parameters. */
  query?: z.ZodType<Q>;
  /** Without it the route accepts no body. */
  body?: z.ZodType<B>;
  handle(call: Call<Q, B>, service: Service): Answer | Promise<Answer>;
}

/** Types a handler by its route's schemas. */
export function route<Q = unknown, B = unknown>(definition: Route<Q, B>): Route {
  return definition as unknown as Route;
}

export function routeName(route: { method: string; path: string }): string {
  return `${route.method} ${route.path}`;
}
