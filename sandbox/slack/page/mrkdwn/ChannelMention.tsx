import { LockIcon } from '../parts/icons.tsx';
import { useClient, useConversation } from '../state/context.ts';

export function ChannelMention({ id, name }: { id: string; name: string | null }) {
  const client = useClient();
  const conversation = useConversation(id);
  if (!conversation) return <span className="mention">#{name ?? 'private channel'}</span>;
  return (
    <button type="button" className="mention" onClick={() => client.open({ channel: id })}>
      {conversation.kind === 'private' ? <LockIcon /> : '#'}
      {conversation.name}
    </button>
  );
}
