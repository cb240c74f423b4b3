import type { Message } from '../../protocol.ts';
import { ago } from '../mrkdwn/dates.ts';
import { Avatar } from '../parts/Avatar.tsx';
import { useClient, useNow } from '../state/context.ts';

/** Most avatars in a thread's summary. */
const FACES = 5;

/** "3 replies · Last reply 5 minutes ago", below a thread's parent. */
export function ThreadBar({ message }: { message: Message }) {
  const client = useClient();
  const now = useNow();
  const count = message.reply_count ?? 0;
  if (count === 0) return null;
  const last = ago(now - Number(message.latest_reply ?? message.ts));
  return (
    <button
      type="button"
      className="thread-bar"
      onClick={() => client.openThread(message.channel, message.ts)}
    >
      {message.reply_users?.slice(0, FACES).map((id) => (
        <Avatar key={id} userId={id} size={24} />
      ))}
      <b>
        {count} {count === 1 ? 'reply' : 'replies'}
      </b>
      <span className="thread-last">Last reply {last}</span>
    </button>
  );
}
