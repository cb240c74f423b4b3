import { points } from '../../engine/compose/blocks.ts';
import type { Block, Card } from '../../engine/deck.ts';

/** Short ways to write the cards of a template down. */

export const list = (...texts: string[]) => points(texts);

export function heading(words: string): Block {
  return { kind: 'subheading', text: words };
}

export function steps(...all: [label: string, text: string][]): Block {
  return { kind: 'steps', steps: all.map(([label, words]) => ({ label, text: words })) };
}

export function stats(...labels: string[]): Block {
  return { kind: 'stats', stats: labels.map((label) => ({ value: '—', label })) };
}

export function table(header: string[], ...rows: string[][]): Block {
  const cells = (row: string[]) => row.map((words) => [{ text: words }]);
  return { kind: 'table', header: cells(header), rows: rows.map(cells), align: header.map(() => 'left') };
}

export function picture(seed: string): Block {
  return { kind: 'picture', seed };
}

export function card(layout: Card['layout'], title: string, ...blocks: Block[]): Card {
  return { layout, title, blocks };
}
