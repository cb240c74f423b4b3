import type { Readable } from 'node:stream';

/** The response of a handler. If a streamed body fails, the connection is cut. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array | Readable;
}

/** Cuts the connection without a response, as if the network failed. */
export const CUT = Symbol('cut');
export type Reply = Answer | typeof CUT;

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  };
}

export function html(page: string, status = 200): Answer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: page };
}

export function bytes(body: Uint8Array, type: string, headers: Record<string, string> = {}): Answer {
  return {
    status: 200,
    headers: { 'content-type': type, 'content-length': String(body.byteLength), ...headers },
    body,
  };
}
