import { useState } from 'react';

/** A yes or no that this browser remembers. */
export function useFlag(key: string, initial: boolean): [boolean, (on: boolean) => void] {
  const name = `deckhand.${key}`;
  const [on, setOn] = useState(() => (localStorage.getItem(name) ?? String(initial)) === 'true');
  const remember = (next: boolean): void => {
    localStorage.setItem(name, String(next));
    setOn(next);
  };
  return [on, remember];
}
