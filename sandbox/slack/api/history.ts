import { z } from 'zod';
import { SlackFault } from '../fault.ts';
import { messageForApp } from '../shapes/message.ts';
import type { Channel, StoredMessage } from '../workspace/model.ts';
import { isTopLevel, repliesTo } from '../workspace/threads.ts';
import { findMessage } from '../workspace/workspace.ts';
import { joinedChannel, requireScopeFor, visibleChannel } from './call/access.ts';
import { count, flag, maybe, required } from './call/args.ts';
import { type Call, method } from './call/method.ts';
import { placeOf, writeCursor } from './call/paging.ts';
import { TIER_3 } from './call/rates.ts';

/** conversations.history (newest first) and conversations.replies (oldest first). */

const range = {
  channel: required,
  cursor: maybe,
  limit: count,
  oldest: maybe,
  latest: maybe,
  inclusive: flag,
  include_all_metadata: flag,
};

interface Range {
  channel: string;
  cursor?: string | undefined;
  limit?: number | undefined;
  oldest?: string | undefined;
  latest?: string | undefined;
  inclusive?: boolean | undefined;
  include_all_metadata?: boolean | undefined;
}

const HISTORY_LIMIT = 999;
const HISTORY_DEFAULT = 100;
const REPLIES_LIMIT = 1000;

const history = method({
  rate: TIER_3,
  args: z.object(range),
  handle(call, args) {
    const channel = readableChannel(call, args.channel);
    const newestFirst = channel.messages.filter(isTopLevel).filter(within(args)).reverse();
    const limit = limitOf(call, args, HISTORY_DEFAULT, HISTORY_LIMIT);
    const page = pageAfter(newestFirst, args.cursor, limit, (ts, mark) => ts <= mark);
    return { ...shown(call, channel, page, args), pin_count: 0 };
  },
});

const replies = method({
  rate: TIER_3,
  args: z.object({ ...range, ts: required }),
  handle(call, args) {
    const channel = readableChannel(call, args.channel);
    const first = findMessage(channel, args.ts);
    if (!first) throw new SlackFault('thread_not_found');
    const following = repliesTo(channel, first.ts).filter(within(args));
    const limit = limitOf(call, args, REPLIES_LIMIT, REPLIES_LIMIT);
    const page = pageAfter(following, args.cursor, limit, (ts, mark) => ts >= mark);
    return shown(call, channel, { ...page, items: [first, ...page.items] }, args);
  },
});

function readableChannel(call: Call, id: string): Channel {
  const channel = visibleChannel(call, id);
  requireScopeFor(call, channel, 'history');
  return joinedChannel(call, id);
}

/** Returns a filter for a range of time. Its ends are included only with `inclusive`. */
const within = ({ oldest, latest, inclusive = false }: Range) => {
  return ({ ts }: StoredMessage): boolean => {
    const afterOldest = !oldest || Number(ts) > Number(oldest) || (inclusive && ts === oldest);
    const beforeLatest = !latest || Number(ts) < Number(latest) || (inclusive && ts === latest);
    return afterOldest && beforeLatest;
  };
};

function limitOf(call: Call, args: Range, usual: number, most: number): number {
  if (args.limit !== undefined && (args.limit < 1 || args.limit > most))
    throw new SlackFault('invalid_limit');
  return Math.min(args.limit ?? usual, call.slack.pace.history?.items ?? most);
}

interface Page {
  items: StoredMessage[];
  next: string;
}

/** Returns a page. A cursor has the ts of the next page's first message, so that new messages do not shift the pages. */
function pageAfter(
  all: StoredMessage[],
  cursor: string | undefined,
  limit: number,
  isOnOrPast: (ts: string, mark: string) => boolean,
): Page {
  const mark = cursor ? placeOf(cursor) : undefined;
  const rest = mark ? all.filter((message) => isOnOrPast(message.ts, mark)) : all;
  const following = rest[limit];
  return { items: rest.slice(0, limit), next: following ? writeCursor(following.ts) : '' };
}

function shown(call: Call, channel: Channel, page: Page, args: Range) {
  return {
    messages: page.items.map((message) =>
      messageForApp(call.slack, call.team, channel, message, {
        metadata: args.include_all_metadata ?? false,
      }),
    ),
    has_more: page.next !== '',
    ...(page.next ? { response_metadata: { next_cursor: page.next } } : {}),
  };
}

export const historyMethods = { 'conversations.history': history, 'conversations.replies': replies };
