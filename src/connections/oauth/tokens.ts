import * as oauth from 'oauth4webapi';
import type { Clock } from '../../clock.ts';
import { authenticationOf, type Client } from './client.ts';
import type { ServerMetadata } from './discovery.ts';
import { isRefused, type OAuthHttp, translated } from './http.ts';

export interface Tokens {
  accessToken: string;
  refreshToken?: string;
  /** Milliseconds since the epoch. */
  mintedAt: number;
  expiresAt: number;
  /** The scopes granted, where the server says; else those asked for. */
  scopes?: string[];
}

export type TokenRequests = ReturnType<typeof createTokenRequests>;

/** Seconds; the interface says "about 1 hour". */
const USUAL_LIFETIME = 3600;

/** Requests to the token endpoint. They throw `OAuthRefused`, or a transient error of the service. */
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
    us: { client_id: client.id },
    proof: authenticationOf(client),
    // The interface lists `client_id` in the body, also beside a client's own authentication.
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
    const { us, proof, options } = asClient(server, client);
    const { as } = server;
    const grant = [as, us, proof, answer, redirectUri, verifier, options] as const;
    return translated(async () => {
      const response = await oauth.authorizationCodeGrantRequest(...grant);
      return toTokens(await oauth.processAuthorizationCodeResponse(as, us, response));
    });
  }

  /** The old refresh token is dead once the server has handled this, whether or not the answer arrives. */
  async function refresh(server: ServerMetadata, client: Client, refreshToken: string): Promise<Tokens> {
    const { us, proof, options } = asClient(server, client);
    const { as } = server;
    return translated(async () => {
      const response = await oauth.refreshTokenGrantRequest(as, us, proof, refreshToken, options);
      return toTokens(await oauth.processRefreshTokenResponse(as, us, response));
    });
  }

  /**
   * Does the server no longer know the client, say because it was set up anew? Asked with a token that nobody has, so that
   * nothing changes; a person sent there would see an error page and never come back.
   */
  async function isForgotten(server: ServerMetadata, client: Client): Promise<boolean> {
    return refresh(server, client, 'none').then(
      () => false,
      (error) => isRefused(error, 'invalid_client'),
    );
  }

  return { exchange, refresh, isForgotten };
}
