import type { IncomingMessage } from 'node:http';
import { readBody } from '../../http/body.ts';
import { parseJsonFields } from './args.ts';

/** Reads the arguments of a call from the query, a form or a JSON body. */
export async function argsOf(request: IncomingMessage, url: URL): Promise<Record<string, unknown>> {
  const type = request.headers['content-type'] ?? '';
  const body = await readBody(request);
  const query = Object.fromEntries(url.searchParams);
  if (type.startsWith('application/json')) return { ...query, ...asObject(body) };
  if (type.startsWith('multipart/form-data')) {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    return parseJsonFields({ ...query, ...Object.fromEntries(form) });
  }
  return parseJsonFields({ ...query, ...Object.fromEntries(new URLSearchParams(body.toString('utf8'))) });
}

function asObject(body: Buffer): Record<string, unknown> {
  if (body.length === 0) return {};
  const parsed: unknown = JSON.parse(body.toString('utf8'));
  return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
}
