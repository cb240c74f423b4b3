import type { Message } from '../../protocol.ts';
import { ago } from '../mrkdwn/dates.ts';
import { Avatar } from '../parts/Avatar.tsx';
import { ChevronRightIcon } from '../parts/icons.tsx';
import { StatusLine } from '../shell/StatusLine.tsx';
import { useClient, useModel, useNow } from '../state/context.ts';
import { statusKey } from '../state/model.ts';

/** How many faces a thread's summary shows. */
const FACES = 5;

/** "3 replies · Last reply 5 minutes ago", below a thread's parent. */
export function ThreadBar({ message }: { message: Message }) {
  const client = useClient();
  const status = useModel((model) => model.statuses[statusKey(message.channel, message.ts)]);
  const now = useNow();
  const count = message.reply_count ?? 0;
  if (count === 0) return status ? <StatusLine text={status} /> : null;
  const last = ago(now - Number(message.latest_reply ?? message.ts));
  return (
    <>
      <button
        type="button"
        className="thread-bar"
        onClick={() => client.openThread(message.channel, message.ts)}
      >
        <span className="thread-faces">
          {message.reply_users?.slice(0, FACES).map((id) => (
            <Avatar key={id} userId={id} size={24} />
          ))}
        </span>
        <b>
          {count} {count === 1 ? 'reply' : 'replies'}
        </b>
        <span className="thread-last">Last reply {last}</span>
        <span className="thread-view">View thread</span>
        <ChevronRightIcon />
      </button>
      {status && <StatusLine text={status} />}
    </>
  );
}
