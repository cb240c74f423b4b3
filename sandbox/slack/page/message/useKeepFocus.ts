import { type FocusEvent, useLayoutEffect, useRef } from 'react';

/**
 * The app may redraw a message without the button that was just pressed. Whoever uses the keyboard stays at that message,
 * and does not begin anew at the top of the page.
 */
export function useKeepFocus(drawn: unknown) {
  const row = useRef<HTMLDivElement>(null);
  const isHeld = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is asked whenever the message is drawn anew
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
      // A button that waits for the app's answer is left by nobody.
      isHeld.current = currentTarget.contains(relatedTarget) || target.matches(':disabled');
    },
  };
}
