import './card.css';
import type { CardBlock as Card } from '@slack/types';
import { ButtonElement } from '../../elements/ButtonElement.tsx';
import { ImageElement, imageAddress } from '../../elements/ImageElement.tsx';
import { Text } from '../../mrkdwn/Text.tsx';
import { BlockContext } from '../form.ts';
import { Picture } from '../Picture.tsx';

/** A card: a picture on top, then what it is about, then its buttons. */
export function CardBlock({ block, blockId }: { block: Card; blockId: string }) {
  const { hero_image: hero, icon, title, subtitle, body, actions = [] } = block;
  return (
    <article className="card" aria-label={title?.text}>
      {hero && (
        <div className="card-hero">
          <Picture src={imageAddress(hero)} alt={hero.alt_text} />
        </div>
      )}
      {(icon || title || subtitle) && (
        <div className="card-head">
          {icon && <ImageElement element={icon} />}
          <div className="card-words">
            {title && (
              <div className="card-title">
                <Text of={title} />
              </div>
            )}
            {subtitle && (
              <div className="card-subtitle">
                <Text of={subtitle} />
              </div>
            )}
          </div>
        </div>
      )}
      {body && (
        <div className="card-body">
          <Text of={body} />
        </div>
      )}
      {actions.length > 0 && (
        <BlockContext value={{ blockId, dispatches: true }}>
          <div className="card-actions">
            {actions.map((button, index) => (
              <ButtonElement key={button.action_id ?? index} element={button} />
            ))}
          </div>
        </BlockContext>
      )}
    </article>
  );
}
