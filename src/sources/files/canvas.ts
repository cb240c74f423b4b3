import { type Block, createBlocks, inlineMarkdown, type LeftOut, markdownOf, type Piece } from './blocks.ts';
import type { Converted } from './converter.ts';

/** Returns true if a file in Slack is a canvas. At least one of the three fields says so. “quip” is Slack's old name for a canvas. */
export function isCanvas({ filetype, mimetype, mode }: Record<string, unknown>): boolean {
  return [filetype, mode].some((kind) => kind === 'quip' || kind === 'canvas') || mimetype === CANVAS_TYPE;
}

const CANVAS_TYPE = 'application/vnd.slack-docs';

/** Matches a tag, a text between tags, or a single `<`. The time is linear: no part of the pattern can match the same text in two ways. */
const TOKENS = /<(\/?)([a-z][a-z0-9]*)(?![a-z0-9])([^<>]*)>|[^<]+|</gi;
/** Elements whose text is left out, because Slack does not show it. */
const HIDDEN = new Set(['head', 'style', 'title']);

type Open = Pick<Exclude<Block, { kind: 'table' | 'break' }>, 'kind'> & Record<string, unknown>;
const PARAGRAPH: Open = { kind: 'text' };

/** Converts a canvas, which Slack returns only as HTML, to Markdown. Its HTML is simple, so no HTML parser is needed. */
export function markdownFromCanvas(html: string): Converted {
  // If the bot may not read the canvas, Slack sends its sign-in page. That page has a script and a form, and a canvas has neither.
  if (/<(?:script|form)[\s>]/i.test(html)) return { fault: 'source_unreadable' };
  const blocks = createBlocks();
  const leftOut: LeftOut = {};
  /** One entry for each open list, outermost first. The entry is the number of the last item, or undefined if the list is bulleted. */
  const lists: (number | undefined)[] = [];
  const depth = new Map<string, number>();
  const isIn = (...names: string[]) => names.some((name) => (depth.get(name) ?? 0) > 0);
  let open = PARAGRAPH;
  let pieces: Piece[] = [];
  let link: string | undefined;
  let rows: string[][] | undefined;

  function end(next = PARAGRAPH): void {
    const text = inlineMarkdown(pieces, { isPlain: open.kind === 'heading' }).trim();
    if (rows) rows.at(-1)?.push(text);
    else blocks.add({ ...open, text } as Block);
    pieces = [];
    open = next;
  }

  function begin(name: string, attributes: string): void {
    if (name === 'br') pieces.push({ text: open.kind === 'text' ? '\n' : ' ' });
    else if (name === 'img') leftOut.pictures = (leftOut.pictures ?? 0) + 1;
    else if (name === 'a') link = decoded(/href=["']([^"']*)/i.exec(attributes)?.[1] ?? '');
    else if (name === 'table') {
      end();
      rows = [];
    } else if (name === 'tr') rows?.push([]);
    else if (name === 'td' || name === 'th') pieces = [];
    else if (rows) return;
    else if (name === 'ul' || name === 'ol') {
      end();
      lists.push(name === 'ol' ? 0 : undefined);
    } else if (name === 'li') {
      const before = lists.pop();
      const number = before === undefined ? undefined : before + 1;
      lists.push(number);
      end({ kind: 'item', level: lists.length - 1, number });
    } else if (name === 'blockquote') end({ kind: 'quote' });
    else if (/^h[1-6]$/.test(name)) end({ kind: 'heading', level: Number(name[1]) });
    else if ((name === 'p' || name === 'div') && !isIn('li', 'blockquote')) end();
  }

  function finish(name: string): void {
    if (name === 'a') link = undefined;
    else if (name === 'td' || name === 'th') end();
    else if (name === 'table' && rows) {
      blocks.add({ kind: 'table', rows });
      [rows, pieces] = [undefined, []];
    } else if (rows) return;
    else if (name === 'ul' || name === 'ol') {
      end();
      lists.pop();
    } else if (/^(?:li|blockquote|h[1-6])$/.test(name)) end();
    else if ((name === 'p' || name === 'div') && !isIn('li', 'blockquote')) end();
  }

  for (const [text, slash, tag, attributes = ''] of html.matchAll(TOKENS)) {
    if (blocks.isSpent()) break;
    const name = tag?.toLowerCase();
    if (name === undefined) {
      if (!isIn(...HIDDEN)) pieces.push(piece(text));
    } else if (slash) {
      depth.set(name, Math.max(0, (depth.get(name) ?? 0) - 1));
      finish(name);
    } else {
      begin(name, attributes);
      if (!attributes.endsWith('/')) depth.set(name, (depth.get(name) ?? 0) + 1);
    }
  }
  end();
  return { text: markdownOf(blocks.all), leftOut };

  function piece(text: string): Piece {
    const said = decoded(text.replace(/\s+/g, ' ')).replace(/@[UW][A-Z0-9]{7,}\b/g, '@somebody');
    return { text: said, isBold: isIn('b', 'strong'), isItalic: isIn('i', 'em'), link };
  }
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Decodes the HTML character references that occur in a canvas, such as `&amp;`. Unknown references stay as they are. */
function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED[name.toLowerCase()] ?? whole;
    const code = Number.parseInt(decimal ?? hex, decimal ? 10 : 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
