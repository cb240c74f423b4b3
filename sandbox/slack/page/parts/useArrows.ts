import type { KeyboardEvent, RefObject } from 'react';

const ROW = '[data-row]';

/** Up and Down go from message to message, as in Slack; Tab then goes into the message's own buttons. */
export function useArrows(list: RefObject<HTMLElement | null>): (event: KeyboardEvent) => void {
  return (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const target = event.target as HTMLElement;
    if (!step || !target.matches(ROW)) return;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>(ROW) ?? [])];
    rows[rows.indexOf(target) + step]?.focus();
    event.preventDefault();
  };
}
