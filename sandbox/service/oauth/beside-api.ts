import { json } from '../http/answer.ts';
import { Refusal } from '../http/refusal.ts';
import type { ServiceStandInOptions } from '../options.ts';
import type { Authenticate } from '../principal.ts';
import type { Workspace } from '../store/records.ts';
import type { Account } from './accounts.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { covers } from './scopes.ts';
import { isRefusal } from './verify.ts';

/** Returns options with which the API accepts the server's bearer tokens beside API keys, and says where to get one. */
export function besideApi(
  server: AuthorizationServer,
): Required<Pick<ServiceStandInOptions, 'authentication' | 'beside'>> {
  return {
    authentication: (byKey) => bearerAuthentication(server, byKey),
    async beside({ method, path }) {
      if (method !== 'GET' || path !== '/.well-known/oauth-protected-resource') return undefined;
      const metadata = server.protectedResourceMetadata();
      return metadata ? json(metadata) : json({ message: 'Not Found', statusCode: 404 }, 404);
    },
  };
}

/** Returns the accounts that can sign in: the members of all workspaces, each with their workspaces. */
export function accountsOf(workspaces: readonly Workspace[]): Account[] {
  const accounts = new Map<string, Account>();
  for (const { id, name, members } of workspaces) {
    for (const member of members) {
      const account = accounts.get(member.id) ?? { ...member, workspaces: [] };
      accounts.set(member.id, { ...account, workspaces: [...account.workspaces, { id, name }] });
    }
  }
  return [...accounts.values()];
}

function bearerAuthentication(server: AuthorizationServer, byKey: Authenticate): Authenticate {
  return async (incoming) => {
    if (incoming.headers['x-api-key'] !== undefined) return byKey(incoming);
    const result = await server.verify(bearerOf(incoming.headers.authorization));
    if (isRefusal(result)) {
      const headers = { 'www-authenticate': result.wwwAuthenticate };
      return new Refusal(result.status, result.message, { headers, extra: { error: result.error } });
    }
    return {
      personId: result.account.id,
      workspaceId: result.workspace.id,
      pays: 'person',
      scopes: covers(result.scopes, 'generate') ? ['generate', 'doc:read'] : ['doc:read'],
    };
  };
}

/** Returns the bearer token of a header. The name of the scheme is not case-sensitive (RFC 9110, section 11.1). */
function bearerOf(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
}
