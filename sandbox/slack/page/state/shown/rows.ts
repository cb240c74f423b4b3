import type { Message } from '../../../protocol.ts';
import { formatDate } from '../../mrkdwn/dates.ts';

/** A row of a list of messages. */
export type Row =
  | { kind: 'day'; key: string; label: string }
  | { kind: 'new'; key: string }
  | { kind: 'message'; key: string; message: Message; isGrouped: boolean };

/** Consecutive messages of one person within this time share one name, in seconds. */
const GROUP_SECONDS = 5 * 60;

interface Options {
  tz: string;
  /** In seconds since 1970. */
  now: number;
  /** ts of the first unread message. */
  newFrom?: string;
  /** In a thread, the reply after the parent begins a new group. */
  isThread?: boolean;
}

/** Returns day lines, the "New" line and messages, grouped as in Slack. */
export function rowsOf(messages: Message[], { tz, now, newFrom, isThread }: Options): Row[] {
  const rows: Row[] = [];
  let day = '';
  for (const message of messages) {
    const at = Number(message.ts);
    const thisDay = formatDate('{date_num}', at, tz, now);
    if (thisDay !== day) {
      rows.push({ kind: 'day', key: thisDay, label: formatDate('{day_divider_pretty}', at, tz, now) });
    }
    day = thisDay;
    if (message.ts === newFrom) rows.push({ kind: 'new', key: 'new' });
    const afterParent = isThread && message === messages[1];
    rows.push({
      kind: 'message',
      key: message.ts,
      message,
      isGrouped: !afterParent && continues(rows.at(-1), message),
    });
  }
  return rows;
}

function continues(before: Row | undefined, message: Message): boolean {
  if (before?.kind !== 'message') return false;
  const { message: last } = before;
  return (
    last.user === message.user &&
    Number(message.ts) - Number(last.ts) < GROUP_SECONDS &&
    [last, message].every(({ subtype, ephemeralFor }) => !subtype && !ephemeralFor)
  );
}
