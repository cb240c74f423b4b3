import { Fragment, type ReactNode } from 'react';
import { LockIcon } from '../parts/icons.tsx';
import { useClient, useConversation, useNow, usePerson, useWorkspace } from '../state/context.ts';
import { formatDate } from './dates.ts';
import { Emoji } from './Emoji.tsx';
import type { Inline } from './inline.ts';
import { Link } from './Link.tsx';

export function Inlines({ of }: { of: Inline[] }): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: parsed text has no other identity, and is never reordered
  return of.map((token, index) => <Fragment key={index}>{show(token)}</Fragment>);
}

function show(token: Inline): ReactNode {
  switch (token.kind) {
    case 'text':
      return token.text;
    case 'break':
      return <br />;
    case 'bold':
      return (
        <b>
          <Inlines of={token.of} />
        </b>
      );
    case 'italic':
      return (
        <i>
          <Inlines of={token.of} />
        </i>
      );
    case 'strike':
      return (
        <s>
          <Inlines of={token.of} />
        </s>
      );
    case 'code':
      return <code className="code">{token.text}</code>;
    case 'emoji':
      return <Emoji name={token.name} />;
    case 'link':
      return <Link url={token.url}>{token.label ?? token.url.replace(/^mailto:/, '')}</Link>;
    case 'user':
      return <Mention userId={token.id} />;
    case 'channel':
      return <ChannelMention id={token.id} name={token.name} />;
    case 'broadcast':
      return <span className="mention mention-me">@{token.range}</span>;
    case 'date':
      return <DateText {...token} />;
  }
}

function Mention({ userId }: { userId: string }) {
  const person = usePerson(userId);
  const isMe = useClient().me() === userId;
  return <span className={isMe ? 'mention mention-me' : 'mention'}>@{person.name}</span>;
}

function ChannelMention({ id, name }: { id: string; name: string | null }) {
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

/** A `<!date^…>`, shown in the time zone of the acting person. */
function DateText({ ts, format, url, fallback }: Extract<Inline, { kind: 'date' }>) {
  const { tz } = useWorkspace().me;
  const text = formatDate(format, ts, tz, useNow());
  return (
    <time dateTime={new Date(ts * 1000).toISOString()} title={fallback || undefined}>
      {url ? <Link url={url}>{text}</Link> : text}
    </time>
  );
}
