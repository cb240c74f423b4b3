import type { KnownBlock } from '@slack/types';
import { areBlocksTooLong, faultsOfBlocks } from '../../blocks/check.ts';
import { withIds } from '../../blocks/with-ids.ts';
import { invalid, SlackFault } from '../../fault.ts';
import type { StoredMessage } from '../../workspace/model.ts';
import type { Poster } from './file-access.ts';
import { faultsOfPictures } from './pictures.ts';

/** Characters at which Slack cuts a message's text. */
const TEXT_LIMIT = 40_000;
/** Characters of `markdown_text`. */
const MARKDOWN_TEXT_LIMIT = 12_000;
const ATTACHMENTS_LIMIT = 100;

export interface ContentArgs {
  text?: string | undefined;
  markdown_text?: string | undefined;
  blocks?: unknown;
  attachments?: unknown;
}

export type Content = Pick<StoredMessage, 'text' | 'blocks' | 'attachments'>;

/** Checks what a message is to say; throws `invalid_blocks`, `msg_blocks_too_long`, `no_text` and their like. */
export function contentOf(poster: Poster, args: ContentArgs): Content {
  refuseMixedMarkdown(args);
  const blocks = checkedBlocks(poster, args.blocks, '/blocks');
  const attachments = checkedAttachments(poster, args.attachments);
  const text = (args.text ?? args.markdown_text ?? '').slice(0, TEXT_LIMIT);
  if (!text && !blocks?.length && !attachments?.length) throw new SlackFault('no_text');
  const markdown = args.markdown_text ? withIds([{ type: 'markdown', text: args.markdown_text }]) : undefined;
  return {
    text,
    ...(blocks?.length || markdown ? { blocks: blocks?.length ? blocks : (markdown ?? []) } : {}),
    ...(attachments?.length ? { attachments } : {}),
  };
}

function refuseMixedMarkdown({ markdown_text: markdown, text, blocks }: ContentArgs): void {
  if (markdown === undefined) return;
  if (text !== undefined || blocks !== undefined) throw new SlackFault('markdown_text_conflict');
  if (markdown.length > MARKDOWN_TEXT_LIMIT) throw new SlackFault('msg_too_long');
}

function checkedBlocks(poster: Poster, blocks: unknown, pointer: string): KnownBlock[] | undefined {
  if (blocks === undefined || blocks === null || blocks === '') return undefined;
  if (!Array.isArray(blocks)) throw new SlackFault('invalid_blocks_format');
  const faults = faultsOfBlocks(blocks, 'message', pointer);
  if (faults.length) throw invalid('invalid_blocks', faults);
  if (areBlocksTooLong(blocks)) throw new SlackFault('msg_blocks_too_long');
  const pictures = faultsOfPictures(poster, blocks, pointer);
  if (pictures.length) throw invalid('invalid_blocks', pictures);
  return withIds(blocks);
}

function checkedAttachments(poster: Poster, attachments: unknown): StoredMessage['attachments'] {
  if (attachments === undefined || attachments === '') return undefined;
  if (!Array.isArray(attachments)) throw new SlackFault('invalid_attachments');
  if (attachments.length > ATTACHMENTS_LIMIT) throw new SlackFault('too_many_attachments');
  return attachments.map((attachment: Record<string, unknown>, at) => ({
    ...attachment,
    ...(attachment.blocks
      ? { blocks: checkedBlocks(poster, attachment.blocks, `/attachments/${at}/blocks`) ?? [] }
      : {}),
  }));
}
