import { Fragment } from 'react';
import { Emoji } from './Emoji.tsx';

/** A `plain_text` object, which has no mark-up except emoji names. */
export function PlainText({ text, emoji = true }: { text: string; emoji?: boolean }) {
  if (!emoji) return text;
  return text.split(/(:[a-z0-9_+'-]+:)/).map((part, index) => {
    const name = index % 2 === 1 ? part.slice(1, -1) : null;
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one fixed text
    return <Fragment key={index}>{name ? <Emoji name={name} /> : part}</Fragment>;
  });
}
