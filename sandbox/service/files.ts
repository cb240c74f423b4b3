import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Calls } from './calls.ts';
import type { Deck } from './engine/deck.ts';
import { drawFile } from './engine/engine.ts';
import { type Answer, bytes, CUT, type Reply } from './http/answer.ts';
import type { Incoming } from './http/incoming.ts';
import { Refusal, refusalAnswer } from './http/refusal.ts';
import { deckOf, fileName, isExpired, isReady } from './making/export.ts';
import { drawImage } from './making/image.ts';
import { misbehaving } from './misbehaviour/around.ts';
import type { CallRule } from './misbehaviour/schema.ts';
import type { Service } from './service.ts';
import type { ExportRecord } from './store/records.ts';

const ROUTE = 'GET /files/{exportId}/{token}/{name}';

/** Serves export files to everyone who has the link. Requests with credentials are refused. */
export function createFiles(parts: { service: Service; calls: Calls; signal: AbortSignal }) {
  const { service } = parts;

  return async function answerFile(incoming: Incoming): Promise<Reply> {
    const matchable = { route: ROUTE, path: incoming.path, body: '' };
    const rules = service.rules.forCall(matchable);
    const handle = () => download(service, incoming).catch(refused);
    const reply = await misbehaving(
      rules.filter((rule) => !isHalfway(rule)),
      handle,
      { clock: service.clock, signal: parts.signal },
    );
    parts.calls.record({
      id: incoming.id,
      method: incoming.method,
      path: incoming.path,
      route: ROUTE,
      body: undefined,
      status: reply === CUT ? 0 : reply.status,
      at: service.clock.now(),
    });
    return reply !== CUT && rules.some(isHalfway) ? halfOf(reply) : reply;
  };
}

async function download(service: Service, incoming: Incoming): Promise<Answer> {
  if (incoming.method !== 'GET') throw new Refusal(405, 'Method Not Allowed', { headers: { allow: 'GET' } });
  if (incoming.headers.authorization ?? incoming.headers['x-api-key']) {
    throw new Refusal(400, 'Only one auth mechanism allowed: the link itself. Send no credentials here.');
  }
  const [, id, token] = /^\/files\/(\w+)\/([\w-]+)\/[^/]+$/.exec(incoming.path) ?? [];
  const image = service.store.images.get(id ?? '');
  if (image?.token === token && image?.status === 'completed') return bytes(drawImage(image), 'image/png');
  const record = service.store.exports.get(id ?? '');
  const deck = record && deckOf(service, record);
  if (record?.token !== token || !record || !deck || !isReady(service, record))
    throw new Refusal(403, 'Access denied');
  if (isExpired(service, record)) throw new Refusal(403, 'Request has expired');
  return drawn(service, deck, record);
}

/** Draws the file again for each request. */
async function drawn(service: Service, deck: Deck, record: ExportRecord): Promise<Answer> {
  const file = await drawFile(deck, record.kind, service.fineness);
  service.drawn.remember(file.bytes, deck, record.kind);
  return bytes(file.bytes, file.mimetype, attachment(deck, record));
}

function attachment(deck: Deck, record: ExportRecord): Record<string, string> {
  const name = encodeURIComponent(fileName(deck, record.kind));
  return { 'content-disposition': `attachment; filename*=UTF-8''${name}` };
}

function isHalfway(rule: CallRule): boolean {
  return rule.kind === 'cut' && rule.moment === 'after';
}

/** Announces the whole length, sends half of it and cuts the connection. */
function halfOf(answer: Answer): Answer {
  const middle = Math.floor(Number(answer.headers['content-length']) / 2);
  async function* half() {
    let sent = 0;
    for await (const chunk of Readable.from(answer.body instanceof Readable ? answer.body : [answer.body])) {
      const part = chunk.subarray(0, middle - sent);
      sent += part.length;
      yield part;
      if (sent < middle) continue;
      await setImmediate();
      throw new Error('cut');
    }
  }
  return { ...answer, body: Readable.from(half(), { objectMode: false }) };
}

function refused(error: unknown): Answer {
  if (error instanceof Refusal) return refusalAnswer(error);
  throw error;
}
