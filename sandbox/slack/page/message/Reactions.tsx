import type { Message } from '../../protocol.ts';
import { Emoji } from '../mrkdwn/Emoji.tsx';
import { useClient, useWorkspace } from '../state/context.ts';

/** Reactions with their counts; a press adds or takes back one's own. */
export function Reactions({ message }: { message: Message }) {
  const client = useClient();
  const { people, me } = useWorkspace();
  if (!message.reactions?.length) return null;
  const nameOf = (id: string): string =>
    id === me.id ? 'You' : (people.find((person) => person.id === id)?.name ?? 'an app');
  return (
    <ul className="reactions" aria-label="Reactions">
      {message.reactions.map(({ name, users }) => {
        const isMine = users.includes(me.id);
        const who = users.map(nameOf).join(', ');
        return (
          <li key={name}>
            <button
              type="button"
              className="reaction"
              aria-pressed={isMine}
              aria-label={`${name}: ${users.length}`}
              title={`${who} reacted with :${name}:`}
              onClick={() =>
                void client.api.react({
                  user: me.id,
                  channel: message.channel,
                  ts: message.ts,
                  name,
                  remove: isMine,
                })
              }
            >
              <Emoji name={name} /> <span>{users.length}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
