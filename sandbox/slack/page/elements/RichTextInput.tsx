import type { RichTextInput as Element, RichTextBlock } from '@slack/types';
import { useElement } from './useElement.ts';

/** Formatting is not offered: what is typed becomes one plain section, line by line. */
const toBlock = (text: string): RichTextBlock => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
});

function toText(block: RichTextBlock | null): string {
  const parts = block?.elements ?? [];
  return parts
    .flatMap((part) => ('elements' in part ? (part.elements as { text?: string }[]) : []))
    .map(({ text }) => text ?? '')
    .join('');
}

export function RichTextInput({ element }: { element: Element }) {
  const { value, choose, hold, dispatches, aria } = useElement(element);
  return (
    <textarea
      {...aria}
      className="field"
      rows={element.min_lines ?? 4}
      placeholder={element.placeholder?.text}
      data-focus={element.focus_on_load || undefined}
      value={toText(value as RichTextBlock | null)}
      onChange={({ target }) => hold(target.value === '' ? null : toBlock(target.value))}
      onBlur={() => dispatches && choose(value)}
    />
  );
}
