import type { Message } from '../../protocol.ts';
import { useAsk } from '../modal/Ask.tsx';
import { Emoji } from '../mrkdwn/Emoji.tsx';
import { Avatar } from '../parts/Avatar.tsx';
import { MoreIcon, ReplyIcon } from '../parts/icons.tsx';
import { MenuButton, type MenuSection } from '../parts/Menu.tsx';
import { useShortcut } from '../parts/useShortcut.ts';
import { useClient, useWorkspace } from '../state/context.ts';

interface Props {
  message: Message;
  /** Left out in the thread itself. */
  onReply?(): void;
  /** Called when the menu opens or closes. The tools stay visible while it is open. */
  onMenu(isOpen: boolean): void;
}

const REACTIONS = ['white_check_mark', 'eyes', 'no_entry'];

/** The toolbar at a message's corner. */
export function MessageTools({ message, onReply, onMenu }: Props) {
  const react = useReaction(message);
  const sections = useMessageMenu(message);
  const isEphemeral = message.ephemeralFor !== undefined;
  return (
    <div className="message-tools" role="toolbar" aria-label="Message actions">
      {!isEphemeral &&
        REACTIONS.map((name) => (
          <button
            key={name}
            type="button"
            className="icon-button"
            aria-label={`React with ${name.replaceAll('_', ' ')}`}
            onClick={() => react(name)}
          >
            <Emoji name={name} />
          </button>
        ))}
      {!isEphemeral && onReply && (
        <button
          type="button"
          className="icon-button"
          aria-label="Reply in thread"
          title="Reply in thread"
          onClick={onReply}
        >
          <ReplyIcon />
        </button>
      )}
      <MenuButton
        name="More actions"
        menuName="Message actions"
        className="icon-button"
        sections={sections}
        isEndAligned
        onToggle={onMenu}
      >
        <MoreIcon />
      </MenuButton>
    </div>
  );
}

/** The reactions of a message with their counts. A click adds or removes one's own. */
export function Reactions({ message }: { message: Message }) {
  const { me } = useWorkspace();
  const react = useReaction(message);
  if (!message.reactions?.length) return null;
  return (
    <ul className="reactions" aria-label="Reactions">
      {message.reactions.map(({ name, users }) => (
        <li key={name}>
          <button
            type="button"
            className="reaction"
            aria-pressed={users.includes(me.id)}
            aria-label={`${name}: ${users.length}`}
            onClick={() => react(name)}
          >
            <Emoji name={name} /> <span>{users.length}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Adds one's own reaction to a message, or removes it. */
function useReaction({ channel, ts, reactions }: Message): (name: string) => void {
  const client = useClient();
  return (name) => {
    const user = client.me();
    const remove = reactions?.some((one) => one.name === name && one.users.includes(user));
    client.api
      .react({ user, channel, ts, name, remove })
      .catch(() => client.tell('The reaction could not be saved.', { channel }));
  };
}

const DELETE = {
  title: { type: 'plain_text', text: 'Delete message' },
  text: { type: 'plain_text', text: 'Are you sure you want to delete this message? This cannot be undone.' },
  confirm: { type: 'plain_text', text: 'Delete' },
  deny: { type: 'plain_text', text: 'Cancel' },
  style: 'danger',
} as const;

/** The ⋮ menu of a message: the app's message shortcuts, and deleting one's own message. */
function useMessageMenu({ channel, ts, user, bot, subtype, ephemeralFor }: Message): MenuSection[] {
  const client = useClient();
  const ask = useAsk();
  const run = useShortcut();
  const { shortcuts, app } = useWorkspace();
  const ofApp = shortcuts
    .filter(({ type }) => type === 'message')
    .map(({ callbackId, name }) => ({
      key: callbackId,
      label: name,
      detail: app.name,
      lead: <Avatar userId={app.botUserId} size={28} />,
      onSelect: () => void run({ callbackId, channel, ts }),
    }));
  const remove = {
    key: 'delete',
    label: 'Delete message…',
    isDanger: true,
    onSelect: async () => {
      if (!(await ask(DELETE))) return;
      await client.api
        .remove({ user: client.me(), channel, ts })
        .catch(() => client.tell('The message could not be deleted.', { channel }));
    },
  };
  const isMine = user === client.me() && !bot && !subtype;
  return [
    { key: 'shortcuts', heading: 'Message shortcuts', items: ephemeralFor ? [] : ofApp },
    { key: 'delete', items: isMine ? [remove] : [] },
  ];
}
