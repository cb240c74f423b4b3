const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** Slack escapes these three, and only these. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity);
