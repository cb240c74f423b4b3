import { useEffect, useState } from 'react';
import type { Card } from '../../protocol.ts';
import { useClient } from '../state/context.ts';

/** Milliseconds without typing after which the links in the composer are looked up. */
const PAUSE_MS = 400;
const LINK = /https?:\/\/\S+/g;

/** The titles of the links in the composer, before the message is sent. */
export function ComposedCards({ text }: { text: string }) {
  const client = useClient();
  const links = (text.match(LINK) ?? []).join(' ');
  const [found, setFound] = useState<{ links: string; cards: Card[] }>({ links: '', cards: [] });
  useEffect(() => {
    if (!links) return;
    let isLeft = false;
    const show = (cards: Card[]): void => {
      if (!isLeft) setFound({ links, cards });
    };
    const timer = setTimeout(() => {
      client.api.compose(client.me(), links).then(show, () => show([]));
    }, PAUSE_MS);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [client, links]);
  if (!links || found.links !== links || found.cards.length === 0) return null;
  return (
    <div className="composed-cards" role="status">
      {found.cards.map(({ url, title }) => (
        <div key={url} className="composed-card">
          <b>{title ?? 'Preview'}</b>
          <span>{url}</span>
        </div>
      ))}
    </div>
  );
}
