import { expect, test } from 'vitest';
import { madeBy } from '../../../src/slack/connection/connect-blocks.ts';

test('where the service tells no name, the e-mail address of who connected is not put up for everybody', () => {
  const who = { email: 'vera@northwind.example', workspace: 'Northwind Studio' };
  expect(madeBy({ kind: 'oauth', works: true, person: 'U0ANA', who })).toBe(
    'Workspace *Northwind Studio*, by <@U0ANA>.',
  );
});
