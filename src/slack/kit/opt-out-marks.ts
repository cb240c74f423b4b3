/** Marks that keep a single message out of documents. The reaction is written as its name, by which people search for it. */

/** @param reaction its name without colons */
export function optOutMarks(reaction: string | undefined): string {
  return reaction
    ? `\`!nodeck\` in a message, or the reaction \`:${reaction}:\` on it,`
    : '`!nodeck` in a message';
}

export function optOutMarkNames(reaction: string | undefined): string {
  return `what was marked with \`!nodeck\`${reaction ? ` or \`:${reaction}:\`` : ''}`;
}
