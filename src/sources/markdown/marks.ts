/** Bold, italic and strike, from the outside in. */
export const marks = { bold: '**', strike: '~~', italic: '*' } as const;
export type Mark = keyof typeof marks;

/** Marks each line by itself, with the space around its words left outside: else Markdown does not see the marks. */
export function marked(markdown: string, mark: Mark): string {
  return markdown
    .split('\n')
    .map((line) => {
      const words = line.trim();
      if (words === '') return line;
      const start = line.indexOf(words);
      const sign = marks[mark];
      return `${line.slice(0, start)}${sign}${words}${sign}${line.slice(start + words.length)}`;
    })
    .join('\n');
}
