import './menu.css';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

interface Props {
  /** The element beside which it is placed. */
  anchor: RefObject<HTMLElement | null>;
  onClose(): void;
  children: ReactNode;
  /** Whether it is as wide as the anchor, like the list of a field. */
  isFitted?: boolean;
  /** Its right edge on the anchor's right edge. */
  isEndAligned?: boolean;
  className?: string;
}

/** Pixels between anchor and popup, and between popup and window. */
const GAP = 4;
const MARGIN = 8;

/** A layer above everything else, including dialogs. A click outside or Esc closes it. */
export function Popup({ anchor, onClose, children, isFitted, isEndAligned, className = '' }: Props) {
  const popup = useRef<HTMLDivElement>(null);

  // After every render, because the content may have grown.
  useLayoutEffect(() => {
    if (!popup.current || !anchor.current) return;
    if (!popup.current.matches(':popover-open')) popup.current.showPopover();
    place(popup.current, anchor.current, { isFitted, isEndAligned });
  });

  const follow = useEffectEvent(() => {
    if (popup.current && anchor.current) place(popup.current, anchor.current, { isFitted, isEndAligned });
  });
  const pressed = useEffectEvent((event: PointerEvent) => {
    const isInside = [popup, anchor].some(({ current }) => current?.contains(event.target as Node));
    if (!isInside) onClose();
  });
  const escaped = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  });
  useEffect(() => {
    const scope = new AbortController();
    const { signal } = scope;
    addEventListener('resize', () => follow(), { signal });
    addEventListener('scroll', () => follow(), { signal, capture: true });
    addEventListener('keydown', (event) => escaped(event), { signal });
    addEventListener('pointerdown', (event) => pressed(event), { signal, capture: true });
    return () => scope.abort();
  }, []);

  return (
    <div ref={popup} popover="manual" className={`popup ${className}`}>
      {children}
    </div>
  );
}

/** Places the popup below its anchor, or above it if there is more room, and always inside the window. */
function place(popup: HTMLElement, anchor: HTMLElement, { isFitted, isEndAligned }: Partial<Props>): void {
  const box = anchor.getBoundingClientRect();
  const below = innerHeight - box.bottom - GAP - MARGIN;
  const above = box.top - GAP - MARGIN;
  popup.style.width = isFitted ? `${Math.max(box.width, 200)}px` : '';
  popup.style.maxHeight = '';
  const isBelow = popup.offsetHeight <= below || below >= above;
  popup.style.maxHeight = `${Math.max(isBelow ? below : above, 80)}px`;
  const { offsetWidth: width, offsetHeight: height } = popup;
  const left = isEndAligned ? box.right - width : box.left;
  popup.style.left = `${Math.min(Math.max(left, MARGIN), innerWidth - width - MARGIN)}px`;
  popup.style.top = `${isBelow ? box.bottom + GAP : box.top - GAP - height}px`;
}
