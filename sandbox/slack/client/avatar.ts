import type { Person } from '../workspace/model.ts';

/** A square picture of somebody's initials on their colour. */
export function avatar({ initials, color, role }: Person): string {
  const round = role === 'bot' ? 22 : 16;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 72 72"><rect width="72" height="72" rx="${round}" fill="${escapeAttribute(color)}"/><text x="36" y="47" font-family="Helvetica, Arial, sans-serif" font-size="30" font-weight="700" fill="#fff" text-anchor="middle">${escapeAttribute(initials)}</text></svg>`;
}

export const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
