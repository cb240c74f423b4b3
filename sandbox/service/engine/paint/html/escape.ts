const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for HTML, safe between tags and inside quoted attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => names[character] ?? character);
}
