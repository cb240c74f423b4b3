import { advertisedScopes } from './scopes.ts';

/** Paths of the authorization server (the service's API reference, "Authentication"). */
export const paths = {
  metadata: '/.well-known/oauth-authorization-server',
  keys: '/.well-known/jwks.json',
  register: '/oauth/register',
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  /** The sign-in and consent pages, which the interface does not name. */
  interaction: '/oauth/interaction',
};

/** Returns the server's metadata (RFC 8414). The `issuer` is `{auth_url}`. */
export function serverMetadata(authUrl: string, baseUrl: string) {
  return {
    issuer: authUrl,
    authorization_endpoint: `${authUrl}${paths.authorize}`,
    token_endpoint: `${authUrl}${paths.token}`,
    registration_endpoint: `${authUrl}${paths.register}`,
    jwks_uri: `${authUrl}${paths.keys}`,
    scopes_supported: advertisedScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    protected_resources: [baseUrl],
  };
}

/** Returns the API's metadata (RFC 9728). The `resource` is `{base_url}`, the audience of the tokens that the API accepts. */
export function resourceMetadata(authUrl: string, baseUrl: string) {
  return {
    resource: baseUrl,
    authorization_servers: [authUrl],
    scopes_supported: advertisedScopes,
    bearer_methods_supported: ['header'],
  };
}

/** Returns the address of the API's metadata for `WWW-Authenticate` (RFC 9728, section 5.1). */
export function resourceMetadataUrl(baseUrl: string): string {
  return `${baseUrl}/.well-known/oauth-protected-resource`;
}
