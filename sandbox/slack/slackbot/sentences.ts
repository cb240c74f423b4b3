/** A call of a tool that Slackbot makes for a sentence. */
export interface ToolCall {
  name: string;
  args: Record<string, unknown>;
}

const DAYS: Record<string, number> = { day: 1, week: 7, month: 30 };
const NUMBERS: Record<string, number> = { two: 2, three: 3, four: 4, five: 5, six: 6 };
const LAST = new RegExp(`last (?:(\\d+|${Object.keys(NUMBERS).join('|')}) )?(day|week|month)s?\\b`, 'i');
const THINGS = '(?:decks?|slides|presentations?|documents?)';
/** Finds “revenue” in “find my deck about revenue” and in “find my revenue decks”. */
const FIND = new RegExp(
  `^(?:find|search for|where is)\\s+(?:(?:my|our|the|a)\\s+)?(?:${THINGS}\\s+(?:about|on|for|of)\\s+)?(.+?)(?:\\s+${THINGS})?\\??$`,
  'i',
);

/** Returns the call for a sentence to Slackbot, which knows a few sentences; null for all others. @param text mrkdwn */
export function callFor(text: string): ToolCall | null {
  const words = text.trim();
  const find = FIND.exec(words)?.[1];
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
  const [, count = '1', unit = 'week'] = LAST.exec(words) ?? [];
  const days = (NUMBERS[count.toLowerCase()] ?? Number(count)) * (DAYS[unit.toLowerCase()] ?? 7);
  return { name: 'propose_document', args: { text: words, ...(channel && { channel, days }) } };
}
