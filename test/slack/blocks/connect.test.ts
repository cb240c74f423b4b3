import { expect, test } from 'vitest';
import type { ConnectionSummary } from '../../../src/connections/connection-state.ts';
import { auditedConnection, madeBy } from '../../../src/slack/connection/connect-blocks.ts';

test('where the service tells no name, the e-mail address of who connected is not put up for everybody', () => {
  const who = { email: 'vera@northwind.example', workspace: 'Northwind Studio' };
  expect(madeBy({ kind: 'oauth', works: true, person: 'U0ANA', who })).toBe(
    '<@U0ANA> connected *Northwind Studio*.',
  );
});

test.each([
  [{ kind: 'oauth', who: { name: 'Vera Stolz' } }, '<@U0ANA> connected it with Vera Stolz’s account.'],
  [{ kind: 'api_key', who: { workspace: 'Studio' } }, '<@U0ANA> connected *Studio* with an API key.'],
  [{ kind: 'configured', person: undefined }, ''],
] as const)('who connected what: %o', (state, text) => {
  expect(madeBy({ works: true, person: 'U0ANA', ...state } as ConnectionSummary)).toBe(text);
});

test.each([
  [
    { kind: 'oauth', who: { name: 'Vera\nStolz', email: 'vera@northwind.example', workspace: 'A & B' } },
    'U0ANA=workspace=A & B account=Vera Stolz',
  ],
  [{ kind: 'oauth', who: { email: 'vera@northwind.example' } }, 'U0ANA='],
  [{ kind: 'api_key', who: { name: 'Vera', workspace: 'Studio' } }, 'U0ANA=workspace=Studio account=API key'],
  [{ kind: 'none', person: undefined }, ''],
] as const)('the connection %o in the audit trail', (state, text) => {
  expect(auditedConnection({ works: true, person: 'U0ANA', ...state } as ConnectionSummary)).toBe(text);
});
