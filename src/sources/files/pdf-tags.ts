import { type Block, BULLET, inlineMarkdown, type LeftOut } from './blocks.ts';
import { lookOf, type PageItem, piecesOf } from './pdf-items.ts';
import { levelOf, NUMBER, numberOf, SIGN } from './pdf-layout.ts';
import { tableOf } from './pdf-table.ts';

/** A node of the structure tree of a tagged PDF. A node of the type `content` stands for the texts on the page that have the same `id`. */
export interface Tag {
  role?: string;
  type?: string;
  id?: string;
  children?: Tag[];
}

/** Maximum depth of nested tags. */
const LEVELS = 100;
/** Tags that are part of a line of text. All other tags begin a new block. */
const INLINE = new Set([
  'Span',
  'Link',
  'Reference',
  'Em',
  'Strong',
  'Quote',
  'Code',
  'Annot',
  'Ruby',
  'Sub',
  'Lbl',
  'NonStruct',
]);
/** Minimum fraction of a page's characters that must be inside tags. If fewer characters are inside tags, the page's tags are ignored. */
const SHARE = 0.8;

/** Returns the blocks of a page according to its tags; undefined if less than `SHARE` of the page's text is inside tags. */
export function blocksFromTags(
  tree: Tag,
  byTag: Map<string, PageItem[]>,
  leftOut: LeftOut,
): Block[] | undefined {
  const blocks: Block[] = [];
  let used = 0;
  let pictures = 0;
  let indents: number[] = [];

  const contentOf = (tag: Tag, level = 0): PageItem[] => {
    if (level > LEVELS) return [];
    if (tag.type === 'content') return byTag.get(tag.id ?? '') ?? [];
    return (tag.children ?? []).flatMap((child) => contentOf(child, level + 1));
  };
  const textOf = (items: PageItem[], isPlain = false): string => {
    used += items.reduce((sum, { text }) => sum + text.trim().length, 0);
    return inlineMarkdown(piecesOf(items), { isPlain }).trim();
  };
  const add = (block: Block) => {
    if (!('text' in block) || block.text !== '') blocks.push(block);
  };

  function walkAll(tags: Tag[], level: number, depth: number): void {
    let line: PageItem[] = [];
    const flush = () => {
      if (line.length > 0) add({ kind: 'text', text: textOf(line), look: lookOf(line) });
      line = [];
    };
    for (const tag of tags) {
      if (tag.type === 'content' || INLINE.has(tag.role ?? '')) {
        line.push(...contentOf(tag));
        continue;
      }
      flush();
      walk(tag, level + 1, depth);
    }
    flush();
  }

  function walk(tag: Tag, level: number, depth: number): void {
    if (level > LEVELS) return;
    const { role = '', children = [] } = tag;
    const heading = role === 'Title' ? 1 : /^H([1-6])?$/.test(role) ? Number(role[1] ?? 1) : undefined;
    if (heading) {
      add({ kind: 'heading', level: heading, text: textOf(contentOf(tag), true) });
      return;
    }
    switch (role) {
      case 'TOC':
        textOf(contentOf(tag));
        return;
      case 'LI':
        walkItem(children, level, depth);
        return;
      case 'L':
        for (const child of children) walk(child, level + 1, depth + 1);
        return;
      case 'Table': {
        const rows = rowsOf(tag).map((row) =>
          (row.children ?? [])
            .filter(({ role: cell }) => cell === 'TH' || cell === 'TD')
            .map((cell) => contentOf(cell).filter(({ text }) => text.trim() !== ''))
            .filter((cell) => cell.length > 0),
        );
        textOf(rows.flat(2));
        add({ kind: 'table', rows: tableOf(rows, false) });
        return;
      }
      case 'Figure':
        pictures += 1;
        walkAll(children, level, depth);
        return;
      case 'BlockQuote':
        add({ kind: 'quote', text: textOf(contentOf(tag)) });
        return;
      default:
        walkAll(children, level, depth);
    }
  }

  /** Adds a list item. Removes the bullet or number from the item's text, because the Markdown gets its own bullet or number. */
  function walkItem(children: Tag[], nesting: number, depth: number): void {
    const label = children.filter(({ role }) => role === 'Lbl').flatMap((child) => contentOf(child));
    const parts = children
      .filter(({ role }) => role !== 'Lbl')
      .flatMap((child) => (child.role === 'LBody' ? (child.children ?? []) : [child]));
    const lists = parts.filter(({ role }) => role === 'L');
    const own = parts.filter(({ role }) => role !== 'L').flatMap((part) => contentOf(part));
    const [sign, text] = [textOf(label, true), textOf(own)];
    const inText = NUMBER.exec(text)?.[0] ?? (BULLET.exec(text) ?? SIGN.exec(text))?.[0] ?? '';
    // Some programs do not nest the tags of nested lists, so use the indentation if it gives a deeper level.
    if (blocks.at(-1)?.kind !== 'item') indents = [];
    const at = levelOf(own.find((item) => item.text.trim() !== '')?.x ?? 0, indents);
    const number = /(\d+|[a-z])[.)]/i.exec(sign || inText)?.[1];
    const level = Math.max(at, depth - 1);
    add({
      kind: 'item',
      level,
      number: number ? numberOf(number) : undefined,
      text: text.slice(inText.length),
    });
    for (const list of lists) walk(list, nesting + 1, depth);
  }

  walkAll(tree.children ?? [], 0, 0);
  let all = 0;
  for (const items of byTag.values()) for (const { text } of items) all += text.trim().length;
  if (used < all * SHARE || used === 0) return undefined;
  if (pictures > 0) leftOut.pictures = (leftOut.pictures ?? 0) + pictures;
  return blocks;
}

function rowsOf({ children = [] }: Tag, level = 0): Tag[] {
  if (level > 4) return [];
  return children.flatMap((child) =>
    child.role === 'TR' ? [child] : child.type ? [] : rowsOf(child, level + 1),
  );
}
