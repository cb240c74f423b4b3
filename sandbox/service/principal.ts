import type { Incoming } from './http/incoming.ts';
import type { Refusal } from './http/refusal.ts';

/** `generate` opens everything; `doc:read` only what is about a doc: title, picture, author, dates. */
export type Scope = 'generate' | 'doc:read';

/** On whose behalf a call is made: one person in one workspace. */
export interface Principal {
  personId: string;
  workspaceId: string;
  scopes: readonly Scope[];
  /** Whose credits are spent: those of the workspace, by an API key, or the person's own, by OAuth. */
  pays?: 'workspace' | 'person';
}

/** Tells who is calling, or why nobody is let in. An API key today; a bearer token is one more such function. */
export type Authenticate = (incoming: Incoming) => Principal | Refusal | Promise<Principal | Refusal>;
