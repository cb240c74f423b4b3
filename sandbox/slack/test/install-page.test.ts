import { expect, test } from 'vitest';
import { ANA, startSlack } from './support.ts';

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
