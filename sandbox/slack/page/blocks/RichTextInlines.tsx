import type { RichTextElement } from '@slack/types';
import { Fragment, type ReactNode } from 'react';
import { ChannelMention } from '../mrkdwn/ChannelMention.tsx';
import { DateText } from '../mrkdwn/DateText.tsx';
import { Emoji } from '../mrkdwn/Emoji.tsx';
import { Link } from '../mrkdwn/Link.tsx';
import { Mention } from '../mrkdwn/Mention.tsx';

export function RichTextInlines({ of }: { of: RichTextElement[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: runs of text have no ids and are never reordered
  return of.map((element, index) => <Fragment key={index}>{styled(element)}</Fragment>);
}

function styled(element: RichTextElement): ReactNode {
  const { bold, italic, strike, underline, code } = element.style ?? {};
  let shown = show(element);
  if (code) shown = <code className="code">{shown}</code>;
  if (strike) shown = <s>{shown}</s>;
  if (underline) shown = <u>{shown}</u>;
  if (italic) shown = <i>{shown}</i>;
  if (bold) shown = <b>{shown}</b>;
  return shown;
}

function show(element: RichTextElement): ReactNode {
  switch (element.type) {
    case 'text':
      return <span className="rich-text-run">{element.text}</span>;
    case 'link':
      return <Link url={element.url}>{element.text ?? element.url}</Link>;
    case 'user':
      return <Mention userId={element.user_id} />;
    case 'channel':
      return <ChannelMention id={element.channel_id} name={null} />;
    case 'emoji':
      return <Emoji name={element.name} />;
    case 'broadcast':
      return <span className="mention mention-me">@{element.range}</span>;
    case 'date':
      return (
        <DateText
          ts={element.timestamp}
          format={element.format}
          url={element.url}
          fallback={element.fallback}
        />
      );
    case 'color':
      return (
        <>
          {element.value} <span className="swatch" style={{ background: element.value }} />
        </>
      );
    case 'usergroup':
      return <span className="mention">@{element.usergroup_id}</span>;
    case 'team':
      return <span className="mention">{element.team_id}</span>;
  }
}
