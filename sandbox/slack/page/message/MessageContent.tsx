import type { KnownBlock } from '@slack/types';
import type { Message } from '../../protocol.ts';
import { Blocks } from '../blocks/Blocks.tsx';
import { FormContext } from '../blocks/form.ts';
import { useForm } from '../blocks/useForm.ts';
import { FileCard } from '../file/FileCard.tsx';
import { Mrkdwn } from '../mrkdwn/Mrkdwn.tsx';

/** The content of a message: its blocks, or its text if it has none, then its files. */
export function MessageContent({ message }: { message: Message }) {
  const { blocks, files, text, subtype, edited } = message;
  return (
    <>
      {blocks?.length ? (
        <MessageBlocks message={message} blocks={blocks} />
      ) : (
        text && (
          <div className={subtype ? 'message-text is-system' : 'message-text'}>
            <Mrkdwn text={text} />
            {edited && <span className="edited"> (edited)</span>}
          </div>
        )
      )}
      {files?.map((file) => (
        <FileCard key={file.id} file={file} />
      ))}
    </>
  );
}

function MessageBlocks({ message, blocks }: { message: Message; blocks: KnownBlock[] }) {
  const form = useForm({ message: { channel: message.channel, ts: message.ts } }, blocks);
  return (
    <FormContext value={form}>
      <div className="message-blocks">
        <Blocks blocks={blocks} />
      </div>
    </FormContext>
  );
}
