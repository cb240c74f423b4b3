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

/** Lifetimes in seconds. A minute is enough for a code, because clients exchange it at once. */
const LIFETIMES = {
  AuthorizationCode: 60,
  RefreshToken: 90 * DAY,
  /** Longer than any test or sandbox refreshes tokens. */
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

/** Creates the oidc-provider with the features of OpenID Connect turned off. */
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
    // All ports of a host share its cookies. Own names avoid conflicts with other programs.
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
    // The API reads the workspace from the token, and the grant, which may have been revoked.
    extraTokenClaims: (ctx, token) => {
      checkRequest(ctx);
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
      // No default: a request without `resource` gets a token, but the API does not accept it.
      defaultResource: async (ctx, _client, oneOf) => {
        checkRequest(ctx);
        return oneOf ?? [];
      },
      getResourceServerInfo: async (ctx, resource) => {
        checkRequest(ctx);
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

/**
 * Refuses token requests without `client_id` in the body, which the interface demands even from clients that authenticate, and authorization
 * requests with unknown scopes, which the library ignores.
 */
function checkRequest({ oidc }: KoaContextWithOIDC): void {
  if (oidc.route === 'token' && !oidc.body?.client_id) {
    throw new errors.InvalidRequest('missing required parameter: client_id');
  }
  const asked = String(oidc.params?.scope ?? '').split(' ');
  const unknown = asked.find((scope) => scope && !(scopes as readonly string[]).includes(scope));
  if (oidc.route === 'authorization' && unknown) throw new errors.InvalidScope('unknown scope', unknown);
}
