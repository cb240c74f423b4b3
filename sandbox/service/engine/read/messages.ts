import { type Block, type BlockOf, plain, type Span } from '../deck.ts';
import type { Outline } from './outline.ts';
import { sentencesOf } from './sentences.ts';

/** One message of a conversation. */
export interface Message {
  by: string;
  /** When it was said, as the text writes it. */
  when?: string;
  /** Where it can be read. */
  href?: string;
  sentences: string[];
  /** Tables that were pasted into it. */
  tables: BlockOf<'table'>[];
}

/** A message and its replies. */
export type Topic = [Message, ...Message[]];

const NAME = String.raw`@?\p{Lu}[\p{L}.'’-]*(?:\s\p{Lu}[\p{L}.'’-]*){0,3}`;
const WHEN = String.raw`\(([^)]{2,60})\)|\[([^\]]{3,60})\]|[,·@]\s*([^:]{3,40})`;
const spoken = new RegExp(
  String.raw`^(?:\[([^\]]{3,40})\]\s*)?(${NAME})\s*(?:${WHEN})?\s*(?::|—|–)(?:\s+(.+)|\s*)$`,
  'su',
);

/** Words that begin a line of notes as a name does. */
const label =
  /^(?:Present|Attendees|Participants|Date|Time|Place|Agenda|Topics?|Subject|Notes?|Decisions?|Actions?|Owner|Why|What|When|Where|Who|How|Risks?|Next)\b/;

/** A line of the text: a paragraph or an item of a list, and the code that belongs to it. */
interface Line {
  spans: Span[];
  isReply: boolean;
}

/** The topics of a conversation ("Ana: …", "**Ana** (10:02): …"), or nothing where a text is none. */
export function topicsIn(outline: Outline): Topic[] | undefined {
  const lines = [...outline.lead, ...outline.sections.flatMap((section) => section.blocks)].flatMap(linesOf);
  const spoke = lines.map((line) => spoken.exec(textOf(line.spans)));
  // Where messages say when, a line such as "Why: …" inside one of them begins no message.
  const isTimed = spoke.filter((found) => found && whenOf(found)).length >= 2;
  const topics: Topic[] = [];
  for (const [i, line] of lines.entries()) {
    const found = spoke[i];
    if (found && (isTimed ? whenOf(found) : !label.test(found[2] ?? ''))) {
      const message = messageOf(found, line);
      const open = topics.at(-1);
      if (open && line.isReply) open.push(message);
      else topics.push([message]);
    } else {
      const message = topics.at(-1)?.at(-1);
      message?.sentences.push(...linesIn(line.isReply ? ended(textOf(line.spans)) : textOf(line.spans)));
      message?.tables.push(...tablesIn(line.spans));
    }
  }
  const messages = topics.flat();
  const people = new Set(messages.map((message) => message.by)).size;
  const isTalk = isTimed ? messages.length >= 2 : messages.length >= 4 && people < messages.length;
  if (people < 2 || !isTalk || messages.length < lines.length * 0.3) return undefined;
  // A thread has no list of replies: all of it is one topic.
  return topics.some((topic) => topic.length > 1) || outline.sections.length > 0
    ? topics
    : [messages as Topic];
}

function linesOf(block: Block): Line[] {
  if (block.kind === 'paragraph' || block.kind === 'quote') return [{ spans: block.spans, isReply: false }];
  if (block.kind === 'code') return [{ spans: [{ text: block.text, code: true }], isReply: false }];
  if (block.kind !== 'list') return [];
  return block.items.map(({ spans, number }) => ({
    // "Number 1" means something only where the numbers are kept.
    spans: number === undefined ? spans : [{ text: `${number})\u00A0` }, ...spans],
    isReply: true,
  }));
}

const isPasted = (span: Span) => Boolean(span.code && span.text.includes('\n'));

function textOf(spans: Span[]): string {
  return plain(spans.filter((span) => !isPasted(span)))
    .replace(/[^\S\n\u00A0]+/g, ' ')
    .trim();
}

/** People begin a line for a new thought, also without a full stop before it. */
const linesIn = (text: string) => text.split('\n').flatMap((line) => sentencesOf(line));

/** A point of a list ends where its line ends. */
const ended = (text: string) => text.replace(/(?<![.!?:;,…\n]|^)(?=\n|$)/g, ';');

const whenOf = (found: RegExpExecArray) => found[1] ?? found[3] ?? found[4] ?? found[5];

function messageOf(found: RegExpExecArray, line: Line): Message {
  const when = whenOf(found);
  const link = line.spans.find((span) => span.href && span.text === when);
  return {
    by: found[2] ?? '',
    ...(when ? { when } : {}),
    ...(link?.href ? { href: link.href } : {}),
    sentences: linesIn(found[6] ?? ''),
    tables: tablesIn(line.spans),
  };
}

function tablesIn(spans: Span[]): BlockOf<'table'>[] {
  return spans.filter(isPasted).flatMap((span) => tableOf(span.text) ?? []);
}

/** Columns that were lined up with spaces, as people paste them, as a table. */
function tableOf(text: string): BlockOf<'table'> | undefined {
  const lines = text.split('\n').filter((line) => line.trim());
  const [header = [], ...rows] = lines.map((line) => line.trim().split(/\s{2,}|\t/));
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const named = header.length === columns - 1 && /^\s/.test(lines[0] ?? '') ? ['', ...header] : header;
  if (columns < 2 || rows.length < 2 || named.length !== columns) return undefined;
  if (rows.some((row) => row.length !== columns)) return undefined;
  const cells = (row: string[]) => row.map((cell): Span[] => [{ text: cell }]);
  return {
    kind: 'table',
    header: cells(named.map((name) => name && name.charAt(0).toUpperCase() + name.slice(1))),
    rows: rows.map(cells),
    align: named.map((_, at) =>
      at > 0 && rows.every((row) => /^[-+−~]?[$€£]?\d/.test(row[at] ?? '')) ? 'right' : 'left',
    ),
  };
}
