import { type Configuration, errors, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Clock } from '../../clock.ts';
import type { Account } from './accounts.ts';
import { createAdapter, secondsAhead } from './adapter.ts';
import type { Keys } from './keys.ts';
import { paths } from './metadata.ts';
import { problemPage } from './pages/problem.ts';
import type { RecordStore } from './record-store.ts';
import { scopes } from './scopes.ts';

const DAY = 24 * 60 * 60;

/** Lifetimes in seconds. A code is taken back by the client at once, so a minute is long. */
const LIFETIMES = {
  AuthorizationCode: 60,
  RefreshToken: 90 * DAY,
  /** Longer than any chain of refreshes that somebody will try here. */
  Grant: 3650 * DAY,
  Interaction: 60 * 60,
  Session: 60 * 60,
};

export interface ProviderOptions {
  authUrl: string;
  baseUrl: () => string;
  clock: Clock;
  store: RecordStore;
  keys: Keys;
  accounts: Account[];
  /** Seconds. */
  accessTokenTtl: number;
  serviceName: string;
}

/** The protocol engine: oidc-provider with everything of OpenID Connect switched off. */
export function createProvider(options: ProviderOptions): Provider {
  return new Provider(options.authUrl, {
    adapter: createAdapter(options.store, options.clock),
    ...protocol,
    ...wiring(options),
    features: features(options),
  });
}

const protocol: Configuration = {
  scopes: [...scopes],
  responseTypes: ['code'],
  clientAuthMethods: ['none', 'client_secret_post', 'client_secret_basic'],
  clientDefaults: {
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'client_secret_basic',
    id_token_signed_response_alg: 'ES256',
  },
  pkce: { required: () => true },
  allowOmittingSingleRegisteredRedirectUri: false,
  clockTolerance: 0,
  rotateRefreshToken: true,
  issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  expiresWithSession: async () => false,
  clientBasedCORS: () => false,
  routes: {
    authorization: paths.authorize,
    token: paths.token,
    registration: paths.register,
    jwks: paths.keys,
  },
};

function wiring({
  store,
  keys,
  accounts,
  clock,
  accessTokenTtl,
  serviceName,
}: ProviderOptions): Configuration {
  return {
    jwks: { keys: [keys.signing] },
    // Cookies of one host are shared by its ports: names of our own keep clear of other programs'.
    cookies: {
      keys: [keys.cookies],
      names: { session: 'auth_session', interaction: 'auth_interaction', resume: 'auth_resume' },
    },
    ttl: { ...LIFETIMES, AccessToken: accessTokenTtl },
    interactions: { url: (_ctx, interaction) => `${paths.interaction}/${interaction.uid}` },
    findAccount: (_ctx, id) =>
      accounts.some((account) => account.id === id)
        ? { accountId: id, claims: async () => ({ sub: id }) }
        : undefined,
    // The API reads from the token whose it is, for which workspace, and which grant keeps it alive.
    extraTokenClaims: (_ctx, token) => {
      const grantId = 'grantId' in token ? String(token.grantId) : '';
      return { grant: grantId, workspace: store.get('Consent', grantId)?.workspace };
    },
    formats: {
      customizers: {
        jwt: (_ctx, _token, jwt) => {
          const ahead = secondsAhead(clock);
          Object.assign(jwt.payload, {
            iat: Number(jwt.payload.iat) + ahead,
            exp: Number(jwt.payload.exp) + ahead,
          });
        },
      },
    },
    renderError: (ctx: KoaContextWithOIDC, out) => {
      ctx.type = 'html';
      ctx.body = problemPage(serviceName, out.error, out.error_description);
    },
  };
}

function features({ baseUrl, accessTokenTtl }: ProviderOptions): Configuration['features'] {
  const off = { enabled: false };
  return {
    devInteractions: off,
    userinfo: off,
    rpInitiatedLogout: off,
    dPoP: off,
    pushedAuthorizationRequests: off,
    registration: { enabled: true, issueRegistrationAccessToken: false },
    resourceIndicators: {
      enabled: true,
      // No default: a token asked for without `resource` is minted, and the API does not take it.
      defaultResource: async (_ctx, _client, oneOf) => oneOf ?? [],
      getResourceServerInfo: async (ctx, resource) => {
        requireClientId(ctx);
        if (resource !== baseUrl()) throw new errors.InvalidTarget();
        return {
          audience: resource,
          scope: scopes.join(' '),
          accessTokenFormat: 'jwt',
          accessTokenTTL: accessTokenTtl,
          jwt: { sign: { alg: 'ES256' } },
        };
      },
    },
  };
}

/** The interface lists `client_id` in the body of every token request; a client that authenticates sends it as well. */
function requireClientId({ oidc }: KoaContextWithOIDC): void {
  if (oidc.route === 'token' && !oidc.body?.client_id) {
    throw new errors.InvalidRequest('missing required parameter: client_id');
  }
}
