import { useNow, useWorkspace } from '../state/context.ts';
import { formatDate } from './dates.ts';
import { Link } from './Link.tsx';

interface Props {
  ts: number;
  format: string;
  url?: string | null;
  fallback?: string;
}

/** A `<!date^…>`, shown in the time zone of whoever looks. */
export function DateText({ ts, format, url, fallback }: Props) {
  const { tz } = useWorkspace().me;
  const text = formatDate(format, ts, tz, useNow());
  return (
    <time dateTime={new Date(ts * 1000).toISOString()} title={fallback || undefined}>
      {url ? <Link url={url}>{text}</Link> : text}
    </time>
  );
}
