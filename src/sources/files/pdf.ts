import { getDocumentProxy } from 'unpdf';
import { type Block, createBlocks, FileProblem, type LeftOut, markdownOf, slideOf } from './blocks.ts';
import type { PageItem } from './pdf-items.ts';
import { createLayout } from './pdf-layout.ts';
import { blocksFromTags, type Tag } from './pdf-tags.ts';

/** Maximum number of pages. A longer PDF is refused, because the text of a few hundred pages already exceeds a prompt. */
const PAGES = 2_000;

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf['getPage']>>;

/**
 * Converts a PDF to Markdown. Uses structure tags if there are any, otherwise font sizes and positions. If all pages are landscape, they
 * are treated as slides.
 */
export async function markdownFromPdf(data: Uint8Array): Promise<{ text: string; leftOut: LeftOut }> {
  const pdf = await getDocumentProxy(data, {
    // Load no fonts, because reading text needs none, and load nothing from the network.
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    enableXfa: false,
    verbosity: 0,
  }).catch((error: unknown) => {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new FileProblem(isLocked ? 'file_locked' : 'file_damaged', String(error));
  });
  if (pdf.numPages > PAGES) throw new FileProblem('file_too_large', 'It has too many pages.');
  const blocks = createBlocks();
  const layout = createLayout();
  const pages: { tagged?: Block[]; isSlide: boolean }[] = [];
  const leftOut: LeftOut = {};
  let readable = 0;
  for (let number = 1; number <= pdf.numPages && !layout.isSpent(); number += 1) {
    const page = await pdf.getPage(number).catch(() => undefined);
    if (!page) continue;
    readable += 1;
    const { items, byTag } = await itemsOf(page);
    const tree = (await page.getStructTree().catch(() => null)) as Tag | null;
    const tagged = tree ? blocksFromTags(tree, byTag, leftOut) : undefined;
    const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
    const isTurned = page.rotate % 180 !== 0;
    const [width, height] = isTurned ? [top - bottom, right - left] : [right - left, top - bottom];
    layout.addPage(items, top - bottom);
    pages.push({ ...(tagged && { tagged }), isSlide: width > height });
    page.cleanup();
  }
  if (readable === 0) throw new FileProblem('file_damaged', 'None of its pages can be read.');
  const areSlides = pages.every(({ isSlide }) => isSlide);
  const laidOut = layout.pages(areSlides);
  for (const [at, { tagged }] of pages.entries()) {
    const own = tagged ?? laidOut[at] ?? [];
    for (const block of areSlides ? slideOf(own) : own) if (!continued(blocks.all, block)) blocks.add(block);
    if (areSlides && own.length > 0) blocks.add({ kind: 'break' });
    if (blocks.isSpent()) break;
  }
  markBold(blocks.all);
  const text = markdownOf(blocks.all);
  if (text.replace(/[-\s]/g, '') === '') throw new FileProblem('file_scanned', 'None of its pages has text.');
  return { text, leftOut };
}

/** Marks possible headings as bold: paragraphs that differ from most of the text in size or font, and are not smaller. */
function markBold(blocks: Block[]): void {
  const counts = new Map<string, number>();
  for (const block of blocks)
    if (block.kind === 'text' && block.look)
      counts.set(block.look, (counts.get(block.look) ?? 0) + block.text.length);
  const [usual = ''] = [...counts].sort(([, one], [, other]) => other - one)[0] ?? [];
  for (const block of blocks)
    if (block.kind === 'text' && block.look && Number.parseInt(block.look, 10) >= Number.parseInt(usual, 10))
      block.isBold = block.look !== usual;
}

/**
 * Appends a paragraph to the paragraph before if a sentence continues, for example on the next page.
 * @returns true if the paragraph was appended
 */
function continued(blocks: Block[], block: Block): boolean {
  const last = blocks.at(-1);
  if (last?.kind !== 'text' || block.kind !== 'text') return false;
  if (!/[\p{L},]$/u.test(last.text) || !/^\p{Ll}/u.test(block.text)) return false;
  last.text += ` ${block.text}`;
  return true;
}

/** Reads the texts of a page with their links. `items` has the texts in the file's order, and `byTag` has them by structure tag id. */
async function itemsOf(page: Page): Promise<{ items: PageItem[]; byTag: Map<string, PageItem[]> }> {
  const content = await page.getTextContent({ includeMarkedContent: true });
  const links = await linksOf(page);
  const items: PageItem[] = [];
  const byTag = new Map<string, PageItem[]>();
  const open: (string | undefined)[] = [];
  for (const item of content.items) {
    if (!('str' in item)) {
      if (item.type === 'endMarkedContent') open.pop();
      else open.push(item.id ?? ((item as { tag?: string }).tag === 'Artifact' ? 'Artifact' : open.at(-1)));
      continue;
    }
    const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = item.transform as number[];
    const size = Math.hypot(c, d) || Math.hypot(a, b);
    const id = open.at(-1);
    if (id === 'Artifact') continue;
    const [text, width, font, endsLine] = [item.str, item.width, item.fontName, item.hasEOL];
    const whole = { text, x, y, size, width, font, endsLine, link: undefined };
    const own = dividedAtLinks(whole, links);
    items.push(...own);
    if (!id) continue;
    const tagged = byTag.get(id);
    if (tagged) tagged.push(...own);
    else byTag.set(id, own);
  }
  return { items, byTag };
}

/** Splits off the words that a link covers. A link in a PDF is only a rectangle, so its words are found by position. */
function dividedAtLinks(item: PageItem, links: Link[]): PageItem[] {
  const { text, x, width } = item;
  const middle = item.y + item.size / 3;
  const link = links.find(
    ({ left, bottom, right, top }) =>
      middle > bottom && middle < top && left < x + width - 1 && right > x + 1,
  );
  if (!link || width <= 0) return [item];
  const from = edgeNear(text, ((link.left - x) / width) * text.length);
  const to = Math.max(from, edgeNear(text, ((link.right - x) / width) * text.length));
  const cut = (start: number, end: number, url?: string): PageItem => ({
    ...item,
    text: text.slice(start, end),
    x: x + (width * start) / text.length,
    width: (width * (end - start)) / text.length,
    endsLine: item.endsLine && end === text.length,
    link: url,
  });
  const parts = [cut(0, from), cut(from, to, link.url), cut(to, text.length)];
  return parts.filter((part) => part.text !== '');
}

/** Returns the index nearest to `place` at which a word starts or ends. */
function edgeNear(text: string, place: number): number {
  let nearest = place < text.length / 2 ? 0 : text.length;
  for (const { index } of text.matchAll(/(?<=\s)(?=\S)|(?<=\S)(?=[\s.,;:!?)])/g))
    if (Math.abs(index - place) < Math.abs(nearest - place)) nearest = index;
  return nearest;
}

interface Link {
  url: string;
  left: number;
  bottom: number;
  right: number;
  top: number;
}

/** Maximum number of annotations per page that are checked for links. */
const LINKS = 300;

async function linksOf(page: Page): Promise<Link[]> {
  const annotations: { subtype?: string; url?: string; rect?: number[] | null }[] = await page
    .getAnnotations()
    .catch(() => []);
  return annotations.slice(0, LINKS).flatMap(({ subtype, url, rect }) => {
    // Annotations other than links, such as comments, may have no rectangle.
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rect ?? [];
    const sides = {
      left: Math.min(x1, x2),
      bottom: Math.min(y1, y2),
      right: Math.max(x1, x2),
      top: Math.max(y1, y2),
    };
    return subtype === 'Link' && url ? [{ url, ...sides }] : [];
  });
}
