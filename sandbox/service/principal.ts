import type { Incoming } from './http/incoming.ts';
import type { Refusal } from './http/refusal.ts';

/** `generate` allows everything, `doc:read` only the metadata of docs. */
export type Scope = 'generate' | 'doc:read';

/** The caller: one person in one workspace. */
export interface Principal {
  personId: string;
  workspaceId: string;
  scopes: readonly Scope[];
  /** Whose credits are spent: the workspace's with an API key, the person's own with OAuth. */
  pays?: 'workspace' | 'person';
}

/** Returns the caller, or the refusal if the request is not authenticated. */
export type Authenticate = (incoming: Incoming) => Principal | Refusal | Promise<Principal | Refusal>;
