import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

/** A page for the browser of somebody who installs or connects: a few sentences and at most one way on. */
export interface Page {
  status: number;
  /** In a few words. */
  title: string;
  mood: 'good' | 'bad' | 'calm';
  /** Plain text, a paragraph each. */
  lines: string[];
  /** The one way on. */
  next?: { label: string; href: string };
}

const STYLE = `
:root{color-scheme:light dark;--ground:#f6f5f2;--card:#fff;--ink:#1d1c1d;--soft:#5c5a57;--line:#e2dfd9;--accent:#1f3a5f;--on:#fff;--good:#1a7f55;--bad:#b3412e;--calm:#1f3a5f}
@media(prefers-color-scheme:dark){:root{--ground:#16181c;--card:#20242a;--ink:#ecebe8;--soft:#a9a7a2;--line:#353a42;--accent:#8fb6e8;--on:#14181d;--good:#58c596;--bad:#f08a76;--calm:#8fb6e8}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem;background:var(--ground);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:34rem;background:var(--card);border:1px solid var(--line);border-radius:.9rem;padding:2.2rem 2.2rem 2rem;box-shadow:inset 0 .35rem 0 var(--mark)}
.good{--mark:var(--good)}.bad{--mark:var(--bad)}.calm{--mark:var(--calm)}
.name{margin:0 0 1.2rem;color:var(--soft);font-size:.9rem;font-weight:600;letter-spacing:.02em}
h1{margin:0 0 .8rem;font-size:1.5rem;line-height:1.25;text-wrap:balance}
p{margin:0 0 .9rem;overflow-wrap:anywhere}
a{display:inline-block;margin:.6rem 0 .3rem;padding:.65rem 1.2rem;border-radius:.55rem;background:var(--accent);color:var(--on);font-weight:600;text-decoration:none}
a:hover{filter:brightness(1.08)}a:focus-visible{outline:3px solid var(--mark);outline-offset:3px}`;

/** Nothing is loaded, nothing runs, nobody may frame it; the one style sheet is named by its hash. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The address in the bar may hold a code or a ticket: it is neither kept nor sent on. */
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

function htmlOf({ title, mood, lines, next }: Page): string {
  const paragraphs = lines.map((line) => `<p>${escaped(line)}</p>`).join('\n');
  const link = next ? `\n<a href="${escaped(next.href)}">${escaped(next.label)}</a>` : '';
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)} – Deckhand</title><style>${STYLE}</style></head>
<body><main class="${mood}">
<p class="name">Deckhand</p>
<h1>${escaped(title)}</h1>
${paragraphs}${link}
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
