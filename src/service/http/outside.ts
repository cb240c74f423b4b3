import { type LookupAddress, lookup as lookupHost } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { buildConnector, Request, type fetch as undiciFetch } from 'undici';
import {
  createDispatcher,
  createSender,
  type ProxySettings,
  type SendRequest,
} from '../../outgoing-requests.ts';
import { ServiceError } from '../errors.ts';

/** Thrown if the service returned a URL whose host is not public: this machine, or an address of a private or reserved network. */
export class AddressRefused extends ServiceError {}

export interface Outside {
  /** A `fetch` function, for answers that are read as a stream. */
  fetch: typeof undiciFetch;
  send: SendRequest;
  close(): Promise<void>;
}

/**
 * Creates functions that send requests to URLs from the service's answers. They connect only to public IP addresses and to trusted hosts.
 * The IP address is checked while connecting, so the name cannot change its address after the check. With a proxy, the host is checked
 * before the request, and `fetch` returns redirects to the caller, so that each target is checked, too.
 * @param trusted URLs from the configuration; their hosts may be private
 */
export function createOutside(
  fetch: typeof undiciFetch,
  trusted: string[],
  resolve: typeof lookupHost = lookupHost,
  proxy: ProxySettings = {},
): Outside {
  const trustedHosts = new Set(trusted.map((address) => bare(new URL(address).hostname)));
  const isProxied = Boolean(proxy.HTTPS_PROXY);
  const dispatcher = createDispatcher(proxy, {
    connections: 128,
    keepAliveTimeout: 10_000,
    connect: publicConnector(trustedHosts, resolve),
  });
  const send = createSender(dispatcher);

  async function checked<T>(address: string, request: () => Promise<T>): Promise<T> {
    const host = bare(new URL(address).hostname);
    if (isProxied && !trustedHosts.has(host)) await refusePrivate(host, resolve);
    try {
      return await request();
    } catch (error) {
      throw error instanceof Error && error.cause instanceof AddressRefused ? error.cause : error;
    }
  }

  return {
    fetch: (address, init) =>
      checked(address instanceof Request ? address.url : String(address), () =>
        fetch(address, { ...init, ...(isProxied && { redirect: 'manual' }), dispatcher }),
      ),
    send: (request) => checked(request.url, () => send(request)),
    close: () => dispatcher.close(),
  };
}

function publicConnector(trustedHosts: Set<string>, resolve: typeof lookupHost): buildConnector.connector {
  // Use only HTTP/1.1. The comment at `createDispatcher` in outgoing-requests.ts says why.
  const allowH2 = false;
  const connectTrusted = buildConnector({ allowH2 });
  const connect = buildConnector({ allowH2, lookup: publicLookup(resolve) });
  return (options, callback) => {
    const host = bare(options.hostname);
    if (trustedHosts.has(host)) connectTrusted(options, callback);
    // If the host is an IP address, check it now, because `publicLookup` is called only for host names.
    else if (isIP(host) && !isPublicAddress(host)) callback(refused(), null);
    else connect(options, callback);
  };
}

/** Returns a host without the brackets around an IPv6 address. */
const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

/** Returns a lookup function like Node's that omits private addresses, and fails if no public address remains. */
function publicLookup(resolve: typeof lookupHost): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const [first, ...more] = found.filter(({ address }) => isPublicAddress(address));
      if (!first) return callback(refused(), []);
      if (options.all) callback(null, [first, ...more]);
      else callback(null, first.address, first.family);
    });
  };
}

/** Maximum milliseconds to resolve a host. After that, a request through a proxy is sent anyway, because the proxy resolves the name. */
const RESOLVED_WITHIN_MS = 2_000;

/** Throws AddressRefused if the host is a private address, or if this machine resolves it to a private address. */
async function refusePrivate(host: string, resolve: typeof lookupHost): Promise<void> {
  if (isIP(host)) {
    if (!isPublicAddress(host)) throw refused();
    return;
  }
  const found = await new Promise<LookupAddress[]>((done) => {
    const late = setTimeout(done, RESOLVED_WITHIN_MS, []);
    resolve(host, { all: true }, (error, addresses) => {
      clearTimeout(late);
      done(error ? [] : addresses);
    });
  });
  if (found.some(({ address }) => !isPublicAddress(address))) throw refused();
}

function refused() {
  return new AddressRefused('The service names an address that is not public.');
}

/** Networks of IANA's special-purpose IPv4 addresses (RFC 6890) and of multicast, with prefix lengths. No public service uses them. */
const SPECIAL_V4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** Prefixes of IPv6 addresses whose last 32 bits are an IPv4 address: IPv4-mapped addresses and NAT64 (RFC 6052). */
const V4_PREFIXES = ['::ffff:', '64:ff9b::'];
/** Special-purpose networks inside the public IPv6 space, 2000::/3: for documentation, for 6to4, and for protocols such as Teredo. */
const SPECIAL_V6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const special = new BlockList();
for (const [net, bits] of SPECIAL_V4) {
  special.addSubnet(net, bits, 'ipv4');
  for (const prefix of V4_PREFIXES) special.addSubnet(prefix + net, 96 + bits, 'ipv6');
}
for (const [net, bits] of SPECIAL_V6) special.addSubnet(net, bits, 'ipv6');

const allocated = new BlockList();
allocated.addSubnet('0.0.0.0', 0, 'ipv4');
allocated.addSubnet('2000::', 3, 'ipv6');
for (const prefix of V4_PREFIXES) allocated.addSubnet(`${prefix}0.0.0.0`, 96, 'ipv6');

/** Returns true if `address` is an IP address of the public internet. Returns false for any other address and for host names. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return isIP(address) > 0 && allocated.check(address, family) && !special.check(address, family);
}
