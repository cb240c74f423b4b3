import { type RefObject, useEffect, useRef } from 'react';

/** Distance from the end that still counts as the end, in pixels. */
const NEAR = 80;

/**
 * Keeps a box scrolled to its end when content is added or grows (pictures load late), unless the person has scrolled up.
 * Their own new message scrolls to the end again.
 * @param own ts of the person's newest message
 */
export function useStickToEnd(
  box: RefObject<HTMLElement | null>,
  isReady: boolean,
  own: string | undefined,
): void {
  const isAtEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there is a new one
  useEffect(() => {
    isAtEnd.current = true;
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [box, own]);
  useEffect(() => {
    const { current } = box;
    const content = current?.firstElementChild;
    if (!isReady || !current || !content) return;
    isAtEnd.current = true;
    let height = 0;
    const heightNow = (): number => current.scrollHeight - current.clientHeight;
    const onScroll = (): void => {
      // A change of the box's size causes a scroll event, too, before the observer is called. The person has not scrolled then.
      if (heightNow() === height) isAtEnd.current = height - current.scrollTop < NEAR;
    };
    const toEnd = (): void => {
      height = heightNow();
      if (isAtEnd.current) current.scrollTop = current.scrollHeight;
    };
    const sizes = new ResizeObserver(toEnd);
    sizes.observe(content);
    sizes.observe(current);
    current.addEventListener('scroll', onScroll, { passive: true });
    toEnd();
    return () => {
      sizes.disconnect();
      current.removeEventListener('scroll', onScroll);
    };
  }, [box, isReady]);
}
