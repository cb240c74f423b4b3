import type { KnownBlock } from '@slack/types';
import type { CardReading } from '../../documents/readers.ts';
import { clip, plural } from '../../text.ts';
import { section } from '../kit/parts.ts';
import { escaped, oneLine } from '../kit/text.ts';

/** Charts made of text: they need no upload, are there at once, and each bar has its figure in words beside it. */

const WIDTH = 10;
const NAME = 40;
/** Rows of one block: Slack takes 3,000 characters. */
const ROWS = 20;
/** The service has up to 75 cards; more is nobody's deck. */
const MOST = 100;

/** A bar for each card. The name is last, so that the figures stand in line whatever alphabet it is in. */
export function cardBars(cards: CardReading[]): KnownBlock[] {
  const rows = cards.slice(0, MOST).map(barOf);
  const blocks: KnownBlock[] = [];
  for (let first = 0; first < rows.length; first += ROWS)
    blocks.push(section(`\`\`\`${rows.slice(first, first + ROWS).join('\n')}\`\`\``));
  return blocks;
}

function barOf({ percent, seconds, position, name }: CardReading): string {
  const share = Math.min(100, Math.max(0, percent));
  const filled = Math.round((share / 100) * WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
  const time = seconds === undefined ? '' : ` ${duration(seconds).padStart(6)}`;
  const title = clip(oneLine(name).replaceAll('`', '’'), NAME) || 'Untitled';
  return escaped(
    `${bar} ${`${Math.round(share)}%`.padStart(4)}${time}  ${Math.round(position)}. ${title}`,
    130,
  );
}

/** "42s", "7m05s", "3h12m" */
function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  if (whole < 60) return `${whole}s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}m${two(whole % 60)}s`;
  const hours = Math.floor(whole / 3600);
  return hours > 999 ? '>999h' : `${hours}h${two(Math.floor((whole % 3600) / 60))}m`;
}

const DAYS = 30;
const STEPS = '▁▂▃▄▅▆▇█';

/** "▁▁▃█▂ 14 views in the last 30 days, most on Nov 12 (9)". Days without a row have no views. */
export function dayLine(days: { date: string; views: number }[], now: Date): string | undefined {
  const views = new Map(days.map(({ date, views: count }) => [date.slice(0, 10), Math.max(0, count)]));
  const last = Array.from({ length: DAYS }, (_, index) => {
    const at = new Date(now.getTime() - (DAYS - 1 - index) * 86_400_000);
    return { at, views: views.get(at.toISOString().slice(0, 10)) ?? 0 };
  });
  const total = last.reduce((sum, { views: count }) => sum + count, 0);
  const most = last.reduce((one, other) => (other.views > one.views ? other : one));
  if (days.length === 0) return undefined;
  if (total === 0) return 'Nobody has opened it in the last 30 days.';
  const line = last.map(({ views: count }) => STEPS[Math.round((count / most.views) * (STEPS.length - 1))]);
  const day = most.at.toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const peak = total === most.views ? `all on ${day}` : `most on ${day} (${most.views})`;
  return `\`${line.join('')}\`\n${plural(Math.round(total), 'view')} in the last 30 days, ${peak}.`;
}
