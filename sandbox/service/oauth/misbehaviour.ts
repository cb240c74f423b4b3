import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../clock.ts';

export type Place = 'token' | 'register' | 'authorize' | 'keys' | 'server-metadata' | 'resource-metadata';

/**
 * How an endpoint goes wrong, for tests.
 *
 * - `slow`: handled after `ms` milliseconds
 * - `error`: 500, nothing handled
 * - `garbage`: 200 with something that is not JSON, nothing handled
 * - `cut-before`: the connection is cut, nothing handled
 * - `cut-after`: handled (a refresh token is rotated), and the answer is lost
 * - `refuse`: the refusal of that endpoint (registration: "redirect_uri not allowed"; token: `invalid_grant`)
 * - `missing`: 404
 */
export interface Misbehaviour {
  at: Place;
  how: 'slow' | 'error' | 'garbage' | 'cut-before' | 'cut-after' | 'refuse' | 'missing';
  /** Milliseconds, for `slow`; 1000 when not given. */
  ms?: number;
  /** How many requests it meets; all until taken back when not given. */
  times?: number;
}

export interface Misbehaviours {
  /** Adds a rule; call what it returns to take it back. The oldest rule that fits a request decides. */
  add(rule: Misbehaviour): () => void;
  /** The rule for a request to `place`, counted as met. */
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

/** Goes wrong as `rule` says; `handle` does what the endpoint would have done. */
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
      loseAnswer(request, response);
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

function loseAnswer(request: IncomingMessage, response: ServerResponse): void {
  response.end = () => {
    request.socket.destroy();
    return response;
  };
}
