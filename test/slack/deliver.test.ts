import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';
import { fetch } from 'undici';
import { describe, expect, test } from 'vitest';
import type { SlackPorts } from '../../src/asks/admission.ts';
import { systemClock } from '../../src/clock.ts';
import { PostRefused } from '../../src/generations/delivery/delivery.ts';
import type { SlackClients } from '../../src/slack/bolt/calls/clients.ts';
import { createDelivery, createEditBudget } from '../../src/slack/result/deliver.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { createMovableClock } from '../support/harness/clock.ts';
import { createTestLog } from '../support/log.ts';

const { log } = createTestLog();
const usualLanguage = async (): Promise<string | undefined> => undefined;
const goesOn = new AbortController().signal;

/** What becomes of Slack's refusals: whether a post may have been made hangs on it. */

function deliveryWhere(error: Error) {
  const no = () => Promise.reject(error);
  const client = {
    chat: { postMessage: no, update: no },
    conversations: { history: no, replies: no, open: no },
    files: { completeUploadExternal: no },
  };
  const clients = { posts: async () => client, reads: async () => client } as unknown as SlackClients;
  const deployment = { serviceName: 'Papermill' };
  return createDelivery({
    clients,
    deployment,
    fetch,
    clock: systemClock,
    log,
    ports: portsWhere({}),
    usualLanguage,
  });
}

/** A public channel of full members, unless told. */
function portsWhere(given: Partial<SlackPorts>): SlackPorts {
  return {
    conversation: async () => ({ name: 'launch', isPrivate: false, isArchived: false, hasDeckhand: true }),
    isMember: async () => true,
    isFullMember: async () => true,
    ...given,
  };
}

describe('a place that is closed to the person', () => {
  const secret = { name: 'x', isPrivate: true, isArchived: false, hasDeckhand: true };
  const posted: string[] = [];
  const client = { chat: { postMessage: async ({ channel }: { channel: string }) => posted.push(channel) } };
  const clients = { posts: async () => client, reads: async () => client } as unknown as SlackClients;
  const deliver = (ports: SlackPorts) =>
    createDelivery({
      clients,
      deployment: { serviceName: 'P' },
      fetch,
      clock: systemClock,
      log,
      ports,
      usualLanguage,
    });
  const out = { conversation: async () => secret, isMember: async () => false };

  test('gets nothing of theirs, neither the card nor a file', async () => {
    const delivery = deliver(portsWhere(out));
    const refusal = { name: 'PostRefused', code: 'not_a_member' };
    await expect(delivery.postRoot(aGeneration(), place, 'd1', goesOn)).rejects.toMatchObject(refusal);
    await expect(delivery.postRoot(aGeneration(), { channel: 'UBEN' }, 'd1', goesOn)).rejects.toMatchObject(
      refusal,
    );
    const file = { fileId: 'F1', name: 'a.pptx', by: 'UANA', exportAs: 'pptx' as const };
    await expect(delivery.shareFile(aGeneration(), place, file, goesOn)).rejects.toMatchObject(refusal);
    expect(posted).toEqual([]);
  });

  test('nor while Slack does not say whether it is', async () => {
    const isMember = async () => Promise.reject(new Error('slow'));
    const delivery = deliver(portsWhere({ ...out, isMember }));
    await expect(delivery.postRoot(aGeneration(), place, 'd1', goesOn)).rejects.toThrow('slow');
    expect(posted).toEqual([]);
  });
});

test('the owner of a digest that Slack refuses in its channel gets the card, but not what was said there', async () => {
  const posted: string[] = [];
  const postMessage = async (message: object) => posted.push(JSON.stringify(message));
  const open = async () => ({ channel: { id: 'D1' } });
  const client = { chat: { postMessage }, conversations: { open } };
  const clients = { posts: async () => client, reads: async () => client } as unknown as SlackClients;
  const ports = portsWhere({});
  const delivery = createDelivery({
    ...{ clients, deployment: { serviceName: 'P' }, fetch, clock: systemClock, log, ports, usualLanguage },
  });
  const { ask } = aGeneration();
  const source = { kind: 'channel', channel: 'C1', since: '2026-03-02T00:00:00Z' } as const;
  const digest = aGeneration({
    ask: ask && { ...ask, source, digest: { id: 'd1' } },
    highlights: { messages: 3, people: 2, from: 1, threads: [], decisions: [{ words: 'Rent in Porto' }] },
  });
  await delivery.postRoot(digest, { channel: 'C1' }, 'd1', goesOn);
  await delivery.postRoot(digest, { channel: 'UANA' }, 'd2', goesOn);
  expect(posted.map((message) => /Rent in Porto/.test(message))).toEqual([true, false]);
  expect(posted[1]).toContain('Spring launch in Lisbon');
});

test.each([
  ['de', undefined, 'Presentation in German · theme'],
  ['de', 'de', 'Presentation · theme'],
  ['en', undefined, 'Presentation · theme'],
  ['en', 'de', 'Presentation in English · theme'],
  [undefined, 'de', 'Presentation · theme'],
])('the card names the language %s if it is not the usual one (%s)', async (language, usual, said) => {
  const posted: string[] = [];
  const client = { chat: { postMessage: async (message: object) => posted.push(JSON.stringify(message)) } };
  const clients = { posts: async () => client, reads: async () => client } as unknown as SlackClients;
  const delivery = createDelivery({
    ...{ clients, deployment: { serviceName: 'P' }, fetch, clock: systemClock, log, ports: portsWhere({}) },
    usualLanguage: async () => usual,
  });
  const { ask } = aGeneration();
  await delivery.postRoot(aGeneration({ ask: ask && { ...ask, language } }), place, 'd1', goesOn);
  expect(posted[0]).toContain(said);
});

