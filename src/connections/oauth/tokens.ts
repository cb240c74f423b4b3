import * as oauth from 'oauth4webapi';
import type { Clock } from '../../clock.ts';
import { authenticationOf, type Client } from './client.ts';
import type { ServerMetadata } from './discovery.ts';
import { isRefused, type OAuthHttp, UNNAMED, withServiceErrors } from './http.ts';

export interface Tokens {
  accessToken: string;
  refreshToken?: string;
  /** When the tokens were issued, in milliseconds since the epoch. */
  mintedAt: number;
  /** When the access token expires, in milliseconds since the epoch. */
  expiresAt: number;
  /** The granted scopes. Undefined if the server does not name any, because it has granted exactly the requested scopes. */
  scopes?: string[];
}

export type TokenRequests = ReturnType<typeof createTokenRequests>;

/** Lifetime of an access token, in seconds, if the server does not report it. The service's API reference says "about 1 hour". */
const USUAL_LIFETIME = 3600;

/** Creates the requests to the token endpoint. The requests throw `OAuthRefused`, or a transient error of the service. */
export function createTokenRequests({ http, clock }: { http: OAuthHttp; clock: Clock }) {
  const toTokens = (answer: oauth.TokenEndpointResponse): Tokens => {
    const mintedAt = clock.now();
    return {
      accessToken: answer.access_token,
      ...(answer.refresh_token && { refreshToken: answer.refresh_token }),
      mintedAt,
      expiresAt: mintedAt + (answer.expires_in ?? USUAL_LIFETIME) * 1000,
      ...(answer.scope !== undefined && { scopes: answer.scope.split(' ') }),
    };
  };

  const asClient = ({ resource }: ServerMetadata, client: Client) => ({
    oauthClient: { client_id: client.id },
    authentication: authenticationOf(client),
    // The service's API reference requires `client_id` in the body, even with client authentication.
    options: { ...http.options, additionalParameters: { resource, client_id: client.id } },
  });

  /** Exchanges the redirect's code for tokens. @throws OAuthRefused `invalid_grant` if the code is no longer valid */
  async function exchange(
    server: ServerMetadata,
    client: Client,
    { answer, redirectUri, verifier }: { answer: URLSearchParams; redirectUri: string; verifier: string },
  ): Promise<Tokens> {
    const { oauthClient, authentication, options } = asClient(server, client);
    const { as } = server;
    const grant = [as, oauthClient, authentication, answer, redirectUri, verifier, options] as const;
    return withServiceErrors(async () => {
      const response = await oauth.authorizationCodeGrantRequest(...grant);
      return toTokens(await oauth.processAuthorizationCodeResponse(as, oauthClient, response));
    });
  }

  /** Renews tokens. The server invalidates the old refresh token when it handles the request, even if its response is lost. */
  async function refresh(server: ServerMetadata, client: Client, refreshToken: string): Promise<Tokens> {
    const { oauthClient, authentication, options } = asClient(server, client);
    const { as } = server;
    return withServiceErrors(async () => {
      const response = await oauth.refreshTokenGrantRequest(
        as,
        oauthClient,
        authentication,
        refreshToken,
        options,
      );
      return toTokens(await oauth.processRefreshTokenResponse(as, oauthClient, response));
    });
  }

  /** Returns true if the server no longer knows the client. To find out, tries a refresh with an invalid token. */
  async function isForgotten(server: ServerMetadata, client: Client): Promise<boolean> {
    return refresh(server, client, 'none').then(
      () => false,
      (error) => isRefused(error, 'invalid_client') || (isRefused(error, UNNAMED) && error.status === 401),
    );
  }

  return { exchange, refresh, isForgotten };
}
