import {
  type Block,
  createBlocks,
  FileProblem,
  inlineMarkdown,
  type LeftOut,
  MAX_CHARACTERS,
  markdownOf,
  type Piece,
  raised,
  slideOf,
} from './blocks.ts';
import { tableOfChart } from './chart.ts';
import { type Attributes, countIn, type Parts, type Relation, readXml, relationsOf } from './office-parts.ts';

const PRESENTATION = 'ppt/presentation.xml';

interface Line {
  text: string;
  level: number;
  /** Bullet that the line itself sets. If undefined, the kind of the line's placeholder decides (`BULLETED`). */
  bullet: 'none' | 'bullet' | 'number' | undefined;
  /** First number of the list; used only for numbered lines. */
  start: number;
}

type Shape = { kind: 'lines'; role: string; lines: Line[] } | { kind: 'table'; rows: string[][] };

/** Converts a presentation to Markdown, in the order of its slides, with a line of --- between slides. */
export function markdownFromPptx(
  parts: Parts,
  { withNotes }: { withNotes: boolean },
): { text: string; leftOut: LeftOut } {
  if (!parts.has(PRESENTATION)) throw new FileProblem('file_damaged', 'It has no presentation.');
  const leftOut: LeftOut = {};
  const count = (kind: keyof LeftOut, by = 1) => {
    leftOut[kind] = (leftOut[kind] ?? 0) + by;
  };
  const blocks = createBlocks();
  for (const part of slidesOf(parts)) {
    const relations = relationsOf(parts, part);
    const slide = readSlide(parts, part, relations, count);
    if (slide.isHidden) {
      count('hiddenSlides');
      continue;
    }
    for (const block of slideOf(blocksOf(slide.shapes))) blocks.add(block);
    for (const { type, target } of relations.values()) {
      if (type === 'comments') count('comments', countIn(parts, target, 'cm'));
      if (type !== 'notesSlide') continue;
      const notes = notesOf(parts, target);
      if (notes && withNotes) blocks.add({ kind: 'quote', text: `Speaker notes: ${notes}` });
      else if (notes) count('notes');
    }
    blocks.add({ kind: 'break' });
    if (blocks.isSpent()) break;
  }
  return { text: markdownOf(blocks.all), leftOut };
}

const TITLES = new Set(['title', 'ctrTitle']);
/** Types of placeholders that repeat on each slide and are left out: date, footer, header and slide number. */
const REPEATED = new Set(['dt', 'ftr', 'hdr', 'sldNum']);
/** Types of placeholders whose lines have bullets unless a line sets something else. */
const BULLETED = new Set(['obj', 'body']);

/** Returns the blocks of a slide, with the slide's title first. */
function blocksOf(shapes: Shape[]): Block[] {
  const title = shapes.find((shape) => shape.kind === 'lines' && TITLES.has(shape.role));
  const blocks: Block[] = [];
  if (title?.kind === 'lines')
    blocks.push({ kind: 'heading', level: 1, text: title.lines.map(({ text }) => text).join(' ') });
  for (const shape of shapes) {
    const numbers: number[] = [];
    if (shape.kind === 'table') blocks.push(shape);
    else if (shape !== title)
      for (const { text, level, bullet, start } of shape.lines) {
        const kind = bullet ?? (BULLETED.has(shape.role) ? 'bullet' : 'none');
        const number = kind === 'number' ? (numbers[level] ?? start - 1) + 1 : undefined;
        numbers.length = level;
        if (number !== undefined) numbers[level] = number;
        blocks.push(kind === 'none' ? { kind: 'text', text } : { kind: 'item', level, number, text });
      }
  }
  return blocks;
}

function slidesOf(parts: Parts): string[] {
  const relations = relationsOf(parts, PRESENTATION);
  const slides: string[] = [];
  readXml(parts.get(PRESENTATION), {
    open(name, attributes) {
      const part = name === 'sldId' && relations.get(attributes[':id'] ?? '')?.target;
      if (part && parts.has(part) && !slides.includes(part)) slides.push(part);
    },
  });
  return slides;
}

function notesOf(parts: Parts, part: string): string {
  const { shapes } = readSlide(parts, part, new Map(), () => {});
  return shapes
    .flatMap((shape) => (shape.kind === 'lines' && shape.role === 'body' ? shape.lines : []))
    .map(({ text }) => text)
    .join('\n')
    .trim();
}

