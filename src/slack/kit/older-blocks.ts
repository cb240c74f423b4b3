import type { KnownBlock } from '@slack/types';
import { PostRefused } from '../../generations/delivery/delivery.ts';
import { type Message, section } from './parts.ts';

/** Blocks that a Slack may not take: newer ones, and pictures that it has not finished with. */
const NEWER = new Set<KnownBlock['type']>(['plan', 'context_actions', 'image']);

/**
 * Sends a message, and where Slack refuses its blocks, the same in blocks that every Slack takes: an outcome must not be
 * lost for the sake of its looks. A refusal is certain, so nothing is posted twice.
 */
export async function orOlderBlocks<T>(
  message: Message,
  send: (message: Message) => Promise<T>,
  onRefused: (error: PostRefused) => void,
): Promise<T> {
  try {
    return await send(message);
  } catch (error) {
    const older = inOlderBlocks(message);
    const areRefused = error instanceof PostRefused && error.code === 'invalid_blocks';
    if (!areRefused || older.blocks.length === message.blocks.length) throw error;
    onRefused(error);
    return send(older.message);
  }
}

function inOlderBlocks(message: Message): { message: Message; blocks: KnownBlock[] } {
  const blocks = message.blocks.filter(({ type }) => !NEWER.has(type));
  const saidByPlan = message.blocks.some(({ type }) => type === 'plan');
  return {
    message: { ...message, blocks: [...(saidByPlan ? [section(message.text)] : []), ...blocks] },
    blocks,
  };
}
