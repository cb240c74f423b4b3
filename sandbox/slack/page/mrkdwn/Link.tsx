import type { ReactNode } from 'react';

const isOpenable = (url: string): boolean => /^(https?:|mailto:|tel:|\/)/i.test(url);

/** Opens in a new tab. What is no web or mail address stays text. */
export function Link({ url, children }: { url: string; children: ReactNode }) {
  if (!isOpenable(url)) return children;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
