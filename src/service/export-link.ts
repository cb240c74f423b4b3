import { ExportLinkRefused } from './errors/downloads.ts';

/**
 * An export link, or what one redirects to, once it is safe to follow: https; or plain http on this very machine, for
 * stand-ins. A link that began elsewhere may not lead onto this machine.
 */
export function followable(link: string, from?: URL): URL {
  const url = parse(link, from);
  if (url.username || url.password) throw refused();
  const local = isLoopback(url);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && local)) throw refused();
  if (from && local && !isLoopback(from)) throw refused();
  return url;
}

function parse(link: string, from?: URL): URL {
  // URL.parse gives null where the constructor would throw an error that quotes the link.
  const url = URL.parse(link, from?.href);
  if (!url) throw refused();
  return url;
}

function isLoopback({ hostname }: URL): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d+){3}$/.test(hostname)
  );
}

function refused() {
  return new ExportLinkRefused('The export link leads to a place that is not allowed.');
}
