import { formatDate } from '../mrkdwn/dates.ts';
import { useNow, useWorkspace } from '../state/context.ts';

/** The time of a message in the person's time zone; without AM or PM if short. */
export function Timestamp({ ts, isShort = false }: { ts: string; isShort?: boolean }) {
  const { tz } = useWorkspace().me;
  const seconds = Number(ts);
  const now = useNow();
  const time = formatDate('{time}', seconds, tz, now);
  return (
    <time
      className="timestamp"
      dateTime={new Date(seconds * 1000).toISOString()}
      title={formatDate('{date_long_pretty} at {time_secs}', seconds, tz, now)}
    >
      {isShort ? time.replace(/ [AP]M$/, '') : time}
    </time>
  );
}
