/** Times of day as `HH:MM`. */

const pad = (number: number): string => String(number).padStart(2, '0');

/** Every half hour of a day. */
export const halfHours: string[] = Array.from(
  { length: 48 },
  (_, index) => `${pad(Math.floor(index / 2))}:${index % 2 ? '30' : '00'}`,
);

/** `14:30` as "2:30 PM". */
export function showTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}:${pad(minute)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** What a person types ("9", "9:15 pm", "1430") as `HH:MM`; null where it is no time. */
export function readTime(typed: string): string | null {
  const match = /^\s*(\d{1,2})[:.]?(\d{2})?\s*([ap])?\.?m?\.?\s*$/i.exec(typed);
  if (!match) return null;
  const half = match[3]?.toLowerCase();
  const minute = Number(match[2] ?? 0);
  let hour = Number(match[1]);
  if (half && hour > 12) return null;
  if (half === 'p' && hour < 12) hour += 12;
  if (half === 'a' && hour === 12) hour = 0;
  return hour < 24 && minute < 60 ? `${pad(hour)}:${pad(minute)}` : null;
}