test('a process that loses a job while Slack says who may see the place posts nothing more of it', async () => {
  const calls: string[] = [];
  const note = (name: string) => async () => void calls.push(name);
  const client = {
    chat: { postMessage: note('postMessage') },
    files: { completeUploadExternal: note('completeUploadExternal') },
  };
  const clients = { posts: async () => client, reads: async () => client } as unknown as SlackClients;
  let lost = new AbortController();
  const isFullMember = async () => {
    lost.abort(new Error('the lease is lost'));
    return true;
  };
  const ports = portsWhere({ isFullMember });
  const delivery = createDelivery({
    ...{ clients, deployment: { serviceName: 'P' }, fetch, clock: systemClock, log, ports, usualLanguage },
  });
  const file = { fileId: 'F1', name: 'a.pptx', by: 'UANA', exportAs: 'pptx' as const };
  const posts = [
    () => delivery.postRoot(aGeneration(), place, 'd1', lost.signal),
    () => delivery.shareFile(aGeneration(), place, file, lost.signal),
  ];
  for (const post of posts) {
    lost = new AbortController();
    await expect(post()).rejects.toThrow('the lease is lost');
  }
  expect(calls).toEqual([]);
});

const platform = (error: string) => new WebAPIPlatformError({ ok: false, error });
const place = { channel: 'C1' };

describe('looking for a post', () => {
  test.each(['C1', 'C1 in a thread', 'U1'])(
    'a refusal is told apart from not finding it: %s',
    async (where) => {
      const [channel = '', inThread] = where.split(' in ');
      const there = { channel, ...(inThread && { threadTs: '1.1' }) };
      const refused = deliveryWhere(platform('not_in_channel'));
      await expect(refused.findMessage(aGeneration(), there, 'd1')).rejects.toMatchObject({
        name: 'PostRefused',
        code: 'not_in_channel',
      });
      const busy = deliveryWhere(new WebAPIRateLimitedError(60));
      await expect(busy.findMessage(aGeneration(), there, 'd1')).rejects.toMatchObject({
        retryAfterMs: 60_000,
      });
      await expect(busy.isFileShared(aGeneration(), place, 'F1')).rejects.toMatchObject({
        retryAfterMs: 60_000,
      });
    },
  );
});

describe('posting', () => {
  test('a rate limit that comes as an ordinary error is one to wait for', async () => {
    for (const code of ['ratelimited', 'rate_limited']) {
      const error = await deliveryWhere(platform(code))
        .postRoot(aGeneration(), place, 'd1', goesOn)
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code, retryAfterMs: 30_000 });
    }
  });

  test('trouble inside Slack, or on the way, is no refusal: it may have been posted', async () => {
    // The SDK's own way to say that the answer was a proxy's page.
    const page = platform('<html><body>Something went wrong');
    const unavailable = new WebAPIHTTPError(503, 'Service Unavailable', {});
    const reset = new WebAPIRequestError(new Error('reset'));
    for (const trouble of [platform('internal_error'), page, unavailable, reset]) {
      const error = await deliveryWhere(trouble)
        .postRoot(aGeneration(), place, 'd1', goesOn)
        .catch((thrown: unknown) => thrown);
      expect(error).not.toBeInstanceOf(PostRefused);
    }
  });
});

describe('a Slack that does not take newer blocks', () => {
  function deliveryThatTakes(old: RegExp) {
    const sent: string[] = [];
    const take = async (args: object) => {
      const blocks = JSON.stringify(args);
      sent.push(blocks);
      if (!old.test(blocks)) throw platform('invalid_blocks');
      return { ok: true, channel: 'C1', ts: '1.1' };
    };
    const client = { chat: { postMessage: take, update: take } };
    const clients = { posts: async () => client, reads: async () => client } as unknown as SlackClients;
    const deployment = { serviceName: 'Papermill' };
    const ports = portsWhere({});
    return {
      sent,
      delivery: createDelivery({ clients, deployment, fetch, clock: systemClock, log, ports, usualLanguage }),
    };
  }
  const following = aGeneration({ state: 'following', rootTs: '1.1' });

  test('is told the same in words, once', async () => {
    const { delivery, sent } = deliveryThatTakes(/^(?!.*"plan")/);
    expect(await delivery.postRoot(following, place, 'd1', goesOn)).toEqual({ channel: 'C1', ts: '1.1' });
    await delivery.update(following);
    expect(sent.map((each) => each.includes('"plan"'))).toEqual([true, false, true, false]);
    expect(sent[1]).toMatch(/"section".*Working on “Spring launch in Lisbon”: making it/);
    expect(sent[1]).toContain('generation_stop');
  });

  test('and one that takes none at all is told no third time', async () => {
    const { delivery, sent } = deliveryThatTakes(/^never$/);
    await expect(delivery.postRoot(following, place, 'd1', goesOn)).rejects.toMatchObject({
      code: 'invalid_blocks',
    });
    expect(sent).toHaveLength(2);
  });
});

test('progress leaves edits of the minute to what matters more, in each team by itself', () => {
  const clock = createMovableClock();
  const mayShow = createEditBudget(clock);
  const shown = (team: string) => Array.from({ length: 50 }, () => mayShow(team)).filter(Boolean).length;
  expect(shown('T1')).toBe(20);
  expect(shown('T2')).toBe(20);
  clock.move(59_000);
  expect(shown('T1')).toBe(0);
  clock.move(1_000);
  expect(shown('T1')).toBe(20);
});
