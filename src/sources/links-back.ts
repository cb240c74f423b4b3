import type { WebClient } from '@slack/web-api';
import { isReply, type SlackMessage } from './message.ts';

/** Where messages of a conversation can be opened, made from the address of one of them: asking for each would take a call each. */
export type LinkBack = (message: Pick<SlackMessage, 'ts' | 'thread_ts'>) => string | undefined;

export async function linksBackTo(client: WebClient, channel: string, ts: string): Promise<LinkBack> {
  const answer = client.chat.getPermalink({ channel, message_ts: ts });
  const permalink = await answer.then((found) => found.permalink ?? '').catch(() => '');
  const base = /^(https?:\/\/[^?#]+\/)p\d+(?:[?#]|$)/.exec(permalink)?.[1];
  if (!base) return () => undefined;
  return (message) => {
    const address = `${base}p${message.ts.replace('.', '')}`;
    return isReply(message) ? `${address}?thread_ts=${message.thread_ts}&cid=${channel}` : address;
  };
}
