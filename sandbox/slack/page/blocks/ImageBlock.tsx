import type { ImageBlock as Image } from '@slack/types';
import { useState } from 'react';
import { imageAddress } from '../elements/ImageElement.tsx';
import { Lightbox } from '../file/Lightbox.tsx';
import { PlainText } from '../mrkdwn/PlainText.tsx';

export function ImageBlock({ block }: { block: Image }) {
  const [isLarge, setLarge] = useState(false);
  const src = imageAddress(block);
  return (
    <figure className="image-block">
      {block.title && (
        <figcaption>
          <PlainText text={block.title.text} />
        </figcaption>
      )}
      <button type="button" aria-label={`Enlarge picture: ${block.alt_text}`} onClick={() => setLarge(true)}>
        <img src={src} alt={block.alt_text} />
      </button>
      {isLarge && (
        <Lightbox title={block.title?.text ?? block.alt_text} pages={[src]} onClose={() => setLarge(false)} />
      )}
    </figure>
  );
}
