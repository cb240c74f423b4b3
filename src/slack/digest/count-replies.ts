import type { SlackMessage } from '../../sources/message.ts';
import type { FilterRules } from '../../sources/transcript/filter.ts';

/** A message with the facts that Slack gives of its thread, if it is the first of one. */
export interface First {
  ts?: string;
  thread_ts?: string;
  user?: string;
  reply_count?: number;
  /** Some of those who replied, and how many there are. */
  reply_users?: string[];
  reply_users_count?: number;
  latest_reply?: string;
}

/**
 * The number of replies to a message since then, as far as that is known without reading them: `mixed` where somebody
 * replied whose messages do not count, and perhaps others did, too.
 */
export function repliesIn(first: First, since: Date, rules: FilterRules): number | 'mixed' {
  const { ts, thread_ts = ts, reply_count: replies = 0, latest_reply = 0, reply_users: users = [] } = first;
  const isBefore = (time: unknown) => Number(time) * 1000 < since.getTime();
  if (replies === 0 || thread_ts !== ts || (isBefore(ts) && isBefore(latest_reply))) return 0;
  const silent = users.filter((user) => isSilent(user, rules)).length;
  if (silent > 0 && silent === (first.reply_users_count ?? users.length)) return 0;
  if (silent > 0 || (users.length === 0 && first.user === rules.ownUser)) return 'mixed';
  return isBefore(ts) ? 1 : replies;
}

/** Deckhand, somebody who opted out, or an app by its id. */
function isSilent(user: string, { ownUser, optedOut }: FilterRules): boolean {
  return user === ownUser || optedOut.has(user) || user.startsWith('B');
}

/** Written by a person, not by an app. */
export function isBySomebody({ bot_id, subtype = '' }: SlackMessage): boolean {
  return !bot_id && !['bot_message', 'slackbot_response'].includes(subtype);
}
