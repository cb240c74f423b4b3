import { Agent, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import type { Config } from '../../config.ts';

export type ProxySettings = Pick<Config, 'HTTPS_PROXY' | 'NO_PROXY'>;

/** Milliseconds for a proxy to make a way through, as many as undici gives a connection. Its own limit is for answers: five minutes. */
const WAY_THROUGH_MS = 10_000;

/**
 * What requests leave this machine by: straight, or through the operator's proxy where there is one. Plain http, which stays on this
 * machine (config.ts), and the hosts of `NO_PROXY` are always asked straight.
 * @param options of straight connections, `connect` among them; the proxy's are its own
 * @param wayThroughMs after which a proxy that has not answered is given up
 */
export function createOutgoing(
  settings: ProxySettings,
  options: Agent.Options,
  wayThroughMs = WAY_THROUGH_MS,
): Dispatcher {
  const { HTTPS_PROXY: httpsProxy, NO_PROXY: noProxy = '' } = settings;
  if (!httpsProxy) return new Agent(options);
  const clientFactory = (proxy: URL, connecting: object) =>
    new Pool(proxy, { ...connecting, headersTimeout: wayThroughMs });
  // `httpProxy` is empty, so that undici does not look into the environment by itself.
  return new EnvHttpProxyAgent({ ...options, httpProxy: '', httpsProxy, noProxy, clientFactory });
}
