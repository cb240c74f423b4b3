/** `generate` is full access. The read-only scope has two names: `gamma:read` in deployments, `doc:read` in the interface. */
export const scopes = ['generate', 'gamma:read', 'doc:read'] as const;
export type Scope = (typeof scopes)[number];

/** The scopes in the metadata. */
export const advertisedScopes: Scope[] = ['generate', 'gamma:read'];

/** The scope of an authorization request that names none. */
export const defaultScope: Scope = 'generate';

/** Returns whether the granted scopes include the needed one. `generate` includes the read-only scope. */
export function covers(granted: string[], needed: Scope): boolean {
  if (granted.includes('generate')) return true;
  return needed !== 'generate' && granted.some((scope) => scope === 'gamma:read' || scope === 'doc:read');
}
