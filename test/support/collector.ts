import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as a collector of OpenTelemetry gets it. */
export interface ReceivedSpan {
  name: string;
  /** The process that sent it. */
  instance: string;
  trace: string;
  id: string;
  /** Empty for the first of its trace. */
  parent: string;
  /** Milliseconds since the epoch. */
  start: number;
  end: number;
  failed: boolean;
  attributes: Record<string, string | number>;
  events: string[];
}

export interface Collector {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  endpoint: string;
  /** All that was sent, in the order of beginnings. */
  spans(): ReceivedSpan[];
  /** Bodies of all requests, as they came. */
  raw(): Buffer;
  paths: string[];
  /** Answers from now on in this way; `null`: as a collector does. */
  answerWith(listener: RequestListener | null): void;
  close(): Promise<void>;
}

/** A collector that takes OTLP as protobuf over HTTP, on this machine. */
export async function startCollector(): Promise<Collector> {
  const bodies: Buffer[] = [];
  const paths: string[] = [];
  let odd: RequestListener | null = null;
  const server = createServer(async (request, response) => {
    paths.push(`${request.method} ${request.url} ${request.headers['content-type']}`);
    bodies.push(await bodyOf(request));
    if (odd) return odd(request, response);
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    spans: () => bodies.flatMap(spansIn).toSorted((one, other) => one.start - other.start),
    raw: () => Buffer.concat(bodies),
    answerWith(listener) {
      odd = listener;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Fields of a message of protobuf, by number: bytes, or a number. */
type Fields = Map<number, (Buffer | bigint)[]>;

/** @see https://protobuf.dev/programming-guides/encoding/ */
function fieldsOf(message: Buffer): Fields {
  const fields: Fields = new Map();
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++] ?? 0;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const bytes = (length: number) => {
    at += length;
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const tag = Number(varint());
    const value = readValue(tag & 7, varint, bytes);
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;
}

function readValue(type: number, varint: () => bigint, bytes: (length: number) => Buffer): Buffer | bigint {
  if (type === 0) return varint();
  if (type === 1) return bytes(8).readBigUInt64LE();
  if (type === 5) return BigInt(bytes(4).readUInt32LE());
  return bytes(Number(varint()));
}

const messagesIn = (fields: Fields, field: number) => (fields.get(field) ?? []) as Buffer[];
const textIn = (fields: Fields, field: number) => String(messagesIn(fields, field)[0] ?? '');
const hexIn = (fields: Fields, field: number) => messagesIn(fields, field)[0]?.toString('hex') ?? '';

/** The numbers are those of opentelemetry/proto/trace/v1/trace.proto. */
function spansIn(request: Buffer): ReceivedSpan[] {
  const resources = messagesIn(fieldsOf(request), 1).map(fieldsOf);
  return resources.flatMap((resource) => {
    const about = Object.fromEntries(attributesIn(fieldsOf(messagesIn(resource, 1)[0] ?? NOTHING), 1));
    const scopes = messagesIn(resource, 2).map(fieldsOf);
    const spans = scopes.flatMap((scope) => messagesIn(scope, 2)).map(fieldsOf);
    return spans.map((span) => ({ instance: String(about['service.instance.id']), ...readSpan(span) }));
  });
}

const NOTHING = Buffer.alloc(0);

function readSpan(span: Fields): Omit<ReceivedSpan, 'instance'> {
  const [status] = messagesIn(span, 15).map(fieldsOf);
  const ms = (field: number) => Number(BigInt(span.get(field)?.[0] as bigint) / 1_000_000n);
  return {
    trace: hexIn(span, 1),
    id: hexIn(span, 2),
    parent: hexIn(span, 4),
    name: textIn(span, 5),
    start: ms(7),
    end: ms(8),
    failed: status?.get(3)?.[0] === 2n,
    attributes: Object.fromEntries(attributesIn(span, 9)),
    events: messagesIn(span, 11).map((event) => textIn(fieldsOf(event), 2)),
  };
}

const attributesIn = (fields: Fields, field: number) =>
  messagesIn(fields, field).map(fieldsOf).map(readAttribute);

function readAttribute(attribute: Fields): [string, string | number] {
  const value = fieldsOf(messagesIn(attribute, 2)[0] ?? NOTHING);
  const number = value.get(3)?.[0];
  return [textIn(attribute, 1), number === undefined ? textIn(value, 1) : Number(number)];
}
