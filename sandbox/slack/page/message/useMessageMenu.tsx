import type { Message } from '../../protocol.ts';
import { useAsk } from '../modal/Ask.tsx';
import { Avatar } from '../parts/Avatar.tsx';
import type { MenuSection } from '../parts/Menu.tsx';
import { useShortcut } from '../parts/useShortcut.ts';
import { useClient, useWorkspace } from '../state/context.ts';
import { placeHash } from '../state/place.ts';

const DELETE = {
  title: { type: 'plain_text', text: 'Delete message' },
  text: { type: 'plain_text', text: 'Are you sure you want to delete this message? This cannot be undone.' },
  confirm: { type: 'plain_text', text: 'Delete' },
  deny: { type: 'plain_text', text: 'Cancel' },
  style: 'danger',
} as const;

/** What the ⋮ menu of a message holds: the app's message shortcuts among it. */
export function useMessageMenu(message: Message, onEdit: () => void): MenuSection[] {
  const client = useClient();
  const ask = useAsk();
  const run = useShortcut();
  const { shortcuts, app } = useWorkspace();
  const { channel, ts } = message;
  const isMine = message.user === client.me() && !message.bot && !message.subtype;

  const link = {
    key: 'link',
    label: 'Copy link',
    onSelect: () => {
      const place = placeHash({ channel, thread: message.thread_ts ?? ts });
      void navigator.clipboard?.writeText(location.href.replace(/#.*$/, '') + place);
    },
  };
  const edit = { key: 'edit', label: 'Edit message', onSelect: onEdit };
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
  const ofApp = shortcuts
    .filter(({ type }) => type === 'message')
    .map(({ callbackId, name }) => ({
      key: callbackId,
      label: name,
      detail: app.name,
      lead: <Avatar userId={app.botUserId} size={28} />,
      onSelect: () => run({ callbackId, channel, ts }),
    }));
  return [
    { key: 'message', items: isMine ? [link, edit] : [link] },
    { key: 'shortcuts', heading: 'Message shortcuts', items: message.ephemeralFor ? [] : ofApp },
    { key: 'delete', items: isMine ? [remove] : [] },
  ];
}
