import * as oauth from 'oauth4webapi';
import { approve } from '../approve.ts';
import {
  type AuthorizationServer,
  type AuthorizationServerOptions,
  createAuthorizationServer,
} from '../authorization-server.ts';

export const BASE_URL = 'http://127.0.0.1:9/api';
export const REDIRECT_URI = 'http://127.0.0.1:9/service/callback';
const accounts = [
  {
    id: 'ana',
    email: 'vera@northwind.example',
    name: 'Ana Moreno',
    workspaces: [
      { id: 'w-north', name: 'Northwind' },
      { id: 'w-lab', name: 'Northwind Lab' },
    ],
  },
  {
    id: 'ben',
    email: 'ben@northwind.example',
    name: 'Ben Okafor',
    workspaces: [{ id: 'w-north', name: 'Northwind' }],
  },
];

/** Starts an authorization server for the API at `BASE_URL`. */
export async function startServer(
  options: Partial<AuthorizationServerOptions> = {},
): Promise<AuthorizationServer> {
  const server = createAuthorizationServer({ baseUrl: () => BASE_URL, accounts, ...options });
  await server.start();
  return server;
}

export type AuthMethod = 'none' | 'client_secret_post' | 'client_secret_basic';

const insecure = { [oauth.allowInsecureRequests]: true };

/** Registers an OAuth client that uses oauth4webapi. */
export async function createClient(server: { authUrl: string }, method: AuthMethod = 'client_secret_basic') {
  const issuer = new URL(server.authUrl);
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
  const as = await oauth.processDiscoveryResponse(issuer, response);
  const registered = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(as, registration(method), insecure),
  );
  const auth = authenticate(method, String(registered.client_secret));
  return connectClient(as, { client_id: registered.client_id }, auth);
}

export function registration(method: AuthMethod, redirectUri = REDIRECT_URI) {
  return {
    client_name: 'Deckhand',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: method,
  };
}

function authenticate(method: AuthMethod, secret: string): oauth.ClientAuth {
  if (method === 'none') return oauth.None();
  return method === 'client_secret_post' ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
}

function connectClient(as: oauth.AuthorizationServer, client: oauth.Client, auth: oauth.ClientAuth) {
  /** Returns the address for the browser, and the state and verifier that the client keeps. */
  async function begin(overrides: Record<string, string | undefined> = {}) {
    const verifier = oauth.generateRandomCodeVerifier();
    const parameters = {
      client_id: client.client_id,
      redirect_uri: REDIRECT_URI,
      response_type: 'code',
      resource: BASE_URL,
      scope: 'generate',
      state: oauth.generateRandomState(),
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...overrides,
    };
    const url = new URL(String(as.authorization_endpoint));
    for (const [name, value] of Object.entries(parameters))
      if (value !== undefined) url.searchParams.set(name, value);
    return { url: url.href, state: parameters.state, verifier };
  }

  /** Exchanges the code of a redirect for tokens. */
  async function exchange(
    redirect: string,
    { state, verifier }: { state: string; verifier: string },
    redirectUri = REDIRECT_URI,
  ) {
    const parameters = oauth.validateAuthResponse(as, client, new URL(redirect), state);
    const response = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      auth,
      parameters,
      redirectUri,
      verifier,
      { ...insecure, additionalParameters: { client_id: client.client_id } },
    );
    return oauth.processAuthorizationCodeResponse(as, client, response);
  }

  return {
    as,
    client,
    begin,
    exchange,
    async connect(
      who = { account: 'ana', workspace: 'w-north' },
      overrides: Record<string, string | undefined> = {},
    ) {
      const begun = await begin(overrides);
      return exchange(await approve(begun.url, who), begun);
    },
    async refresh(refreshToken: string, additional: Record<string, string> = {}) {
      const options = {
        ...insecure,
        additionalParameters: { client_id: client.client_id, ...additional },
      };
      const response = await oauth.refreshTokenGrantRequest(as, client, auth, refreshToken, options);
      return oauth.processRefreshTokenResponse(as, client, response);
    },
  };
}
