import { useState } from 'react';

/** A text that is still there when the person comes back to its conversation. Kept for this window only. */
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
