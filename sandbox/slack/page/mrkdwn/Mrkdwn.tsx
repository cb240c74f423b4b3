import './mrkdwn.css';
import { useMemo } from 'react';
import { type Mrkdwn as Part, parseMrkdwn } from './blocks.ts';
import { Inlines } from './Inlines.tsx';
import { parseInline } from './inline.ts';

/** Text in Slack's mark-up. */
export function Mrkdwn({ text }: { text: string }) {
  const parts = useMemo(() => parseMrkdwn(text), [text]);
  return <Parts parts={parts} />;
}

function Parts({ parts }: { parts: Part[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: parsed text has no other identity, and is never reordered
  return parts.map((part, index) => <OnePart key={index} part={part} />);
}

function OnePart({ part }: { part: Part }) {
  switch (part.kind) {
    case 'lines':
      return (
        <div className="lines">
          <Inlines of={parseInline(part.source)} />
        </div>
      );
    case 'quote':
      return (
        <blockquote className="quote">
          <Parts parts={part.of} />
        </blockquote>
      );
    case 'pre':
      return <pre className="pre">{part.text}</pre>;
  }
}
