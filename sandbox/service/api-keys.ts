import { Refusal } from './http/refusal.ts';
import type { Authenticate } from './principal.ts';

/** The interface's `sk-<brand>-` prefix. */
const KEY_SHAPE = /^sk-[a-z0-9]+-.+$/;

/** A key that belongs to one person in one workspace. */
export interface ApiKey {
  key: string;
  workspaceId: string;
  personId: string;
  /** Whether it is tied to an account that may use the API; it is unless told. */
  isEligible?: boolean;
}

/** Lets in whoever shows one of `keys` under the exact header name `X-API-KEY`. */
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

/** Header names and values alternate in `rawHeaders`; Node's own `headers` has lost the spelling. */
function headerAsWritten(rawHeaders: readonly string[], name: string): string | undefined {
  const at = rawHeaders.findIndex((header, index) => index % 2 === 0 && header === name);
  return at === -1 ? undefined : rawHeaders[at + 1];
}
