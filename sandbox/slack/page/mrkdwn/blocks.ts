import { decodeEntities } from './entities.ts';

/** Parses the lines of mrkdwn. `parseInline` parses the text of a line. As in Slack, bullets are plain text. */
export type Mrkdwn =
  | { kind: 'lines'; source: string }
  | { kind: 'quote'; of: Mrkdwn[] }
  | { kind: 'pre'; text: string };

const QUOTE = /^(?:>|&gt;)(?!(?:>|&gt;){2}) ?(.*)$/;
const QUOTE_REST = /^(?:>|&gt;){3} ?/;

export function parseMrkdwn(source: string): Mrkdwn[] {
  return source.split(/```/).flatMap((part, index, parts) => {
    if (index % 2 === 0) return parseLines(trimAroundFence(part, index, parts.length));
    // A fence without an end is plain text.
    if (index === parts.length - 1) return parseLines(`\`\`\`${part}`);
    return [{ kind: 'pre' as const, text: decodeEntities(part.replace(/^\n|\n$/g, '')) }];
  });
}

/** Removes the line break next to a fence. */
function trimAroundFence(part: string, index: number, count: number): string {
  const start = index > 0 ? part.replace(/^\n/, '') : part;
  return index < count - 1 ? start.replace(/\n$/, '') : start;
}

function parseLines(source: string): Mrkdwn[] {
  if (source === '') return [];
  const found: Mrkdwn[] = [];
  const lines = source.split('\n');
  for (const [index, line] of lines.entries()) {
    if (QUOTE_REST.test(line)) {
      const rest = [line.replace(QUOTE_REST, ''), ...lines.slice(index + 1)].join('\n');
      found.push({ kind: 'quote', of: parseLines(rest) });
      break;
    }
    addLine(found, line);
  }
  return found;
}

function addLine(found: Mrkdwn[], line: string): void {
  const last = found.at(-1);
  const quoted = QUOTE.exec(line)?.[1];
  if (quoted !== undefined) {
    if (last?.kind === 'quote') addLine(last.of, quoted);
    else found.push({ kind: 'quote', of: parseLines(quoted || ' ') });
    return;
  }
  if (last?.kind === 'lines') last.source += `\n${line}`;
  else found.push({ kind: 'lines', source: line });
}
