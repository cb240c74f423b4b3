import * as oauth from 'oauth4webapi';
import type { Clock } from '../../clock.ts';
import { authenticationOf, type Client } from './client.ts';
import type { ServerMetadata } from './discovery.ts';
import { isRefused, type OAuthHttp, UNNAMED, withServiceErrors } from './http.ts';

export interface Tokens {
  accessToken: string;
  refreshToken?: string;
  /** Milliseconds since the epoch. */
  mintedAt: number;
  expiresAt: number;
  /** The granted scopes. If the server does not name them, this is undefined and the granted scopes are the requested ones. */
  scopes?: string[];
}

export type TokenRequests = ReturnType<typeof createTokenRequests>;

/** Lifetime of an access token in seconds if the server does not report it. The interface document says "about 1 hour". */
const USUAL_LIFETIME = 3600;

/** Creates the requests to the token endpoint. They throw `OAuthRefused`, or a transient error of the service. */
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
    // The interface requires `client_id` in the body, even with client authentication.
    options: { ...http.options, additionalParameters: { resource, client_id: client.id } },
  });

  /**
   * Redeems the code in `answer`, which oauth4webapi has checked.
   * @throws OAuthRefused `invalid_grant` for a code that is used, expired or not ours
   */
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

  /** Renews tokens. When the server has handled the request, the old refresh token is invalid, even if the response was lost. */
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

  /**
   * Returns whether the server no longer knows the client, for example because the server was set up again. Tries a refresh token that does
   * not exist, and looks at the error. Without this check, a person would be redirected with an unknown client, see an error page and not
   * come back.
   */
  async function isForgotten(server: ServerMetadata, client: Client): Promise<boolean> {
    return refresh(server, client, 'none').then(
      () => false,
      (error) => isRefused(error, 'invalid_client') || (isRefused(error, UNNAMED) && error.status === 401),
    );
  }

  return { exchange, refresh, isForgotten };
}
