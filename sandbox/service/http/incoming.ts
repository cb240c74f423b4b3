import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Refusal } from './refusal.ts';

/** Most bytes of a request body: enough for several pages of 400,000 characters, even if escaped in JSON. */
const BODY_LIMIT = 8 * 1024 * 1024;

/** A request with its body already read. */
export interface Incoming {
  /** Sent back as `x-request-id`. */
  id: string;
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** Header names as the client wrote them, because the interface's `X-API-KEY` is case-sensitive. */
  rawHeaders: string[];
  remoteAddress: string;
  body: string;
}

export async function readIncoming(message: IncomingMessage, id: string): Promise<Incoming> {
  const url = new URL(message.url ?? '/', 'http://service');
  return {
    id,
    method: message.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: message.headers,
    rawHeaders: message.rawHeaders,
    remoteAddress: message.socket.remoteAddress ?? '',
    body: await readBody(message),
  };
}

async function readBody(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    size += chunk.length;
    if (size <= BODY_LIMIT) chunks.push(chunk);
  }
  if (size > BODY_LIMIT) throw new Refusal(413, `Request body is larger than ${BODY_LIMIT} bytes`);
  return Buffer.concat(chunks).toString('utf8');
}
