import type { RichTextBlock as RichText, RichTextList } from '@slack/types';
import type { ReactNode } from 'react';
import { RichTextInlines } from './RichTextInlines.tsx';

type Part = RichText['elements'][number];

export function RichTextBlock({ block }: { block: RichText }) {
  return (
    <div className="rich-text">
      {block.elements.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no ids and are never reordered
        <Show key={index} part={part} startsAt={startsAt(block.elements, index)} />
      ))}
    </div>
  );
}

function Show({ part, startsAt }: { part: Part; startsAt: number }): ReactNode {
  switch (part.type) {
    case 'rich_text_section':
      return (
        <div className="rich-text-section">
          <RichTextInlines of={part.elements} />
        </div>
      );
    case 'rich_text_quote':
      return (
        <blockquote className="quote">
          <RichTextInlines of={part.elements} />
        </blockquote>
      );
    case 'rich_text_preformatted':
      return (
        <pre className="pre">
          <RichTextInlines of={part.elements} />
        </pre>
      );
    case 'rich_text_list':
      return <List list={part} startsAt={startsAt} />;
  }
}

const bullets = ['disc', 'circle', 'square'];
const numbers = ['decimal', 'lower-alpha', 'lower-roman'];

function List({ list, startsAt }: { list: RichTextList; startsAt: number }) {
  const indent = list.indent ?? 0;
  const isOrdered = list.style === 'ordered';
  const Tag = isOrdered ? 'ol' : 'ul';
  const listStyleType = (isOrdered ? numbers : bullets)[indent % 3];
  return (
    <Tag
      className="rich-text-list"
      start={isOrdered ? startsAt : undefined}
      style={{ listStyleType, marginInlineStart: 26 * indent }}
    >
      {list.elements.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <li key={index}>
          <RichTextInlines of={item.elements} />
        </li>
      ))}
    </Tag>
  );
}

/** A numbered list that a deeper one interrupts goes on counting behind it. */
function startsAt(parts: Part[], at: number): number {
  const list = parts[at];
  if (list?.type !== 'rich_text_list') return 1;
  let count = 0;
  for (const earlier of parts.slice(0, at).reverse()) {
    if (earlier.type !== 'rich_text_list' || (earlier.indent ?? 0) < (list.indent ?? 0)) break;
    if ((earlier.indent ?? 0) === (list.indent ?? 0)) count += earlier.elements.length;
  }
  return count + 1;
}
