import type { KnownBlock } from '@slack/types';
import type { Message } from '../../protocol.ts';
import { Blocks } from '../blocks/Blocks.tsx';
import { FormContext } from '../blocks/form.ts';
import { useForm } from '../blocks/useForm.ts';
import { FileCard } from '../file/FileCard.tsx';
import { LinkCard } from '../link/LinkCard.tsx';
import { Mrkdwn } from '../mrkdwn/Mrkdwn.tsx';

/** The content of a message: its blocks, or its text if it has none, then its files and the cards of its links. */
export function MessageContent({ message }: { message: Message }) {
  const { blocks, files, cards, text, subtype, edited } = message;
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
      {cards?.map((card) => (
        <LinkCard key={card.url} card={card} message={message} />
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
