import { escaped } from '../../html.ts';
import type { Person } from '../workspace/model.ts';

/**
 * Draws a square picture as SVG: a person's initials on their colour, or the app's icon.
 * @param icon of the app, which is the only bot
 */
export function pictureOf(
  { initials, color, role }: Pick<Person, 'initials' | 'color' | 'role'>,
  icon: string | undefined,
): string {
  if (role === 'bot' && icon) return icon;
  const round = role === 'bot' ? 22 : 16;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 72 72"><rect width="72" height="72" rx="${round}" fill="${escaped(color)}"/><text x="36" y="47" font-family="Helvetica, Arial, sans-serif" font-size="30" font-weight="700" fill="#fff" text-anchor="middle">${escaped(initials)}</text></svg>`;
}
