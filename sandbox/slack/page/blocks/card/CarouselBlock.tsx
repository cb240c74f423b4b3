import './card.css';
import type { CarouselBlock as Carousel } from '@slack/types';
import { useEffect, useRef, useState } from 'react';
import { ChevronLeftIcon, ChevronRightIcon } from '../../parts/icons.tsx';
import { blockIdOf } from '../../state/form/form.ts';
import { Failure } from '../Failure.tsx';
import { CardBlock } from './CardBlock.tsx';

/** Pixels by which a row may be off its end and still counts as there. */
const SLACKNESS = 4;

/** Cards side by side. The arrows stand only where there is more to see. */
export function CarouselBlock({ block }: { block: Carousel }) {
  const row = useRef<HTMLUListElement>(null);
  const [more, setMore] = useState({ before: false, after: false });

  const look = (): void => {
    const { scrollLeft = 0, clientWidth = 0, scrollWidth = 0 } = row.current ?? {};
    setMore({
      before: scrollLeft > SLACKNESS,
      after: scrollLeft + clientWidth < scrollWidth - SLACKNESS,
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when the width changes, and with other cards
  useEffect(() => {
    const watching = new ResizeObserver(look);
    if (row.current) watching.observe(row.current);
    return () => watching.disconnect();
  }, [block.elements.length]);

  const turn = (by: 1 | -1): void => {
    const list = row.current;
    list?.scrollBy({ left: by * list.clientWidth * 0.8, behavior: 'smooth' });
  };

  return (
    <section className="carousel" aria-roledescription="carousel" aria-label="Cards">
      <ul ref={row} onScroll={look}>
        {block.elements.map((card, index) => {
          const blockId = blockIdOf(card, index);
          return (
            <li key={blockId} aria-label={`${index + 1} of ${block.elements.length}`}>
              <CardBlock block={card} blockId={blockId} />
              <Failure blockId={blockId} />
            </li>
          );
        })}
      </ul>
      {more.before && (
        <button type="button" className="carousel-back" aria-label="Previous cards" onClick={() => turn(-1)}>
          <ChevronLeftIcon />
        </button>
      )}
      {more.after && (
        <button type="button" className="carousel-on" aria-label="Next cards" onClick={() => turn(1)}>
          <ChevronRightIcon />
        </button>
      )}
    </section>
  );
}
