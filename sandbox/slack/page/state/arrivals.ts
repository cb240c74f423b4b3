import type { Message, News } from '../../protocol.ts';
import { withChanged, withMessage } from './shown/messages.ts';

/** Keeps the news of messages that arrives while a list is being fetched, because the fetched list may be older. */
export function createArrivals() {
  const arrivedDuring = new Set<News[]>();
  return {
    /** Keeps news if a list is being fetched. */
    add(news: News): void {
      for (const arrived of arrivedDuring) arrived.push(news);
    },
    /** Fetches a list, and applies the news of messages that arrived meanwhile and belong to it. */
    async complete(
      fetch: () => Promise<Message[]>,
      belongs: (message: Message) => boolean,
    ): Promise<Message[]> {
      const arrived: News[] = [];
      arrivedDuring.add(arrived);
      try {
        const fetched = await fetch();
        return arrived.reduce((messages, news) => withNews(messages, news, belongs), fetched);
      } finally {
        arrivedDuring.delete(arrived);
      }
    },
  };
}

function withNews(messages: Message[], news: News, belongs: (message: Message) => boolean): Message[] {
  switch (news.type) {
    case 'message':
    case 'ephemeral': {
      const { message } = news;
      const isKnown = messages.some(({ ts }) => ts === message.ts);
      return belongs(message) && !isKnown ? withMessage(messages, message) : messages;
    }
    case 'message_changed':
      return belongs(news.message) ? withChanged(messages, news.message) : messages;
    case 'message_deleted':
      return messages.filter(({ channel, ts }) => channel !== news.channel || ts !== news.ts);
    default:
      return messages;
  }
}
