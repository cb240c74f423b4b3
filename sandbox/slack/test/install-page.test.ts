import { expect, test } from 'vitest';
import { ANA, MANIFEST, startSlack } from './support.ts';

const install = async (acting?: string): Promise<string> => {
  const { slack } = await startSlack({ clientId: 'client', clientSecret: 'secret' });
  const query = new URLSearchParams({ client_id: 'client', scope: 'chat:write,commands', state: 'x' });
  const answer = await fetch(`${slack.authorizeUrl}?${query}`, {
    headers: acting ? { cookie: `other=1; sandbox_person=${acting}` } : {},
  });
  return answer.text();
};

const chosen = (html: string) => /<option value="(\w+)" selected>([^<]*)/.exec(html)?.slice(1);

test('the install page preselects the team of the person who was last shown in the sandbox', async () => {
  expect(chosen(await install('U00000CLEO'))).toEqual(['U00000CLEO', 'Two, as Cleo Marsh']);
  expect(chosen(await install(ANA))).toEqual([ANA, 'One, as Ana Reyes']);
});

test('without a known person the install page preselects no team, and it describes scopes in words', async () => {
  const html = await install();
  expect(chosen(html)).toBeUndefined();
  expect(html).toContain('<li>Send messages as itself</li>');
  expect(html).not.toContain('chat:write</li>');
});

test('the page asks about each optional scope, and a cleared checkbox is not granted', async () => {
  const { slack } = await startSlack({
    clientId: 'client',
    clientSecret: 'secret',
    manifest: `${MANIFEST.trimEnd()}\n`.replace('    bot:\n', '    bot_optional: [commands]\n    bot:\n'),
  });
  const query = new URLSearchParams({ client_id: 'client', scope: 'chat:write,commands', state: 'x' });
  const html = await (await fetch(`${slack.authorizeUrl}?${query}`)).text();
  expect(html.match(/type="checkbox" name="grant" value="[^"]+"/g)).toEqual([
    'type="checkbox" name="grant" value="commands"',
  ]);
  const grantedBy = async (choice: string) => {
    const decided = await fetch(`${slack.authorizeUrl}/decide?${query}&allow=1&user=${ANA}${choice}`, {
      redirect: 'manual',
    });
    const code = new URL(decided.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const body = new URLSearchParams({ client_id: 'client', client_secret: 'secret', code });
    const exchanged = await fetch(`${slack.apiUrl}oauth.v2.access`, { method: 'POST', body });
    return ((await exchanged.json()) as { scope: string }).scope;
  };
  expect(await grantedBy('&chosen=1')).toBe('chat:write');
  expect(await grantedBy('&chosen=1&grant=commands')).toBe('chat:write,commands');
});
