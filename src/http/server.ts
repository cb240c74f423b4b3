import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Log } from '../log.ts';
import type { Metrics } from './metrics/metrics.ts';
import { sharePlaces } from './places.ts';
import { ignoreBody } from './read-body.ts';

export interface Route {
  method: string;
  /** Answers HEAD as well, without the body: for probes, at addresses where nothing comes of a look. */
  head?: boolean;
  path: string;
  handle(request: IncomingMessage, response: ServerResponse): Promise<void> | void;
}

export interface HttpServerOptions {
  routes: Route[];
  /**
   * For Slack's own requests, which it verifies. Before it reads a body whose sender waits for `100 Continue`, it says so.
   */
  slack: { listener: RequestListener; takes(method: string, path: string): boolean };
  metrics: Metrics;
  log: Log;
  limits?: Partial<ServerLimits>;
}

/** How long one connection may take, in milliseconds, and how many there may be. */
interface ServerLimits {
  /** Also for the first word of a connection. */
  headersMs: number;
  /** For a whole request, its body included; Slack sends it in one go. */
  requestMs: number;
  /** Without a byte either way: longer than any answer of ours takes, and the end of a sender who does not read it. */
  silentMs: number;
  connections: number;
}

const LIMITS: ServerLimits = { headersMs: 5_000, requestMs: 10_000, silentMs: 60_000, connections: 1_000 };

/** Milliseconds between two looks for connections that are too slow; Node's own 30 s are longer than the limits. */
const CHECK_EVERY_MS = 1_000;

/** The one door of the process: our own routes, and Slack's requests. */
export function createHttpServer(options: HttpServerOptions) {
  const { routes, slack, metrics, log } = options;
  const limits = { ...LIMITS, ...options.limits };
  const timeouts = {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: Math.min(CHECK_EVERY_MS, limits.headersMs),
  };
  const atWork = new WeakSet<Socket>();
  const receive: RequestListener = (request, response) => {
    const { socket } = request;
    // Node serves requests that come without waiting for an answer (pipelining) all at once: one sender had 50,000 of them
    // in front of everybody else's. Neither Slack nor browsers or proxies send any.
    if (atWork.has(socket)) return void socket.destroy();
    atWork.add(socket);
    response.once('close', () => atWork.delete(socket));
    const path = pathOf(request);
    const route = routes.find((one) => one.path === path && methodsOf(one).includes(request.method ?? ''));
    const isSlack = path !== null && slack.takes(request.method ?? '', path);
    const name = route?.path ?? (isSlack ? path : 'other');
    observe(response, name, metrics);
    serve(request, response, path, route).catch((error: unknown) => {
      log.error({ route: name, err: error }, 'request failed');
      answer(response, 500, 'Something went wrong here. Try again in a moment.');
    });
  };
  const server = createServer(timeouts, receive);
  // Node would say "go on" to each sender who asks first; here only whoever is going to read the body does.
  server.on('checkContinue', receive);
  server.on('checkExpectation', (_, response) =>
    refuseUnread(response, 417, 'That cannot be expected here.'),
  );
  server.timeout = limits.silentMs;
  sharePlaces(server, limits.connections);

  async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    path: string | null,
    route?: Route,
  ) {
    if (isTooLarge(request)) return refuseUnread(response, 413, 'This is too large.');
    if (path !== null && slack.takes(request.method ?? '', path)) return slack.listener(request, response);
    // Nobody else reads a body. Node would read it to its end to use the connection again.
    if (hasBody(request)) {
      response.setHeader('connection', 'close');
      ignoreBody(request);
    }
    if (path === null) return answer(response, 400, 'This address cannot be read.');
    if (route) return await route.handle(request, response);
    const allowed = routes.filter((one) => one.path === path).flatMap(methodsOf);
    if (slack.takes('POST', path)) allowed.push('POST');
    if (allowed.length > 0) {
      response.setHeader('allow', allowed.join(', '));
      return answer(response, 405, 'Not this way.');
    }
    return answer(response, 404, 'There is nothing here.');
  }

  return {
    /** @returns the port it listens on */
    start: (port: number): Promise<number> =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, () => resolve((server.address() as AddressInfo).port));
      }),
    /** Takes no more requests, and gives those being served `graceMs` milliseconds to end. */
    stop: (graceMs: number): Promise<void> => close(server, graceMs),
  };
}

function methodsOf({ method, head }: Route): string[] {
  return head ? [method, 'HEAD'] : [method];
}

/** Bytes; as for Slack's requests, the largest there are. */
const BODY_LIMIT = 1024 * 1024;

function isTooLarge(request: IncomingMessage): boolean {
  return Number(request.headers['content-length'] ?? 0) > BODY_LIMIT;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Answers a request whose body is not read, so that its connection cannot be used again. */
export function refuseUnread(response: ServerResponse, status: number, text: string): void {
  response.setHeader('connection', 'close');
  answer(response, status, text);
}

/** Answers in plain text, unless an answer was begun. */
export function answer(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) {
    response.end();
    return;
  }
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .end(text);
}

function pathOf(request: IncomingMessage): string | null {
  const base = 'http://localhost';
  return URL.canParse(request.url ?? '', base) ? new URL(request.url ?? '', base).pathname : null;
}

function observe(response: ServerResponse, route: string, metrics: Metrics): void {
  const end = metrics.http.startTimer({ route });
  response.once('close', () => end({ status: String(response.statusCode) }));
}

/** Node waits for kept-alive connections, which Slack does not close: idle ones are ended at once. */
function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
