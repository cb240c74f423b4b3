import './message.css';
import { useState } from 'react';
import type { Message } from '../../protocol.ts';
import { ThreadBar } from '../conversation/ThreadBar.tsx';
import { Avatar } from '../parts/Avatar.tsx';
import { EyeIcon } from '../parts/icons.tsx';
import { useClient, usePerson, useWorkspace } from '../state/context.ts';
import { MessageContent } from './MessageContent.tsx';
import { MessageTools, Reactions } from './MessageTools.tsx';
import { Timestamp } from './Timestamp.tsx';
import { useKeepFocus } from './useKeepFocus.ts';

interface Props {
  message: Message;
  isGrouped: boolean;
  inThread: boolean;
  /** Whether Tab stops at this message. The arrow keys reach every message. */
  isStop: boolean;
}

const classOf = ({ ephemeralFor }: Message, isGrouped: boolean, isActive: boolean): string =>
  ['message', isGrouped && 'is-grouped', ephemeralFor && 'message-ephemeral', isActive && 'is-active']
    .filter(Boolean)
    .join(' ');

/** On a touch screen, a tap shows the tools. */
const isTouch = (event: MouseEvent): boolean => (event as PointerEvent).pointerType === 'touch';

export function MessageRow({ message, isGrouped, inThread, isStop }: Props) {
  const client = useClient();
  const { app } = useWorkspace();
  const author = usePerson(message.user);
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [hasMenu, setMenu] = useState(false);
  const keepFocus = useKeepFocus(message);
  const isActive = isPointed || isFocused || hasMenu;
  const isApp = message.bot === true || message.user === app.botUserId;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at a message or focusing it shows its tools
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys focus it, which does the same
    <div
      ref={keepFocus.row}
      data-row
      tabIndex={isStop ? 0 : -1}
      data-ts={message.ts}
      className={classOf(message, isGrouped, isActive)}
      onPointerEnter={({ pointerType }) => setPointed(pointerType === 'mouse')}
      onClick={({ nativeEvent }) => isTouch(nativeEvent) && setFocused(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={({ target }) => {
        keepFocus.gained();
        setFocused(target.matches(':focus-visible'));
      }}
      onBlur={(event) => {
        keepFocus.lost(event);
        setFocused(event.currentTarget.contains(event.relatedTarget));
      }}
    >
      {message.ephemeralFor && (
        <div className="only-you">
          <EyeIcon /> Only visible to you
        </div>
      )}
      <div className="message-gutter">
        {isGrouped ? <Timestamp ts={message.ts} isShort /> : <Avatar userId={message.user} />}
      </div>
      <div className="message-body">
        {!isGrouped && (
          <div className="message-head">
            <b className="message-author">{author.name}</b>
            {isApp && <span className="app-badge">APP</span>}
            <Timestamp ts={message.ts} />
          </div>
        )}
        <MessageContent message={message} />
        <Reactions message={message} />
        {!inThread && <ThreadBar message={message} />}
      </div>
      {isActive && (
        <div className="message-corner">
          <MessageTools
            message={message}
            onMenu={setMenu}
            onReply={
              inThread ? undefined : () => client.openThread(message.channel, message.thread_ts ?? message.ts)
            }
          />
        </div>
      )}
    </div>
  );
}
