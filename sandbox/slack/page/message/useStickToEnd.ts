import { type RefObject, useEffect } from 'react';

/** So near to the end counts as being there, in pixels. */
const NEAR = 80;

/** Keeps a scrolled box at its end when content is added or grows (pictures load late), unless the person went up. */
export function useStickToEnd(box: RefObject<HTMLElement | null>, isReady: boolean): void {
  useEffect(() => {
    const { current } = box;
    const content = current?.firstElementChild;
    if (!isReady || !current || !content) return;
    let isAtEnd = true;
    let height = 0;
    const heightNow = (): number => current.scrollHeight - current.clientHeight;
    const onScroll = (): void => {
      // A box whose size changes is scrolled too, and before the observer hears of it: that was not the person.
      if (heightNow() === height) isAtEnd = height - current.scrollTop < NEAR;
    };
    const toEnd = (): void => {
      height = heightNow();
      if (isAtEnd) current.scrollTop = current.scrollHeight;
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
