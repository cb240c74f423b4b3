import type { ReactNode } from 'react';
import { placeHash, placeOfPermalink } from '../state/place.ts';

const isOpenable = (url: string): boolean => /^(https?:|mailto:|tel:|\/)/i.test(url);

/** A link that opens in a new tab, or as in Slack goes to a message of this workspace. Other addresses than web and mail are text. */
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
