import type { KnownBlock } from '@slack/types';
import { PostRefused } from '../../generations/delivery/delivery.ts';
import type { Poster } from '../../generations/delivery/queued-posts.ts';
import type { Log } from '../../log.ts';
import type { SlackClients } from '../bolt/calls/clients.ts';
import { findMessage, orPostRefused, postMessage } from '../bolt/calls/posts.ts';
import { type Message, section } from '../kit/blocks/parts.ts';

/** Returns functions that post a message with the id of its outbox row, and find a posted message by this id. */
export function createPoster({ clients, log }: { clients: SlackClients; log: Log }): Poster<Message> {
  const onRefusal = (err: Error) =>
    log.warn({ err }, 'Slack refused the blocks of a message; sending it with older block types');
  return {
    async post(team, place, id, message, signal) {
      const client = await clients.posts(team);
      const send = (taken: Message) => {
        signal.throwIfAborted();
        return postMessage(client, place, id, taken);
      };
      return orOlderBlocks(message, send, onRefusal);
    },
    async find(team, place, id, since) {
      const client = await clients.reads(team);
      return orPostRefused(() => findMessage(client, place, id, since));
    },
  };
}

/** Types of blocks that Slack may refuse: types that some versions of Slack do not know, and images that Slack has not processed yet. */
const MAY_BE_REFUSED = new Set<KnownBlock['type']>(['plan', 'context_actions', 'image']);

/**
 * Sends a message. If Slack refuses its blocks, sends it again without the blocks that Slack may refuse. Slack posts nothing
 * when it answers `invalid_blocks`, so the message is not posted twice.
 */
export async function orOlderBlocks<T>(
  message: Message,
  send: (message: Message) => Promise<T>,
  onRefused: (error: PostRefused) => void,
): Promise<T> {
  try {
    return await send(message);
  } catch (error) {
    const blocks = message.blocks.filter(({ type }) => !MAY_BE_REFUSED.has(type));
    const isRefused = error instanceof PostRefused && error.code === 'invalid_blocks';
    if (!isRefused || blocks.length === message.blocks.length) throw error;
    onRefused(error);
    // The message's text has the content of the plan block, so it replaces the block.
    const hadPlan = message.blocks.some(({ type }) => type === 'plan');
    return send({ ...message, blocks: hadPlan ? [section(message.text), ...blocks] : blocks });
  }
}
