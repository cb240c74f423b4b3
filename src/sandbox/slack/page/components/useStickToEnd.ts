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
    const onScroll = (): void => {
      isAtEnd = current.scrollHeight - current.scrollTop - current.clientHeight < NEAR;
    };
    const toEnd = (): void => {
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
