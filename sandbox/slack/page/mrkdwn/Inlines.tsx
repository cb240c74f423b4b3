import type { ReactNode } from 'react';
import { Fragment } from 'react';
import { ChannelMention } from './ChannelMention.tsx';
import { DateText } from './DateText.tsx';
import { Emoji } from './Emoji.tsx';
import type { Inline } from './inline.ts';
import { Link } from './Link.tsx';
import { Mention } from './Mention.tsx';

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
