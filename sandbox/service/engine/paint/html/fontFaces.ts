import { readFileSync } from 'node:fs';
import type { Look } from '../../themes/look.ts';
import { type Family, fontPath } from '../../type/fonts.ts';

/** The scripts a page may need beyond Latin, and how to tell from its text. */
const scripts: { name: string; range: string; needed: RegExp }[] = [
  {
    name: 'latin',
    range: 'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02DC,U+2000-206F,U+20AC,U+2122,U+2190-2193,U+2212',
    needed: /./s,
  },
  {
    name: 'latin-ext',
    range: 'U+0100-0130,U+0132-0151,U+0154-02BA,U+1E00-1E9F,U+20A0-20AB,U+20AD-20C0',
    needed: /[\u0100-\u0130\u0132-\u0151\u0154-\u02BA\u1E00-\u1E9F]/,
  },
  { name: 'greek', range: 'U+0370-03FF', needed: /[\u0370-\u03FF]/ },
  { name: 'cyrillic', range: 'U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116', needed: /[\u0400-\u045F]/ },
];

export const fontStacks: Record<Family, string> = {
  inter: "'Inter', system-ui, 'Segoe UI', Roboto, Arial, sans-serif",
  poppins: "'Poppins', 'Century Gothic', 'Segoe UI', system-ui, sans-serif",
  fraunces: "'Fraunces', Georgia, 'Times New Roman', serif",
  'jetbrains-mono': "'JetBrains Mono', ui-monospace, Consolas, monospace",
};

const names: Record<Family, string> = {
  inter: 'Inter',
  poppins: 'Poppins',
  fraunces: 'Fraunces',
  'jetbrains-mono': 'JetBrains Mono',
};

/** The theme's fonts inside the page itself, so that it asks for no file: only the scripts that its text is in. */
export function fontFaces(look: Look, text: string): string {
  const used = new Set<Family>([
    look.heading,
    look.body,
    ...(text.includes('<code') ? (['jetbrains-mono'] as const) : []),
  ]);
  return [...used]
    .flatMap((family) =>
      [false, true].flatMap((bold) =>
        scripts.filter((script) => script.needed.test(text)).map((script) => face(family, bold, script)),
      ),
    )
    .join('');
}

function face(family: Family, bold: boolean, script: { name: string; range: string }): string {
  const path = fontPath(family, script.name, { bold, italic: false }, 'woff2');
  if (path === null) return '';
  const data = readFileSync(path).toString('base64');
  return `@font-face{font-family:'${names[family]}';font-weight:${bold ? 600 : 400};font-display:swap;unicode-range:${script.range};src:url(data:font/woff2;base64,${data}) format('woff2')}`;
}
