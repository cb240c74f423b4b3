import type { News } from '../../protocol.ts';

const kinds: readonly News['type'][] = [
  'message',
  'message_changed',
  'message_deleted',
  'ephemeral',
  'view_opened',
  'view_updated',
  'view_closed',
  'home',
  'conversation',
  'workspace',
  'notice',
];

/** Wait before the first retry, in ms. It is doubled each time up to the limit. */
const RETRY_MS = 500;
const RETRY_LIMIT_MS = 8_000;

export interface Listener {
  onNews(news: News): void;
  /** Called when the stream is open, so that earlier messages can be fetched without missing new ones. */
  onOpen(): void;
  /** Called after a reconnect. Messages in between must be fetched. */
  onBack(): void;
  onCut(): void;
}

/** Listens to one person's events and reconnects by itself. Returns a function that stops it. */
export function listen(address: string, { onNews, onOpen, onBack, onCut }: Listener): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasCut = false;
  let wait = RETRY_MS;

  const connect = (): void => {
    source = new EventSource(wasCut ? `${address}&back=1` : address);
    source.onopen = () => {
      wait = RETRY_MS;
      if (wasCut) onBack();
      else onOpen();
      wasCut = false;
    };
    source.onerror = () => {
      source?.close();
      if (!wasCut) onCut();
      wasCut = true;
      timer = setTimeout(connect, wait);
      wait = Math.min(wait * 2, RETRY_LIMIT_MS);
    };
    for (const kind of kinds) {
      source.addEventListener(kind, ({ data }: MessageEvent<string>) => {
        onNews({ type: kind, ...JSON.parse(data) } as News);
      });
    }
  };

  connect();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}
