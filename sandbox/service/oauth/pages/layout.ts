import { type Html, html } from './html.ts';
import { style } from './style.ts';

/** Renders a page of the authorization server: one card in the middle, light or dark like the reader's system. */
export function page(serviceName: string, title: string, content: Html): string {
  const { html: markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${serviceName}</title>
<style>${{ html: style }}</style>
</head>
<body>
<main>
<p class="brand"><span class="mark" aria-hidden="true"></span>${serviceName}</p>
${content}
</main>
<p class="foot">Sandbox sign-in: the people are invented, and no password is needed.</p>
</body>
</html>`;
  return markup;
}

/** Returns the initials of a name: "AM" for "Ana Moreno". */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0] ?? '').join('');
}
