/** A message as Slack sends it, and the expected Markdown. */
export interface Fixture {
  what: string;
  /** The fields that differ from a plain message of Ana's. */
  message: Record<string, unknown>;
  /** null if the message is left out. */
  markdown: string | null;
}

/** A message that a person typed: it has one rich_text block. */
export function typed(...elements: object[]): Record<string, unknown> {
  return { blocks: [{ type: 'rich_text', block_id: 'b1', elements }] };
}

export function section(...elements: object[]): object {
  return { type: 'rich_text_section', elements };
}

export function text(words: string, style?: object): object {
  return { type: 'text', text: words, ...(style && { style }) };
}

export function lines(...each: string[]): string {
  return each.join('\n');
}
