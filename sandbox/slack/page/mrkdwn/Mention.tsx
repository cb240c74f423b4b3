import { useClient, usePerson } from '../state/context.ts';

export function Mention({ userId }: { userId: string }) {
  const person = usePerson(userId);
  const isMe = useClient().me() === userId;
  return <span className={isMe ? 'mention mention-me' : 'mention'}>@{person.name}</span>;
}
