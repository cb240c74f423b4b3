import { WebAPIPlatformError, WebAPIRateLimitedError, WebAPIRequestError } from '@slack/web-api';
import { fetch } from 'undici';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { PostRefused } from '../../src/generations/delivery/delivery.ts';
import type { SlackClients } from '../../src/slack/bolt/clients.ts';
import { createDelivery } from '../../src/slack/result/deliver.ts';
import { aGeneration } from '../support/harness/a-generation.ts';

/** What becomes of Slack's refusals: whether a post may have been made hangs on it. */

function deliveryWhere(error: Error) {
  const no = () => Promise.reject(error);
  const client = {
    chat: { postMessage: no, update: no },
    conversations: { history: no, replies: no, open: no },
    files: { completeUploadExternal: no },
  };
  const clients = { posts: async () => client, reads: async () => client } as unknown as SlackClients;
  return createDelivery({ clients, deployment: { serviceName: 'Papermill' }, fetch, clock: systemClock });
}

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
        .postRoot(aGeneration(), place, 'd1')
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code, retryAfterMs: 30_000 });
    }
  });

  test('trouble inside Slack, or on the way, is no refusal: it may have been posted', async () => {
    for (const trouble of [platform('internal_error'), new WebAPIRequestError(new Error('reset'))]) {
      const error = await deliveryWhere(trouble)
        .postRoot(aGeneration(), place, 'd1')
        .catch((thrown: unknown) => thrown);
      expect(error).not.toBeInstanceOf(PostRefused);
    }
  });
});
