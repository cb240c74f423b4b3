import { type RefObject, useEffect, useRef } from 'react';

/** So near to the end counts as being there, in pixels. */
const NEAR = 80;

/**
 * Keeps a scrolled box at its end when content is added or grows (pictures load late), unless the person went up. What
 * they say themselves brings them back down.
 * @param own the newest message of the person's own
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
      // A box whose size changes is scrolled too, and before the observer hears of it: that was not the person.
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
