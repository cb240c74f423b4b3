import { useState } from 'react';
import { Lightbox } from '../file/Lightbox.tsx';

/** A picture that a press shows large. */
export function Picture({ src, alt, title = alt }: { src: string; alt: string; title?: string }) {
  const [isLarge, setLarge] = useState(false);
  return (
    <>
      <button type="button" aria-label={`Enlarge picture: ${alt}`} onClick={() => setLarge(true)}>
        <img src={src} alt={alt} />
      </button>
      {isLarge && <Lightbox title={title} pages={[src]} onClose={() => setLarge(false)} />}
    </>
  );
}
