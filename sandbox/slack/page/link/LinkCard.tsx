import './link.css';
import type { Card, Container, Message } from '../../protocol.ts';
import { Blocks } from '../blocks/Blocks.tsx';
import { FormContext } from '../blocks/form.ts';
import { useForm } from '../blocks/useForm.ts';
import { useClient } from '../state/context.ts';

/** The card of a link in a message. A click on its title opens its panel. */
export function LinkCard({ card, message }: { card: Card; message: Message }) {
  const client = useClient();
  const place = { channel: message.channel, ts: message.ts, url: card.url };
  return (
    <article className="link-card" aria-label={card.title ?? 'Preview of a link'}>
      {card.title && (
        <button type="button" className="link-title" onClick={() => client.openPanel(place)}>
          {card.title}
        </button>
      )}
      <CardBlocks card={card} container={{ card: place }} />
    </article>
  );
}

export function CardBlocks({ card: { blocks }, container }: { card: Card; container: Container }) {
  const form = useForm(container, blocks);
  return (
    <FormContext value={form}>
      <Blocks blocks={blocks} />
    </FormContext>
  );
}
