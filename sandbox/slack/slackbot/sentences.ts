/** A call of a tool that Slackbot makes for a sentence. */
export interface ToolCall {
  name: string;
  args: Record<string, unknown>;
}

const DAYS: Record<string, number> = { day: 1, week: 7, month: 30 };

/** Returns the call for a sentence to Slackbot, which knows a few sentences; null for all others. @param text mrkdwn */
export function callFor(text: string): ToolCall | null {
  const words = text.trim();
  const find = /^(?:find|search for|where is)\s+(.+?)\??$/i.exec(words)?.[1];
  if (find) return { name: 'find_documents', args: { words: find } };
  if (/\b(?:lately|recent(?:ly)?|what did i make)\b/i.test(words))
    return { name: 'recent_documents', args: {} };
  if (
    !/\b(?:make|slides?|deck|presentation|documents?|page|post|picture|sum up|summary|summari[sz]e)\b/i.test(
      words,
    )
  )
    return null;
  const channel = /<#([CG][A-Z0-9]+)/.exec(words)?.[1];
  const [, count = '1', unit = 'week'] = /last (\d+)? ?(day|week|month)s?\b/i.exec(words) ?? [];
  const days = Number(count) * (DAYS[unit.toLowerCase()] ?? 7);
  return { name: 'propose_document', args: { text: words, ...(channel && { channel, days }) } };
}
