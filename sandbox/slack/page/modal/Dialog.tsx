import './dialog.css';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

interface Props {
  labelledBy: string;
  /** Esc, or a press beside it where `closesOutside`. */
  onCancel(): void;
  children: ReactNode;
  className?: string;
  closesOutside?: boolean;
  testId?: string;
}

/**
 * A dialog over all else. The browser's own element keeps the focus inside and gives it back afterwards; it begins at
 * what carries `data-focus`.
 */
export function Dialog({ labelledBy, onCancel, children, className = '', closesOutside, testId }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    const row = document.activeElement?.closest<HTMLElement>('[data-row]');
    if (current && !current.open) {
      current.showModal();
      current.querySelector<HTMLElement>('[data-focus]')?.focus();
    }
    return () => {
      current?.close();
      // The tools of a message are gone with the focus; the message, or at least the place to write, is there.
      const { activeElement, body } = document;
      if (activeElement === body || current?.contains(activeElement))
        (row?.isConnected ? row : document.querySelector<HTMLElement>('.composer textarea'))?.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={labelledBy}
      data-testid={testId}
      className={`dialog ${className}`}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onCancel();
      }}
      onKeyDown={wrapTab}
      onClick={(event) => {
        if (closesOutside && event.target === event.currentTarget) onCancel();
      }}
    >
      {children}
    </dialog>
  );
}

const FOCUSABLE = ':is(a[href], button, input, textarea, [tabindex="0"]):not(:disabled, [tabindex="-1"])';

/** Tab goes round inside. By itself the browser would leave for its own address bar after the last element. */
function wrapTab(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const shown = all.filter((element) => element.checkVisibility());
  const [from, to] = event.shiftKey ? [shown[0], shown.at(-1)] : [shown.at(-1), shown[0]];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}
