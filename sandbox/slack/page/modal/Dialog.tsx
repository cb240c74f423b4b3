import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

interface Props {
  labelledBy: string;
  /** Called on Esc. */
  onCancel(): void;
  children: ReactNode;
  className?: string;
  testId?: string;
}

/** A modal dialog. The browser's element keeps the focus inside and restores it afterwards. `data-focus` marks the first focus. */
export function Dialog({ labelledBy, onCancel, children, className = '', testId }: Props) {
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
      // A message's toolbar disappears when it loses the focus, so the message or the composer gets the focus instead.
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
    >
      {children}
    </dialog>
  );
}

const FOCUSABLE =
  ':is(a[href], button, input, select, textarea, [tabindex="0"]):not(:disabled, [tabindex="-1"])';

/** Keeps Tab inside the dialog. Otherwise the browser moves from the last element to its address bar. */
function wrapTab(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const shown = all.filter((element) => element.checkVisibility());
  const [from, to] = event.shiftKey ? [shown[0], shown.at(-1)] : [shown.at(-1), shown[0]];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}
