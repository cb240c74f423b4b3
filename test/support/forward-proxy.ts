import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import {
  createServer as createTlsServer,
  getCACertificates,
  setDefaultCACertificates,
  type TLSSocket,
} from 'node:tls';

/** A company's proxy, and beyond it https://*.example.com: each name is a plain server on this machine, behind TLS. */

/** Of tests alone: for *.example.com, until 2126. The key opens nothing else. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBqDCCAU+gAwIBAgIUHHAXd6fHy6iRWX38zQOQ80IVfUgwCgYIKoZIzj0EAwIw
HDEaMBgGA1UEAwwRdGVzdHMgb2YgRGVja2hhbmQwIBcNMjYxMTIyMDUwODA1WhgP
MjEyNjEwMjkwNTA4MDVaMBwxGjAYBgNVBAMMEXRlc3RzIG9mIERlY2toYW5kMFkw
EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAElb5cpkVqu/khegR4kQhMPZpoDmqIZNi/
XaELomhaRhu+YQxc1RbMbYUghnQwPgy07kmT48hobtJ3Nrn7s7mmYaNtMGswHQYD
VR0OBBYEFCWOhUe01qswnZRW3MAjoucDBRmlMB8GA1UdIwQYMBaAFCWOhUe01qsw
nZRW3MAjoucDBRmlMA8GA1UdEwEB/wQFMAMBAf8wGAYDVR0RBBEwD4INKi5leGFt
cGxlLmNvbTAKBggqhkjOPQQDAgNHADBEAiAlYjlYB8pnd5cMosIJo/ufWI6CWN+9
FD0uM0TQGwNSEAIgXG72VD9XVtAe4U5wnzF+TvHcQUtqR371+INUMouUwvM=
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgoPHo2IjT/D2AXdx0
L+RE7EoDzA4dMe0WMxHbhQTua1ChRANCAASVvlymRWq7+SF6BHiRCEw9mmgOaohk
2L9doQuiaFpGG75hDFzVFsxthSCGdDA+DLTuSZPjyGhu0nc2ufuzuaZh
-----END PRIVATE KEY-----`;

export interface ForwardProxy {
  url: string;
  /** host:port of each way through that was asked for. */
  asked: string[];
  /** What is beyond it, straight. */
  beyondUrl: string;
  /** What was offered there to be spoken (ALPN). */
  offered: string[];
  /** What it answers in place of a way through. */
  refuseWith(status: number): void;
  /** What it does in place of making a way through. */
  instead(act: (socket: Socket) => void): void;
  close(): Promise<void>;
}

/**
 * @param beyond plain addresses by name, such as service.example.com
 * @param login `name:password` that it asks for
 */
export async function startForwardProxy(
  beyond: Record<string, string>,
  login?: string,
): Promise<ForwardProxy> {
  setDefaultCACertificates([...getCACertificates(), CERTIFICATE]);
  const sockets = new Set<Socket>();
  const kept = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    return socket;
  };
  const offered: string[] = [];
  const ALPNCallback = ({ protocols }: { protocols: string[] }) => {
    offered.push(...protocols);
    return 'http/1.1';
  };
  const front = createTlsServer({ cert: CERTIFICATE, key: KEY, ALPNCallback }, (socket: TLSSocket) => {
    const target = new URL(beyond[String(socket.servername)] ?? 'http://127.0.0.1:9');
    const behind = kept(connect(Number(target.port), target.hostname));
    pipeline(socket, behind, socket, () => {});
  }).on('connection', kept);
  await listening(front);

  const asked: string[] = [];
  let instead: ((socket: Socket) => void) | undefined;
  const wanted = login && `Basic ${Buffer.from(login).toString('base64')}`;
  const proxy = createServer((_, response) => void response.writeHead(400).end());
  proxy.on('connection', kept);
  proxy.on('connect', (request, socket: Socket) => {
    asked.push(String(request.url));
    const isLoggedIn = !wanted || request.headers['proxy-authorization'] === wanted;
    if (!isLoggedIn) return refuse(socket, 407);
    if (instead) return instead(kept(socket));
    socket.write(WAY_THROUGH);
    pipeline(socket, kept(connect(portOf(front), '127.0.0.1')), socket, () => {});
  });
  await listening(proxy);

  return {
    url: `http://${login ? `${login}@` : ''}127.0.0.1:${portOf(proxy)}`,
    asked,
    beyondUrl: `https://127.0.0.1:${portOf(front)}`,
    offered,
    refuseWith(status) {
      instead = (socket) => refuse(socket, status);
    },
    instead(act) {
      instead = act;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all([front, proxy].map((server) => new Promise((done) => server.close(done))));
    },
  };
}

/** A proxy's word that the rest is between the two. */
export const WAY_THROUGH = 'HTTP/1.1 200 Connection established\r\n\r\n';

function refuse(socket: Socket, status: number): void {
  socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
}

async function listening(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;
