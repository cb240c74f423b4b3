import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Log } from '../log.ts';
import { limitConnections } from './connection-limit.ts';
import type { Metrics } from './metrics/metrics.ts';
import { ignoreBody } from './read-body.ts';

export interface Route {
  method: string;
  /** True if HEAD requests are answered, too, without a body. Health checks may send them. */
  head?: boolean;
  path: string;
  /** True if the handler reads the body. If the request has `Expect: 100-continue`, the handler must first send `100 Continue`. */
  readsBody?: boolean;
  handle(request: IncomingMessage, response: ServerResponse): Promise<void> | void;
}

export interface HttpServerOptions {
  routes: Route[];
  /** `listener` verifies and handles the requests that `takes` accepts. For `Expect: 100-continue`, it must send `100 Continue`. */
  slack: { listener: RequestListener; takes(method: string, path: string): boolean };
  metrics: Metrics;
  log: Log;
  limits?: Partial<ServerLimits>;
}

/** Time limits of a connection in milliseconds, and the maximum number of connections. */
interface ServerLimits {
  /** Maximum time until all headers of a request have arrived. For the first request, counted from the opening of the connection. */
  headersMs: number;
  /** Maximum time until a whole request with its body has arrived. Slack sends a whole request at once. */
  requestMs: number;
  /** Time after which a connection is closed if nothing is sent or received, for example because the client does not read the response. */
  silentMs: number;
  connections: number;
}

const LIMITS: ServerLimits = { headersMs: 5_000, requestMs: 10_000, silentMs: 60_000, connections: 1_000 };

/** Milliseconds between checks for slow connections. Node's default is 30 s, which is longer than `headersMs` and `requestMs`. */
const CHECK_EVERY_MS = 1_000;

/** Creates the HTTP server of the process, for the given routes and for Slack's requests. */
export function createHttpServer(options: HttpServerOptions) {
  const { routes, slack, metrics, log } = options;
  const limits = { ...LIMITS, ...options.limits };
  const timeouts = {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: Math.min(CHECK_EVERY_MS, limits.headersMs),
  };
  const busy = new WeakSet<Socket>();
  const receive: RequestListener = (request, response) => {
    const { socket } = request;
    // Reject pipelined requests. Node handles all at once, so one client could delay all others. Slack, browsers and proxies send none.
    if (busy.has(socket)) return void socket.destroy();
    busy.add(socket);
    response.once('close', () => busy.delete(socket));
    const path = pathOf(request);
    const route = routes.find((one) => one.path === path && methodsOf(one).includes(request.method ?? ''));
    const isSlack = path !== null && slack.takes(request.method ?? '', path);
    const name = route?.path ?? (isSlack ? path : 'other');
    observe(response, name, metrics);
    serve(request, response, path, route).catch((error: unknown) => {
      log.error({ route: name, err: error }, 'A request failed');
      sendText(response, 500, 'Something went wrong here. Try again in a moment.');
    });
  };
  const server = createServer(timeouts, receive);
  // Prevents Node from sending `100 Continue` at once. Only a handler that reads the body sends it.
  server.on('checkContinue', receive);
  server.on('checkExpectation', (_, response) =>
    rejectUnread(response, 417, 'This expectation is not supported.'),
  );
  server.timeout = limits.silentMs;
  limitConnections(server, limits.connections);

  async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    path: string | null,
    route?: Route,
  ) {
    if (isTooLarge(request)) return rejectUnread(response, 413, 'The body is too large.');
    if (path !== null && slack.takes(request.method ?? '', path)) return slack.listener(request, response);
    if (route?.readsBody) return await route.handle(request, response);
    // No handler reads this body. Close the connection, because Node would otherwise read the whole body in order to reuse the connection.
    if (hasBody(request)) {
      response.setHeader('connection', 'close');
      ignoreBody(request);
    }
    if (path === null) return sendText(response, 400, 'The URL is not valid.');
    if (route) return await route.handle(request, response);
    const allowed = routes.filter((one) => one.path === path).flatMap(methodsOf);
    if (slack.takes('POST', path)) allowed.push('POST');
    if (allowed.length > 0) {
      response.setHeader('allow', allowed.join(', '));
      return sendText(response, 405, 'Method not allowed.');
    }
    return sendText(response, 404, 'Not found.');
  }

  return {
    /** Starts listening and returns the port. */
    start: (port: number): Promise<number> =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, () => resolve((server.address() as AddressInfo).port));
      }),
    /** Stops listening, and closes the connections still open after `graceMs` milliseconds. */
    stop: (graceMs: number): Promise<void> => close(server, graceMs),
  };
}

function methodsOf({ method, head }: Route): string[] {
  return head ? [method, 'HEAD'] : [method];
}

/** Maximum bytes of the body of a request. Slack's requests have the largest bodies. */
const BODY_LIMIT = 1024 * 1024;

function isTooLarge(request: IncomingMessage): boolean {
  return Number(request.headers['content-length'] ?? 0) > BODY_LIMIT;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Sends a response without reading the body of the request, and closes the connection. */
export function rejectUnread(response: ServerResponse, status: number, text: string): void {
  response.setHeader('connection', 'close');
  sendText(response, status, text);
}

/** Sends a response in plain text. If a response has already begun, ends that response instead. */
export function sendText(response: ServerResponse, status: number, text: string): void {
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

/** Stops the server and closes idle connections, because Slack keeps them open. Closes all others after `graceMs` milliseconds. */
function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timeout = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(timeout);
      resolve();
    });
    server.closeIdleConnections();
  });
}
