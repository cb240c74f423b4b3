import { useEffect, useRef } from 'react';

interface Props {
  pages: string[];
  page: number;
  onPage(page: number): void;
}

/** All pages small, in a row that follows the one shown. */
export function Thumbnails({ pages, page, onPage }: Props) {
  const row = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another page is shown
  useEffect(() => {
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [page]);
  return (
    <div ref={row} className="thumbnails">
      {pages.map((src, index) => (
        <button
          key={src}
          type="button"
          aria-label={`Page ${index + 1}`}
          aria-current={index === page || undefined}
          onClick={() => onPage(index)}
        >
          <img src={src} alt="" />
        </button>
      ))}
    </div>
  );
}
