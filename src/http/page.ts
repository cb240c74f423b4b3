import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

/** A browser page for a person who installs Deckhand or connects a team: a few sentences and at most one button. */
export interface Page {
  status: number;
  title: string;
  mood: 'good' | 'bad' | 'calm';
  /** Digits to type in Slack. They are shown large, above the paragraphs. */
  code?: string;
  /** Paragraphs of plain text. */
  lines: string[];
  /** The button, which is a link. */
  next?: { label: string; href: string };
}

const STYLE = `
:root{color-scheme:light dark;--ground:#f4f5f7;--card:#fff;--ink:#1d1c1d;--soft:#5b6068;--line:#e1e4e8;--accent:#1f3a5f;--on:#fff;--good:#12734a;--bad:#b3372a;--calm:#1f3a5f}
@media(prefers-color-scheme:dark){:root{--ground:#15181d;--card:#1e2228;--ink:#ecedee;--soft:#a3a9b2;--line:#343a43;--accent:#9cc0ee;--on:#12161b;--good:#5fcb9b;--bad:#f2907f;--calm:#9cc0ee}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.25rem;background:var(--ground);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:30rem;background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:clamp(1.5rem,6vw,2.5rem);box-shadow:0 1px 2px rgb(0 0 0/.04),0 12px 32px rgb(0 0 0/.06)}
header{display:flex;align-items:center;gap:.65rem;margin:0 0 1.75rem;font-weight:650;letter-spacing:.01em}
header svg{width:1.9rem;height:1.9rem;border-radius:22%}
h1{display:flex;gap:.6rem;margin:0 0 .9rem;font-size:1.5rem;line-height:1.25;letter-spacing:-.01em;text-wrap:balance}
h1 svg{flex:none;width:1.65rem;height:1.65rem;margin:.1rem 0 0;color:var(--mark)}
.good{--mark:var(--good)}.bad{--mark:var(--bad)}.calm{--mark:var(--calm)}
p{margin:0 0 .9rem;overflow-wrap:anywhere}
.code{font-size:2.2rem;line-height:1.2;font-weight:650;letter-spacing:.06em;font-variant-numeric:tabular-nums}
p:last-child{margin-bottom:0}
a{display:block;margin:1.6rem 0 0;padding:.75rem 1.2rem;border-radius:.6rem;background:var(--accent);color:var(--on);font-weight:600;text-align:center;text-decoration:none}
a:hover{filter:brightness(1.1)}a:focus-visible{outline:3px solid var(--accent);outline-offset:3px}`;

/** The app's icon (docs/marketplace/icon.svg). It is part of the page, because pages load no other files. */
const LOGO =
  '<svg viewBox="0 0 1024 1024" aria-hidden="true"><rect width="1024" height="1024" fill="#1f3a5f"/><path d="M472 72h80v700h-80z" fill="#f4b942"/><path d="M146 148h732q-40 244 0 488H146q40-244 0-488z" fill="#fff"/><path d="M282 420h124v124H282zM450 326h124v218H450zM618 232h124v312H618z" fill="#2f7fd1"/><path d="M96 724h832q-48 204-228 204H324q-180 0-228-204z" fill="#f4b942"/></svg>';

/** Icons beside the title, for people who cannot tell the colors of a good and a bad outcome apart. A calm page has no icon. */
const SIGNS: Record<Page['mood'], string> = {
  good: sign('<path d="m7.5 12.5 3 3 6-6.5"/>'),
  bad: sign('<path d="M12 7v6M12 16.5v.01"/>'),
  calm: '',
};

function sign(path: string): string {
  return `<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"><circle cx="12" cy="12" r="10"/>${path}</svg>`;
}

/** The content security policy. It forbids scripts, external resources and framing, and allows the page's style sheet by its hash. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of every page. They keep the page's URL out of caches and referrers, because the URL may contain an OAuth code or a secret. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-security-policy': POLICY,
};

export function sendPage(response: ServerResponse, page: Page): void {
  response.writeHead(page.status, HEADERS).end(htmlOf(page));
}

function htmlOf({ title, mood, code, lines, next }: Page): string {
  const digits = code ? `<p class="code">${escaped(code)}</p>\n` : '';
  const paragraphs = lines.map((line) => `<p>${escaped(line)}</p>`).join('\n');
  const link = next ? `\n<a href="${escaped(next.href)}">${escaped(next.label)}</a>` : '';
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)} – Deckhand</title><style>${STYLE}</style></head>
<body><main class="${mood}">
<header>${LOGO}Deckhand</header>
<h1>${SIGNS[mood]}<span>${escaped(title)}</span></h1>
${digits}${paragraphs}${link}
</main></body>
</html>
`;
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
