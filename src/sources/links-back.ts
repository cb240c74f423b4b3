import type { WebClient } from '@slack/web-api';

/** Where messages of a conversation can be opened, made from the address of one of them: asking for each would take a call each. */
export type LinkBack = (message: {
  ts: string /** `ts` of its thread's first message */;
  thread: string;
}) => string | undefined;

export async function linksBackTo(client: WebClient, channel: string, ts: string): Promise<LinkBack> {
  const answer = client.chat.getPermalink({ channel, message_ts: ts });
  const permalink = await answer.then((found) => found.permalink ?? '').catch(() => '');
  const base = /^(https?:\/\/[^?#]+\/)p\d+(?:[?#]|$)/.exec(permalink)?.[1];
  if (!base) return () => undefined;
  return ({ ts: own, thread }) => {
    const address = `${base}p${own.replace('.', '')}`;
    return thread === own ? address : `${address}?thread_ts=${thread}&cid=${channel}`;
  };
}
