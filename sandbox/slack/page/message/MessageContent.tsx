import type { Message } from '../../protocol.ts';
import { FileCard } from '../file/FileCard.tsx';
import { Mrkdwn } from '../mrkdwn/Mrkdwn.tsx';
import { Attachment } from './Attachment.tsx';
import { MessageBlocks } from './MessageBlocks.tsx';

/** Only emoji: drawn large, as in Slack. */
const isJumbo = (text: string): boolean => /^(\s*:[a-z0-9_+'-]+:\s*){1,23}$/.test(text);

const textClass = ({ subtype, text }: Message): string =>
  subtype ? 'message-text is-system' : isJumbo(text) ? 'message-text is-jumbo' : 'message-text';

/**
 * What a message says: its blocks, or its text where it has none, then attachments and files.
 * Slack marks edited texts, and not an app's blocks, which change as a matter of course.
 */
export function MessageContent({ message }: { message: Message }) {
  const { blocks, attachments, files, text, edited } = message;
  return (
    <>
      {blocks?.length ? (
        <MessageBlocks message={message} blocks={blocks} />
      ) : (
        text && (
          <div className={textClass(message)}>
            <Mrkdwn text={text} />
            {edited && <span className="edited"> (edited)</span>}
          </div>
        )
      )}
      {attachments?.map((attachment, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: attachments have no ids
        <Attachment key={index} message={message} attachment={attachment} />
      ))}
      {files?.map((file) => (
        <FileCard key={file.id} file={file} />
      ))}
    </>
  );
}
