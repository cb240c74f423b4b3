import { useState } from 'react';

/** Keeps the unsent text of a conversation in the browser's session storage. */
export function useDraft(key: string): [string, (text: string) => void] {
  const name = `deckhand.draft.${key}`;
  const [text, setText] = useState(() => sessionStorage.getItem(name) ?? '');
  const keep = (next: string): void => {
    if (next) sessionStorage.setItem(name, next);
    else sessionStorage.removeItem(name);
    setText(next);
  };
  return [text, keep];
}
