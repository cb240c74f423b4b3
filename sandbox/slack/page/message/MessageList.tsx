import { Fragment, type ReactNode, useRef } from 'react';
import type { Message } from '../../protocol.ts';
import { SlackSays } from '../conversation/SlackSays.tsx';
import { Spinner } from '../parts/Spinner.tsx';
import { useArrows } from '../parts/useArrows.ts';
import { useModel, useNow, useWorkspace } from '../state/context.ts';
import { type Row, rowsOf } from '../state/shown/rows.ts';
import { MessageRow } from './MessageRow.tsx';
import { useStickToEnd } from './useStickToEnd.ts';

interface Props {
  label: string;
  testId: string;
  channel: string;
  /** Set if this is a thread. */
  threadTs?: string;
  /** undefined while loading */
  messages: Message[] | undefined;
  newFrom?: string;
  /** Between a thread's parent and its replies. */
  afterFirst?: ReactNode;
  /** After the last message. */
  end?: ReactNode;
}

/** Messages, oldest first. The list stays scrolled to its end unless the person scrolls up. */
export function MessageList(props: Props) {
  const { label, testId, channel, threadTs, messages, newFrom, afterFirst } = props;
  const { me } = useWorkspace();
  const notices = useModel((model) => model.notices);
  const list = useRef<HTMLDivElement>(null);
  const { onKeyDown, onFocus, isStop } = useArrows(list, messages?.at(-1)?.ts);
  useStickToEnd(list, messages !== undefined, messages?.findLast(({ user }) => user === me.id)?.ts);
  const isThread = threadTs !== undefined;
  const now = useNow();
  const rows = rowsOf(messages ?? [], { tz: me.tz, now, newFrom, isThread });
  const says = notices.filter((notice) => notice.channel === channel && notice.threadTs === threadTs);
  const first = rows.find(({ kind }) => kind === 'message')?.key;
  return (
    <div ref={list} className="message-scroll scrolls">
      <div className="message-list" data-testid={testId}>
        {!messages && <Spinner />}
        <div role="log" aria-live="polite" aria-label={label} onKeyDown={onKeyDown} onFocus={onFocus}>
          {rows.map((row) => (
            <Fragment key={row.key}>
              <RowView row={row} inThread={isThread} isStop={isStop} />
              {row.key === first && afterFirst}
            </Fragment>
          ))}
          {says.map((notice) => (
            <SlackSays key={notice.id} notice={notice} />
          ))}
        </div>
        {props.end}
      </div>
    </div>
  );
}

interface RowProps {
  row: Row;
  inThread: boolean;
  isStop(ts: string): boolean;
}

function RowView({ row, inThread, isStop }: RowProps) {
  if (row.kind === 'message')
    return (
      <MessageRow
        message={row.message}
        isGrouped={row.isGrouped}
        inThread={inThread}
        isStop={isStop(row.message.ts)}
      />
    );
  if (row.kind === 'new')
    return (
      <div className="new-line">
        <span>New</span>
      </div>
    );
  if (inThread) return null;
  return (
    <div className="day-line">
      <span>{row.label}</span>
    </div>
  );
}
