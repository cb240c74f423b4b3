export type Tab = 'home' | 'messages' | 'about';

/** Where the person is: kept in the address so that back, forward and a copied link work. */
export interface Place {
  /** null: nothing opened yet; a phone shows the sidebar. */
  channel: string | null;
  thread?: string;
  /** Of the app's conversation. */
  tab?: Tab;
}

const tabs: readonly string[] = ['home', 'messages', 'about'];
const isTab = (word: string | undefined): word is Tab => word !== undefined && tabs.includes(word);
const isTs = (word: string | undefined): word is string => word !== undefined && /^\d+\.\d+$/.test(word);

/** `#C1`, `#C1/1712.0001` (a thread), `#D1/about` (a tab). */
export function parsePlace(hash: string): Place {
  const [channel, rest] = hash.replace(/^#\/?/, '').split('/');
  if (!channel) return { channel: null };
  if (isTab(rest)) return { channel, tab: rest };
  return isTs(rest) ? { channel, thread: rest } : { channel };
}

export function placeHash({ channel, thread, tab }: Place): string {
  if (!channel) return '#';
  const rest = thread ?? tab;
  return rest ? `#${channel}/${rest}` : `#${channel}`;
}

/**
 * The place that a permalink of this workspace leads to, as `chat.getPermalink` gives it; null for any other address.
 * @param origin of the page
 */
export function placeOfPermalink(address: string, origin: string): Place | null {
  const url = URL.parse(address, origin);
  const channel = url && /^\/archives\/(\w+)\/p\d+$/.exec(url.pathname)?.[1];
  if (!channel || url.origin !== origin) return null;
  const thread = url.searchParams.get('thread_ts') ?? undefined;
  return isTs(thread) ? { channel, thread } : { channel };
}

/** The app's conversation opens on its Home, its threads on Messages. */
export const tabOf = ({ tab, thread }: Place): Tab => tab ?? (thread ? 'messages' : 'home');

export const samePlace = (a: Place, b: Place): boolean => placeHash(a) === placeHash(b);
