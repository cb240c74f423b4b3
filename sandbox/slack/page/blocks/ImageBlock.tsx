import type { ImageBlock as Image } from '@slack/types';
import { imageAddress } from '../elements/ImageElement.tsx';
import { PlainText } from '../mrkdwn/PlainText.tsx';
import { Picture } from './Picture.tsx';

export const ImageBlock = ({ block }: { block: Image }) => (
  <figure className="image-block">
    {block.title && (
      <figcaption>
        <PlainText text={block.title.text} />
      </figcaption>
    )}
    <Picture src={imageAddress(block)} alt={block.alt_text} title={block.title?.text} />
  </figure>
);
