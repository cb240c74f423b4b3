import { type FocusEvent, useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus to the message if the app redraws it without the focused button. Otherwise the browser would move the
 * focus to the top of the page.
 */
export function useKeepFocus(drawn: unknown) {
  const row = useRef<HTMLDivElement>(null);
  const isHeld = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked whenever the message is drawn again
  useLayoutEffect(() => {
    if (isHeld.current && document.activeElement === document.body)
      row.current?.focus({ preventScroll: true });
  }, [drawn]);
  return {
    row,
    gained: () => {
      isHeld.current = true;
    },
    lost: ({ currentTarget, relatedTarget, target }: FocusEvent<HTMLElement>) => {
      // A button that is disabled until the app responds loses the focus, too.
      isHeld.current = currentTarget.contains(relatedTarget) || target.matches(':disabled');
    },
  };
}
