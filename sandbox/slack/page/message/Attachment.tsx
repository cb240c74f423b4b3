import type { Message } from '../../protocol.ts';
import { Mrkdwn } from '../mrkdwn/Mrkdwn.tsx';
import { MessageBlocks } from './MessageBlocks.tsx';

type Attached = NonNullable<Message['attachments']>[number];

const named: Record<string, string> = { good: '#2eb67d', warning: '#ecb22e', danger: '#e01e5a' };

function colorOf(color: string | undefined): string | undefined {
  if (!color) return undefined;
  return named[color] ?? (color.startsWith('#') ? color : `#${color}`);
}

/** Content beside a coloured bar. */
export function Attachment({ message, attachment }: { message: Message; attachment: Attached }) {
  return (
    <div className="attachment" style={{ borderColor: colorOf(attachment.color) }}>
      {attachment.text && <Mrkdwn text={attachment.text} />}
      {attachment.blocks && <MessageBlocks message={message} blocks={attachment.blocks} />}
    </div>
  );
}
