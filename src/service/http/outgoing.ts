import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import type { Config } from '../../config.ts';

export type ProxySettings = Pick<Config, 'HTTPS_PROXY' | 'NO_PROXY'>;

/**
 * What requests leave this machine by: straight, or through the operator's proxy where there is one. Plain http, which stays on this
 * machine (config.ts), and the hosts of `NO_PROXY` are always asked straight.
 * @param options of straight connections, `connect` among them; the proxy's are its own
 */
export function createOutgoing(settings: ProxySettings, options: Agent.Options): Dispatcher {
  const { HTTPS_PROXY: httpsProxy, NO_PROXY: noProxy = '' } = settings;
  if (!httpsProxy) return new Agent(options);
  // Empty, so that undici does not look into the environment by itself.
  return new EnvHttpProxyAgent({ ...options, httpProxy: '', httpsProxy, noProxy });
}
