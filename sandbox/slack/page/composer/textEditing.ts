export interface Edited {
  text: string;
  /** Start of the selection afterwards. */
  caret: number;
  /** Its end, where something stays selected. */
  end?: number;
}

export const replaceRange = (text: string, from: number, to: number, added: string): Edited => ({
  text: text.slice(0, from) + added + text.slice(to),
  caret: from + added.length,
});

const LINE_MARKS = ['> ', '• '];

/** Puts a mark around the selection, or before each of its lines where it is a mark of lines. */
export function wrapSelection(
  text: string,
  { selectionStart: from, selectionEnd: to }: { selectionStart: number; selectionEnd: number },
  mark: string,
): Edited {
  const selected = text.slice(from, to);
  if (LINE_MARKS.includes(mark)) {
    const start = text.lastIndexOf('\n', from - 1) + 1;
    const lines = text.slice(start, to).split('\n');
    return replaceRange(text, start, to, lines.map((line) => mark + line).join('\n'));
  }
  const edited = replaceRange(text, from, to, mark + selected + mark);
  return { ...edited, caret: from + mark.length, end: from + mark.length + selected.length };
}
