import { type LookupAddress, lookup as lookupHost } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { buildConnector, Request, type fetch as undiciFetch } from 'undici';
import { ServiceError } from '../errors.ts';
import { createOutgoing, type ProxySettings } from './outgoing.ts';

/** An address that the service named leads to this machine, or into the network that it stands in. */
export class AddressRefused extends ServiceError {}

export interface OutsideFetch {
  fetch: typeof undiciFetch;
  close(): Promise<void>;
}

/**
 * A fetch for addresses that come from outside. Only public ones are connected to: an address is looked at once its name
 * is resolved, at the connection itself, so that a name cannot mean one thing when it is checked and another when it is
 * used, and so that a redirect leads no further. Hosts that the operator has named are reached wherever they are.
 *
 * A proxy connects by itself, and resolves names anew. So what this machine takes for an address inside is refused before the proxy is
 * asked; for the rest the proxy is trusted, and a redirect is given back, so that the address that it leads to is looked at as well.
 * @param trusted addresses from the configuration
 */
export function createOutsideFetch(
  fetch: typeof undiciFetch,
  trusted: string[],
  resolve: typeof lookupHost = lookupHost,
  proxy: ProxySettings = {},
): OutsideFetch {
  const homes = new Set(trusted.map((address) => bare(new URL(address).hostname)));
  const agent = createOutgoing(proxy, {
    connections: 128,
    keepAliveTimeout: 10_000,
    connect: publicConnector(homes, resolve),
  });
  return {
    async fetch(address, init) {
      const isProxied = Boolean(proxy.HTTPS_PROXY);
      if (isProxied) {
        const host = bare(new URL(address instanceof Request ? address.url : address).hostname);
        if (!homes.has(host)) await refuseInside(host, resolve);
      }
      try {
        return await fetch(address, { ...init, ...(isProxied && { redirect: 'manual' }), dispatcher: agent });
      } catch (error) {
        throw error instanceof TypeError && error.cause instanceof AddressRefused ? error.cause : error;
      }
    },
    close: () => agent.close(),
  };
}

function publicConnector(homes: Set<string>, resolve: typeof lookupHost): buildConnector.connector {
  // outgoing.ts says why.
  const allowH2 = false;
  const connectHome = buildConnector({ allowH2 });
  const connect = buildConnector({ allowH2, lookup: publicLookup(resolve) });
  return (options, callback) => {
    const host = bare(options.hostname);
    if (homes.has(host)) connectHome(options, callback);
    // A connection to a number looks nothing up.
    else if (isIP(host) && !isPublicAddress(host)) callback(refused(), null);
    else connect(options, callback);
  };
}

/** Numbers of IPv6 stand in brackets in addresses. */
const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

/** Resolves names as Node does, and leaves out what is not public. */
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

/** Milliseconds for a name. Where a proxy leads out, this machine often resolves no name of the public. */
const RESOLVED_WITHIN_MS = 2_000;

/** @throws AddressRefused for an address that this machine takes for one that is not public */
async function refuseInside(host: string, resolve: typeof lookupHost): Promise<void> {
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

/** IANA's special-purpose registries (RFC 6890) and multicast: nothing that a public service is at. */
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
/** Addresses of IPv6 that hold one of IPv4 in their last 32 bits: mapped ones, and NAT64's (RFC 6052). */
const AROUND_V4 = ['::ffff:', '64:ff9b::'];
/** Within what is given out to the public: protocol assignments with Teredo, documentation, 6to4. */
const SPECIAL_V6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const special = new BlockList();
for (const [net, bits] of SPECIAL_V4) {
  special.addSubnet(net, bits, 'ipv4');
  for (const prefix of AROUND_V4) special.addSubnet(prefix + net, 96 + bits, 'ipv6');
}
for (const [net, bits] of SPECIAL_V6) special.addSubnet(net, bits, 'ipv6');

const given = new BlockList();
given.addSubnet('0.0.0.0', 0, 'ipv4');
given.addSubnet('2000::', 3, 'ipv6');
for (const prefix of AROUND_V4) given.addSubnet(`${prefix}0.0.0.0`, 96, 'ipv6');

/** Whether an address, as numbers, is one that the public internet has. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return isIP(address) > 0 && given.check(address, family) && !special.check(address, family);
}
