import { escaped } from '../../html.ts';
import type { Doc, Workspace } from '../store/records.ts';
import { style } from './style.ts';
import { ago } from './words.ts';

/** A doc with a text about its comments and readers. */
export type ShownDoc = Doc & { audience: string };

export interface Shown {
  workspace: Workspace;
  /** Newest first. */
  docs: ShownDoc[];
  /** Number of pending generations. */
  pending: number;
}

/** Renders the front page with the docs and credits of each workspace. */
export function frontPage(name: string, workspaces: readonly Shown[], now: number): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(name)}</title>
<style>${style}</style>
</head>
<body>
<header><h1>${escaped(name)}</h1><p>This is the sandbox's stand-in for the service. It makes what the app requests, without an account or real credits.</p></header>
<main>
${workspaces.map((shown) => workspaceSection(shown, now)).join('\n')}
</main>
</body>
</html>`;
}

function workspaceSection({ workspace, docs, pending }: Shown, now: number): string {
  const templates = docs.filter(({ template }) => template);
  const made = docs.filter(({ template }) => !template);
  return `<section>
<div class="bar"><h2>${escaped(workspace.name)}</h2>${working(pending)}${creditsOf(workspace)}</div>
${made.length > 0 ? grid(made, now) : '<p class="empty">Nothing here yet. Ask for a deck in Slack, and it appears.</p>'}
${templates.length > 0 ? `<details${made.length > 0 ? '' : ' open'}><summary>Templates (${templates.length})</summary>${grid(templates, now)}</details>` : ''}
</section>`;
}

/** Renders the credits of the workspace, and those of members who have spent some of their own. */
function creditsOf({ credits, members }: Workspace): string {
  const people = members.filter(({ spent = 0 }) => spent > 0);
  const own = people.map((member) => badge(member.credits ?? 0, `credits left for ${escaped(member.name)}`));
  return [...own, badge(credits, 'credits left')].join('');
}

function badge(count: number, words: string): string {
  return `<span class="credits"><b>${count.toLocaleString('en')}</b> ${words}</span>`;
}

function working(pending: number): string {
  if (pending === 0) return '';
  return `<span class="working">${pending === 1 ? '1 doc is' : `${pending} docs are`} being made</span>`;
}

function grid(docs: readonly ShownDoc[], now: number): string {
  return `<ul>${docs.map((doc) => tile(doc, now)).join('')}</ul>`;
}

function tile(doc: ShownDoc, now: number): string {
  const address = `/docs/${encodeURIComponent(doc.slug)}`;
  const cards = doc.deck.cards.length === 1 ? '1 card' : `${doc.deck.cards.length} cards`;
  const state = doc.archivedAt === undefined ? doc.format : `archived ${doc.format}`;
  const about = doc.template ? doc.template.description : `${cards} · ${state} · ${ago(doc.createdAt, now)}`;
  return `<li class="${doc.archivedAt === undefined ? '' : 'archived'}"><a href="${address}">
<img src="${address}/thumbnail.png" alt="" loading="lazy">
<strong>${escaped(doc.deck.title)}</strong><small>${escaped(about)}</small></a>${doc.template ? '' : others(doc, address)}</li>`;
}

/** Renders the buttons that make other people comment on a doc or read it. */
function others(doc: ShownDoc, address: string): string {
  const title = escaped(doc.deck.title);
  const button = (path: string, words: string, about: string) =>
    `<form method="post" action="${address}/${path}"><button aria-label="${about} ${title}">${words}</button></form>`;
  return `<div class="others"><small>${escaped(doc.audience)}</small>${button('comment', 'Add a comment', 'Add a comment to')}${button('read', 'Add a reader', 'Add a reader to')}</div>`;
}
