import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { createDiscovery } from '../../connections/oauth/discovery.ts';
import { createOAuthHttp } from '../../connections/oauth/http.ts';
import { createServiceClient } from '../../service/client.ts';
import { isTransient } from '../../service/error-meaning.ts';
import type { CheckContext, Finding } from '../doctor.ts';

/** Whether the service can be reached, how people will sign in there, and whether it takes `SERVICE_API_KEY`. */
export async function checkService(config: Config, context: CheckContext): Promise<Finding[]> {
  const about = config.SERVICE_NAME;
  const findings = [...(await checkApi(config, context)), await checkSignIn(config, context)];
  const key = config.SERVICE_API_KEY;
  if (!key) return findings;
  const client = createServiceClient({
    baseUrl: config.SERVICE_BASE_URL,
    authorization: { headers: async () => ({ 'X-API-KEY': key }) },
    fetch: context.fetch,
    clock: systemClock,
    random: Math.random,
  });
  const paid = await client.getMe().then(
    ({ email }): Finding => ({
      state: 'ok',
      about,
      says: `SERVICE_API_KEY is taken${email ? ` (${email})` : ''}`,
    }),
    (error: Error): Finding => {
      const todo = isTransient(error)
        ? 'That says nothing about the key: look again once the service answers.'
        : 'Make a key in the workspace that shall pay, and set it.';
      return { state: 'fault', about, says: `SERVICE_API_KEY: ${error.message}`, todo };
    },
  );
  return [...findings, paid];
}

/** Whether the API is there and in health: without credentials it refuses. Whether it can be reached at all is said with the sign-in. */
async function checkApi(config: Config, { fetch }: CheckContext): Promise<Finding[]> {
  const about = config.SERVICE_NAME;
  const answer = await fetch(`${config.SERVICE_BASE_URL}/v1.0/themes`).catch(() => undefined);
  await answer?.body?.cancel();
  if (!answer || [401, 403].includes(answer.status)) return [];
  if (answer.status >= 500) {
    const todo = 'The trouble is theirs: what was asked for goes on when it is over.';
    return [{ state: 'fault', about, says: `its API answers with ${answer.status}`, todo }];
  }
  const says = `its API is not at ${config.SERVICE_BASE_URL}/v1.0 (${answer.status})`;
  return [{ state: 'warning', about, says, todo: 'See whether SERVICE_BASE_URL is right.' }];
}

async function checkSignIn(config: Config, { fetch, log }: CheckContext): Promise<Finding> {
  const about = config.SERVICE_NAME;
  const baseUrl = config.SERVICE_BASE_URL;
  const http = createOAuthHttp(fetch, baseUrl);
  try {
    const { as, isAssumed } = await createDiscovery({
      baseUrl,
      authUrl: config.SERVICE_AUTH_URL,
      http,
      clock: systemClock,
      log,
    })();
    if (isAssumed) {
      const todo = 'See whether SERVICE_BASE_URL is right, or set SERVICE_AUTH_URL.';
      return {
        state: 'warning',
        about,
        says: 'says nothing about how to sign in; the usual addresses are taken',
        todo,
      };
    }
    if (as.registration_endpoint || config.SERVICE_CLIENT_ID)
      return { state: 'ok', about, says: `people sign in at ${as.issuer}` };
    const todo = 'Register Deckhand there by hand, and set SERVICE_CLIENT_ID and SERVICE_CLIENT_SECRET.';
    return { state: 'fault', about, says: `${as.issuer} does not let apps register themselves`, todo };
  } catch (error) {
    const todo = 'See whether SERVICE_BASE_URL is right, and whether this machine reaches it.';
    return { state: 'fault', about, says: `cannot be asked: ${(error as Error).message}`, todo };
  }
}

/** Where browsers and Slack come: whether a Deckhand answers there. */
export async function checkPublicUrl(config: Config, { fetch }: CheckContext): Promise<Finding[]> {
  const url = config.PUBLIC_URL;
  if (!url) return [];
  if (await isDeckhand(url, fetch))
    return [{ state: 'ok', about: 'PUBLIC_URL', says: `Deckhand answers at ${url}` }];
  const todo = 'That is so before the first start; else look at the proxy in front, DNS and the certificate.';
  return [
    {
      state: 'warning',
      about: 'PUBLIC_URL',
      says: `nothing that is Deckhand answers at ${url}/healthz`,
      todo,
    },
  ];
}

/** Whether a Deckhand answers there. */
export async function isDeckhand(url: string, fetch: CheckContext['fetch']): Promise<boolean> {
  return fetch(`${url}/healthz`, { redirect: 'manual' }).then(
    async (response) => response.ok && (await response.text()).trim() === 'ok',
    () => false,
  );
}
