import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react';

const ROW = '[data-row]';

interface Arrows {
  onKeyDown(event: KeyboardEvent): void;
  onFocus(event: FocusEvent): void;
  /** Whether Tab stops at this message. */
  isStop(ts: string): boolean;
}

/**
 * Up and Down move between messages, as in Slack, and Tab moves into the message's buttons. Tab stops at one message: the
 * last that had the focus, or the newest.
 */
export function useArrows(list: RefObject<HTMLElement | null>, newest: string | undefined): Arrows {
  const [last, setLast] = useState<string>();
  return {
    isStop: (ts) => ts === (last ?? newest),
    onFocus({ target }) {
      const row = target.closest<HTMLElement>(ROW);
      if (row) setLast(row.dataset.ts);
    },
    onKeyDown(event) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const target = event.target as HTMLElement;
      if (!step || !target.matches(ROW)) return;
      const rows = [...(list.current?.querySelectorAll<HTMLElement>(ROW) ?? [])];
      rows[rows.indexOf(target) + step]?.focus();
      event.preventDefault();
    },
  };
}
