/**
 * `generate` is full access. The read-only scope has two names: deployments say `gamma:read`, the interface
 * writes `doc:read`; both are taken.
 */
export const scopes = ['generate', 'gamma:read', 'doc:read'] as const;
export type Scope = (typeof scopes)[number];

/** What the metadata documents name. */
export const advertisedScopes: Scope[] = ['generate', 'gamma:read'];

/** Granted when a client asks for none. */
export const defaultScope: Scope = 'generate';

/** `generate` covers the read-only scope, not the other way round. */
export function covers(granted: string[], needed: Scope): boolean {
  if (granted.includes('generate')) return true;
  return needed !== 'generate' && granted.some((scope) => scope === 'gamma:read' || scope === 'doc:read');
}
