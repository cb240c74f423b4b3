import type { KnownBlock } from '@slack/types';
import { areBlocksTooLong, faultsOfBlocks } from '../../blocks/check.ts';
import { withIds } from '../../blocks/with-ids.ts';
import { invalid, SlackFault } from '../../fault.ts';
import type { StoredMessage } from '../../workspace/model.ts';
import type { Poster } from './file-access.ts';
import { faultsOfPictures } from './pictures.ts';

/** Characters after which Slack cuts a message's text. */
const TEXT_LIMIT = 40_000;

export type Content = Pick<StoredMessage, 'text' | 'blocks'>;

/** Checks the text and blocks of a message. Throws `invalid_blocks`, `msg_blocks_too_long`, `no_text` or similar. */
export function contentOf(
  poster: Poster,
  args: { text?: string | undefined; blocks?: unknown; attachments?: unknown },
): Content {
  // Deckhand posts no attachments, so the stand-in does not support them.
  if (args.attachments !== undefined) throw new SlackFault('invalid_attachments');
  const blocks = checkedBlocks(poster, args.blocks);
  const text = (args.text ?? '').slice(0, TEXT_LIMIT);
  if (!text && !blocks?.length) throw new SlackFault('no_text');
  return { text, ...(blocks?.length ? { blocks } : {}) };
}

function checkedBlocks(poster: Poster, blocks: unknown): KnownBlock[] | undefined {
  if (blocks === undefined || blocks === null || blocks === '') return undefined;
  if (!Array.isArray(blocks)) throw new SlackFault('invalid_blocks_format');
  const faults = faultsOfBlocks(blocks, 'message', '/blocks');
  if (faults.length) throw invalid('invalid_blocks', faults);
  if (areBlocksTooLong(blocks)) throw new SlackFault('msg_blocks_too_long');
  const pictures = faultsOfPictures(poster, blocks, '/blocks');
  if (pictures.length) throw invalid('invalid_blocks', pictures);
  return withIds(blocks);
}
