import { Agent, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import type { Config } from '../../config.ts';

export type ProxySettings = Pick<Config, 'HTTPS_PROXY' | 'NO_PROXY'>;

/** Milliseconds for a proxy to make a way through, as many as undici gives a connection. Its own limit is for answers: five minutes. */
const WAY_THROUGH_MS = 10_000;

/**
 * What requests leave this machine by: straight, or through the operator's proxy where there is one. Plain http, which stays on this
 * machine (config.ts), and the hosts of `NO_PROXY` are always asked straight.
 *
 * Always by HTTP/1.1: over HTTP/2, a request with a body that is aborted in the turn in which its stream begins leaves Node 24 writing
 * for ever, and with it the process hangs (undici 8.12). undici also sends requests again by itself there.
 * @param options of straight connections, `connect` among them; the proxy's are its own
 * @param wayThroughMs after which a proxy that has not answered is given up
 */
export function createOutgoing(
  settings: ProxySettings,
  options: Agent.Options,
  wayThroughMs = WAY_THROUGH_MS,
): Dispatcher {
  const { HTTPS_PROXY: httpsProxy, NO_PROXY: noProxy = '' } = settings;
  const straight = { ...options, allowH2: false };
  if (!httpsProxy) return new Agent(straight);
  const clientFactory = (proxy: URL, connecting: object) =>
    new Pool(proxy, { ...connecting, headersTimeout: wayThroughMs });
  // `httpProxy` is empty, so that undici does not look into the environment by itself.
  return new EnvHttpProxyAgent({ ...straight, httpProxy: '', httpsProxy, noProxy, clientFactory });
}
