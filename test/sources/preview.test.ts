import type { WebClient } from '@slack/web-api';
import { expect, it } from 'vitest';
import { previewThread } from '../../src/sources/preview.ts';
import { context } from './context.ts';

const text = '<@U0BOT> is <@U0BEN> fine with ~20% churn? See <#C0SECRET|secret-plans>';
const replies = async () => ({ ok: true, messages: [{ ts: '1772445900.000100', user: 'U0ANA', text }] });
const client = { conversations: { replies } } as unknown as WebClient;
const rules = { optedOut: new Set<string>(), reaction: 'speak_no_evil', ownUser: 'U0BOT' };

const nameOf = async (namesIn: () => Promise<typeof context.names>) => {
  const look = await previewThread(
    client,
    { channel: 'C0GENERAL', ts: '1' },
    { rules, pageSize: 15, canvases: true, namesIn },
  );
  return look.name;
};

it('a thread is named by its first words, with names for ids, without names of private channels', async () => {
  expect(await nameOf(async () => context.names)).toBe(
    'is @Ben Okafor fine with ~20% churn? See a private channel',
  );
});

it('the name has no names of people if Slack does not return them in time', async () => {
  expect(await nameOf(() => Promise.reject(new Error('too late')))).toBe(
    'is @somebody fine with ~20% churn? See a private channel',
  );
});
