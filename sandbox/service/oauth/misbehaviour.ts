import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../clock.ts';

export type Place = 'token' | 'register' | 'authorize' | 'keys' | 'server-metadata' | 'resource-metadata';

/**
 * A fault of an endpoint, for tests.
 *
 * - `slow`: handles the request after `ms` milliseconds
 * - `error`: responds 500 without handling the request
 * - `garbage`: responds 200 with a text that is not JSON, without handling the request
 * - `cut-before`: cuts the connection without handling the request
 * - `cut-after`: handles the request (a refresh token is rotated) and cuts the connection without a response
 * - `refuse`: responds with the endpoint's refusal (registration: "redirect_uri not allowed"; token: `invalid_grant`)
 * - `missing`: responds 404
 */
export interface Misbehaviour {
  at: Place;
  how: 'slow' | 'error' | 'garbage' | 'cut-before' | 'cut-after' | 'refuse' | 'missing';
  /** Milliseconds, for `slow`; 1000 by default. */
  ms?: number;
  /** Number of requests that it applies to; by default all until it is removed. */
  times?: number;
}

export interface Misbehaviours {
  /** Adds a fault. The returned function removes it. If several apply to a request, the oldest is used. */
  add(rule: Misbehaviour): () => void;
  /** Returns the fault for a request to `place` and counts it as used. */
  take(place: string): Misbehaviour | null;
}

export function createMisbehaviours(): Misbehaviours {
  let rules: { rule: Misbehaviour; left: number }[] = [];
  return {
    add(rule) {
      const entry = { rule, left: rule.times ?? Number.POSITIVE_INFINITY };
      rules.push(entry);
      return () => {
        rules = rules.filter((other) => other !== entry);
      };
    },
    take(place) {
      const entry = rules.find(({ rule, left }) => rule.at === place && left > 0);
      if (!entry) return null;
      entry.left -= 1;
      return entry.rule;
    },
  };
}

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Applies a fault to a request. `handle` handles the request as usual. */
export async function misbehave(
  rule: Misbehaviour,
  { request, response }: Exchange,
  handle: () => Promise<void>,
  clock: Clock,
  stopped: AbortSignal,
): Promise<void> {
  switch (rule.how) {
    case 'slow':
      await clock.sleep(rule.ms ?? 1000, stopped);
      return handle();
    case 'cut-before':
      return void request.socket.destroy();
    case 'cut-after':
      cutInsteadOfResponse(request, response);
      return handle();
    case 'error':
      return answer(response, 500, '{"error":"server_error"}');
    case 'garbage':
      return answer(response, 200, '<html>502 Bad gateway');
    case 'missing':
      return answer(response, 404, '{"message":"Not Found","statusCode":404}');
    case 'refuse':
      return answer(response, 400, JSON.stringify(refusalAt(rule.at)));
  }
}

export function refusalAt(place: Place) {
  return place === 'register'
    ? { error: 'invalid_redirect_uri', error_description: 'redirect_uri not allowed' }
    : { error: 'invalid_grant', error_description: 'grant request is invalid' };
}

export function answer(response: ServerResponse, status: number, json: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(json);
}

function cutInsteadOfResponse(request: IncomingMessage, response: ServerResponse): void {
  response.end = () => {
    request.socket.destroy();
    return response;
  };
}
