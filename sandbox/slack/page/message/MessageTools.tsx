import { useRef, useState } from 'react';
import type { Message } from '../../protocol.ts';
import { Emoji } from '../mrkdwn/Emoji.tsx';
import { MoreIcon, ReplyIcon, SmileIcon } from '../parts/icons.tsx';
import { Menu } from '../parts/Menu.tsx';
import { useClient, useWorkspace } from '../state/context.ts';
import { EmojiPicker } from './EmojiPicker.tsx';
import { useMessageMenu } from './useMessageMenu.tsx';

interface Props {
  message: Message;
  onEdit(): void;
  /** undefined in the thread itself */
  onReply?(): void;
  /** While something of it is open, the message must stay active. */
  onMenu(isOpen: boolean): void;
}

const QUICK = ['white_check_mark', 'eyes', 'raised_hands'];

/** The tools at a message's corner. */
export function MessageTools({ message, onEdit, onReply, onMenu }: Props) {
  const client = useClient();
  const { emoji } = useWorkspace();
  const [open, setOpen] = useState<'emoji' | 'menu' | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  const sections = useMessageMenu(message, onEdit);
  const show = (which: typeof open): void => {
    setOpen(which);
    onMenu(which !== null);
  };
  const react = (name: string): void => {
    const { channel, ts } = message;
    const remove = message.reactions?.some((one) => one.name === name && one.users.includes(client.me()));
    client.api
      .react({ user: client.me(), channel, ts, name, remove })
      .catch(() => client.tell('The reaction could not be saved.', { channel }));
  };
  const isEphemeral = message.ephemeralFor !== undefined;
  return (
    <div ref={bar} className="message-tools" role="toolbar" aria-label="Message actions">
      {!isEphemeral &&
        QUICK.filter((name) => emoji[name]).map((name) => (
          <button
            key={name}
            type="button"
            aria-label={`React with ${name.replaceAll('_', ' ')}`}
            onClick={() => react(name)}
          >
            <Emoji name={name} />
          </button>
        ))}
      {!isEphemeral && (
        <button
          type="button"
          aria-label="Add reaction"
          title="Add reaction"
          aria-expanded={open === 'emoji'}
          onClick={() => show('emoji')}
        >
          <SmileIcon />
        </button>
      )}
      {!isEphemeral && onReply && (
        <button type="button" aria-label="Reply in thread" title="Reply in thread" onClick={onReply}>
          <ReplyIcon />
        </button>
      )}
      <button
        ref={more}
        type="button"
        aria-label="More actions"
        title="More actions"
        aria-haspopup="menu"
        aria-expanded={open === 'menu'}
        onClick={() => show(open === 'menu' ? null : 'menu')}
      >
        <MoreIcon />
      </button>
      {open === 'menu' && (
        <Menu
          name="Message actions"
          anchor={more}
          sections={sections}
          isEndAligned
          onClose={() => show(null)}
        />
      )}
      {open === 'emoji' && (
        <EmojiPicker isEndAligned anchor={bar} onPick={react} onClose={() => show(null)} />
      )}
    </div>
  );
}
