import type { ReactNode } from 'react';
import { placeHash, placeOfPermalink } from '../state/place.ts';

const isOpenable = (url: string): boolean => /^(https?:|mailto:|tel:|\/)/i.test(url);

/**
 * Opens in a new tab; a link to a message of this workspace leads there, as in Slack. What is no web or mail address stays
 * text.
 */
export function Link({ url, children }: { url: string; children: ReactNode }) {
  if (!isOpenable(url)) return children;
  const place = placeOfPermalink(url, location.origin);
  if (place) return <a href={placeHash(place)}>{children}</a>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
