export type Tab = 'home' | 'messages';

/** The open conversation, thread or tab. It is in the address, so that Back, Forward and copied links work. */
export interface Place {
  /** null if none is open, when a phone shows the sidebar. */
  channel: string | null;
  thread?: string;
  /** The tab of the app's conversation. */
  tab?: Tab;
}

const tabs: readonly string[] = ['home', 'messages'];
const isTab = (word: string | undefined): word is Tab => word !== undefined && tabs.includes(word);
const isTs = (word: string | undefined): word is string => word !== undefined && /^\d+\.\d+$/.test(word);

/** `#C1`, `#C1/1712.0001` (a thread), `#D1/messages` (a tab). */
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
 * Returns the place of a permalink (`chat.getPermalink`) of this workspace; null for any other address.
 * @param origin of the page
 */
export function placeOfPermalink(address: string, origin: string): Place | null {
  const url = URL.parse(address, origin);
  const channel = url && /^\/archives\/(\w+)\/p\d+$/.exec(url.pathname)?.[1];
  if (!channel || url.origin !== origin) return null;
  const thread = url.searchParams.get('thread_ts') ?? undefined;
  return isTs(thread) ? { channel, thread } : { channel };
}

/** Returns the tab of the app's conversation. It opens on Home, its threads on Messages. */
export const tabOf = ({ tab, thread }: Place): Tab => tab ?? (thread ? 'messages' : 'home');

export const samePlace = (a: Place, b: Place): boolean => placeHash(a) === placeHash(b);
