import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { tryApiKey } from '../../connections/api-key.ts';
import { accountOf } from '../../connections/connection.ts';
import type { ConnectFailure } from '../../connections/failures.ts';
import { createDiscovery } from '../../connections/oauth/discovery.ts';
import { createOAuthHttp } from '../../connections/oauth/http.ts';
import { createServiceClient } from '../../service/client.ts';
import type { CheckContext, Finding } from '../doctor.ts';

/** Checks whether the service can be reached, how people will sign in there, and whether it accepts `SERVICE_API_KEY`. */
export async function checkService(config: Config, context: CheckContext): Promise<Finding[]> {
  const about = config.SERVICE_NAME;
  const findings = [...(await checkApi(config, context)), await checkSignIn(config, context)];
  const key = config.SERVICE_API_KEY;
  if (!key) return findings;
  const trial = {
    baseUrl: config.SERVICE_BASE_URL,
    send: context.send,
    clock: systemClock,
    log: context.log,
  };
  const authorization = { headers: async () => ({ 'X-API-KEY': key }) };
  const refused = await tryApiKey(trial, key);
  if (refused) return [...findings, refusedKey(about, refused)];
  const who = await accountOf(createServiceClient({ ...trial, authorization }));
  const says = `SERVICE_API_KEY is accepted${who?.email ? ` (${who.email})` : ''}`;
  return [...findings, { state: 'ok', about, says }];
}

function refusedKey(about: string, { problem, detail }: ConnectFailure): Finding {
  if (problem === 'key_refused') {
    const todo = 'Make a key in the workspace that should pay, and set it.';
    return { state: 'fault', about, says: `SERVICE_API_KEY: ${detail ?? 'is not accepted'}`, todo };
  }
  if (problem === 'refused') {
    const todo = 'Check SERVICE_BASE_URL, then what the key may do in its workspace.';
    return { state: 'fault', about, says: `SERVICE_API_KEY: ${detail ?? 'the request was refused'}`, todo };
  }
  const todo = 'The key could not be checked: run this again once the service answers.';
  return { state: 'fault', about, says: 'SERVICE_API_KEY: the service does not answer', todo };
}

/** Sends a request without credentials, which the API must refuse (401, 403, 429). `checkSignIn` reports an API that does not respond. */
async function checkApi(config: Config, { fetch }: CheckContext): Promise<Finding[]> {
  const about = config.SERVICE_NAME;
  const answer = await fetch(`${config.SERVICE_BASE_URL}/v1.0/themes`).catch(() => undefined);
  await answer?.body?.cancel();
  if (!answer || [401, 403, 429].includes(answer.status)) return [];
  if (answer.status >= 500) {
    const todo = 'This is an outage of the service. Asks continue when it is over.';
    return [{ state: 'fault', about, says: `its API answers with ${answer.status}`, todo }];
  }
  const says = `its API is not at ${config.SERVICE_BASE_URL}/v1.0 (${answer.status})`;
  return [{ state: 'warning', about, says, todo: 'Check SERVICE_BASE_URL.' }];
}

async function checkSignIn(config: Config, { send, log }: CheckContext): Promise<Finding> {
  const about = config.SERVICE_NAME;
  const baseUrl = config.SERVICE_BASE_URL;
  const http = createOAuthHttp(send, baseUrl);
  try {
    const { as, isAssumed } = await createDiscovery({
      baseUrl,
      authUrl: config.SERVICE_AUTH_URL,
      http,
      clock: systemClock,
      log,
    })();
    if (isAssumed) {
      const todo = 'Check SERVICE_BASE_URL, or set SERVICE_AUTH_URL.';
      return {
        state: 'warning',
        about,
        says: 'does not say how to sign in; the usual addresses are used',
        todo,
      };
    }
    if (as.registration_endpoint || config.SERVICE_CLIENT_ID)
      return { state: 'ok', about, says: `people sign in at ${as.issuer}` };
    const todo = 'Register Deckhand there by hand, and set SERVICE_CLIENT_ID and SERVICE_CLIENT_SECRET.';
    // Only a warning if SERVICE_API_KEY is set (nobody needs to sign in) or PUBLIC_URL is not set (nobody can sign in).
    const state = config.SERVICE_API_KEY || !config.PUBLIC_URL ? 'warning' : 'fault';
    return { state, about, says: `${as.issuer} does not let apps register themselves`, todo };
  } catch (error) {
    const todo = 'Check SERVICE_BASE_URL, and whether this machine can reach it.';
    return { state: 'fault', about, says: `cannot be reached: ${(error as Error).message}`, todo };
  }
}

/** Checks whether Deckhand answers at PUBLIC_URL, because browsers and Slack send requests there. */
export async function checkPublicUrl(config: Config, { fetch }: CheckContext): Promise<Finding[]> {
  const url = config.PUBLIC_URL;
  if (!url) return [];
  if (await isDeckhand(url, fetch))
    return [{ state: 'ok', about: 'PUBLIC_URL', says: `Deckhand answers at ${url}` }];
  const todo =
    'That is normal before the first start; otherwise check the proxy in front, DNS and the certificate.';
  return [
    {
      state: 'warning',
      about: 'PUBLIC_URL',
      says: `no Deckhand answers at ${url}/healthz`,
      todo,
    },
  ];
}

export async function isDeckhand(url: string, fetch: CheckContext['fetch']): Promise<boolean> {
  return fetch(`${url}/healthz`, { redirect: 'manual' }).then(
    async (response) => response.ok && (await response.text()).trim() === 'ok',
    () => false,
  );
}
