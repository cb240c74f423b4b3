import type { RecordStore } from './record-store.ts';

/** Ends grants: of one account, or all. Their access tokens fail at the API and their refresh tokens are gone. */
export async function revokeGrants(store: RecordStore, accountId?: string): Promise<void> {
  const grants = new Set(
    store
      .all('Grant')
      .flatMap(([id, grant]) => (accountId === undefined || grant.accountId === accountId ? [id] : [])),
  );
  await store.delete('Grant', [...grants]);
  for (const kind of ['RefreshToken', 'AuthorizationCode']) {
    const ids = store.all(kind).flatMap(([id, token]) => (grants.has(String(token.grantId)) ? [id] : []));
    await store.delete(kind, ids);
  }
}