function readSlide(
  parts: Parts,
  part: string,
  relations: Map<string, Relation>,
  count: (kind: keyof LeftOut) => void,
) {
  const shapes: Shape[] = [];
  const stack: string[] = [];
  let isHidden = false;
  let hiddenFrom = 0;
  let role = '';
  let lines: Line[] = [];
  let line: Omit<Line, 'text'> = { level: 0, bullet: undefined, start: 1 };
  let pieces: Piece[] = [];
  let format: Omit<Piece, 'text'> = {};
  let isRaised = false;
  let written = 0;
  let table: { rows: string[][]; cell: string[] } | undefined;

  function open(name: string, attributes: Attributes): void {
    stack.push(name);
    if (hiddenFrom) return;
    switch (name) {
      case 'sld':
        isHidden = /^(0|false)$/.test(attributes.show ?? '');
        return;
      case 'cNvPr':
        // A hidden `cNvPr` hides the shape or picture two levels above it. Skip everything inside that shape or picture.
        if (/^(1|true)$/.test(attributes.hidden ?? '')) hiddenFrom = stack.length - 2;
        return;
      case 'sp':
        [role, lines] = ['', []];
        return;
      case 'ph':
        role = attributes.type ?? 'obj';
        return;
      case 'p':
        [pieces, line, format] = [[], { level: 0, bullet: undefined, start: 1 }, {}];
        return;
      case 'pPr':
        line.level = Math.min(Number(attributes.lvl ?? 0) || 0, 8);
        return;
      case 'buNone':
        line.bullet = 'none';
        return;
      case 'buChar':
      case 'buBlip':
        line.bullet = 'bullet';
        return;
      case 'buAutoNum':
        line.bullet = 'number';
        line.start = Number(attributes.startAt ?? 1) || 1;
        return;
      case 'r':
      case 'fld':
        [format, isRaised] = [{}, false];
        return;
      case 'rPr':
        format = {
          isBold: attributes.b === '1',
          isItalic: attributes.i === '1',
          isStruck: /Strike$/.test(attributes.strike ?? ''),
        };
        isRaised = Number(attributes.baseline) > 0;
        return;
      case 'hlinkClick':
        format.link = relations.get(attributes[':id'] ?? '')?.target;
        return;
      case 'br':
        pieces.push({ text: '\n' });
        return;
      case 'tbl':
        table = { rows: [], cell: [] };
        return;
      case 'tr':
        table?.rows.push([]);
        return;
      case 'tc':
        if (table) table.cell = [];
        return;
      case 'pic':
        count('pictures');
        return;
      case 'chart':
      case 'relIds': {
        const part = relations.get(attributes[':id'] ?? attributes[':dm'] ?? '')?.target ?? '';
        const shape = name === 'chart' ? tableOfChart(parts.get(part)) : linesOfDiagram(parts, part);
        if (shape) shapes.push(shape);
        else count('drawings');
      }
    }
  }

  function close(name: string): void {
    if (hiddenFrom === stack.length) hiddenFrom = 0;
    stack.pop();
    if (hiddenFrom) return;
    if (name === 'p') {
      const text = inlineMarkdown(pieces, { isPlain: TITLES.has(role) });
      if (table) table.cell.push(text.trim());
      else if (text.trim() !== '') lines.push({ ...line, text });
    } else if (name === 'tc') table?.rows.at(-1)?.push(table.cell.filter(Boolean).join(' '));
    else if (name === 'tbl' && table) {
      shapes.push({ kind: 'table', rows: table.rows });
      table = undefined;
    } else if (name === 'sp' && !REPEATED.has(role) && lines.length > 0)
      shapes.push({ kind: 'lines', role, lines });
  }

  readXml(parts.get(part), {
    open,
    close,
    text(text) {
      if (hiddenFrom || stack.at(-1) !== 't') return;
      written += text.length;
      pieces.push({ text: isRaised ? raised(text) : text, ...format });
    },
    isDone: () => written > MAX_CHARACTERS,
  });
  // If reading stopped at `MAX_CHARACTERS`, some elements are still open. Close them, so that their text is added.
  while (stack.length > 0) close(stack.at(-1) ?? '');
  return { isHidden, shapes };
}

function linesOfDiagram(parts: Parts, part: string): Shape | undefined {
  const lines: Line[] = [];
  let text = '';
  let isText = false;
  readXml(parts.get(part), {
    open(name) {
      isText = name === 't';
      if (name === 'p') text = '';
    },
    close(name) {
      isText = false;
      if (name === 'p' && text.trim())
        lines.push({ text: text.trim(), level: 0, bullet: 'bullet', start: 1 });
    },
    text(found) {
      if (isText) text += found;
    },
  });
  return lines.length > 0 ? { kind: 'lines', role: '', lines } : undefined;
}
