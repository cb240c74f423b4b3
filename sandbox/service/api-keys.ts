import { Refusal } from './http/refusal.ts';
import type { Authenticate } from './principal.ts';

/** The interface's `sk-<brand>-` prefix. */
const KEY_SHAPE = /^sk-[a-z0-9]+-.+$/;

/** An API key of one person in one workspace. */
export interface ApiKey {
  key: string;
  workspaceId: string;
  personId: string;
  /** Whether the account may use the API; true by default. */
  isEligible?: boolean;
}

/** Authenticates requests by `keys` in the header `X-API-KEY`, whose name is case-sensitive. */
export function apiKeyAuthentication(keys: readonly ApiKey[]): Authenticate {
  const wrong = keys.find(({ key }) => !KEY_SHAPE.test(key));
  if (wrong) throw new Error('An API key of the service stand-in must begin with sk-<brand>-');
  const byKey = new Map(keys.map((key) => [key.key, key]));

  return ({ rawHeaders }) => {
    const owner = byKey.get(headerAsWritten(rawHeaders, 'X-API-KEY') ?? '');
    if (!owner || owner.isEligible === false) return new Refusal(401, 'Invalid API key');
    return { personId: owner.personId, workspaceId: owner.workspaceId, scopes: ['generate', 'doc:read'] };
  };
}

/** Returns a header by its exact name. `rawHeaders` alternates names and values; Node's `headers` has lower-case names. */
function headerAsWritten(rawHeaders: readonly string[], name: string): string | undefined {
  const at = rawHeaders.findIndex((header, index) => index % 2 === 0 && header === name);
  return at === -1 ? undefined : rawHeaders[at + 1];
}
