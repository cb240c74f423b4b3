/**
 * The ts of the message that a link of Slack leads to (`https://….slack.com/archives/C0123/p1700000000000100`); for a
 * reply, the ts of its thread. Undefined where it is no such link, or leads into another channel.
 */
export function messageLinked(link: string, channel: string | undefined): string | undefined {
  const found = /\/archives\/([A-Z0-9]+)\/p(\d{10})(\d{6})/.exec(link);
  if (!found || found[1] !== channel) return undefined;
  const thread = /[?&]thread_ts=(\d{10}\.\d{6})/.exec(link)?.[1];
  return thread ?? `${found[2]}.${found[3]}`;
}

/** A link without the workspace's address, which is not known here; `messageLinked` reads it all the same. */
export function linkTo(channel: string, ts: string): string {
  return `/archives/${channel}/p${ts.replace('.', '')}`;
}
