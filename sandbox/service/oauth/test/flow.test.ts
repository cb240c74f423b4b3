import { afterEach, expect, test } from 'vitest';
import type { AuthorizationServer } from '../authorization-server.ts';
import { type AuthMethod, createClient, startServer } from './client.ts';

let server: AuthorizationServer;
afterEach(() => server.stop());

test.each<AuthMethod>(['none', 'client_secret_post', 'client_secret_basic'])(
  'a client that authenticates with %s gets tokens for the chosen workspace and refreshes them',
  async (method) => {
    server = await startServer();
    const client = await createClient(server, method);
    const tokens = await client.connect({ account: 'vera@northwind.example', workspace: 'Northwind Lab' });
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'generate' });
    expect(tokens.id_token).toBeUndefined();
    const principal = await server.verify(tokens.access_token, 'generate');
    expect(principal).toMatchObject({
      account: { id: 'ana' },
      workspace: { id: 'w-lab' },
      scopes: ['generate'],
    });

    const renewed = await client.refresh(String(tokens.refresh_token));
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
    expect(await server.verify(renewed.access_token, 'generate')).toMatchObject({
      workspace: { id: 'w-lab' },
    });
  },
);
