/** What keeps a single message out of what is made. The reaction is written as its name, which is what people search for. */

/** @param reaction its name without colons */
export function optOutMarks(reaction: string | undefined): string {
  return reaction
    ? `\`!nodeck\` in a message, or the reaction \`:${reaction}:\` on it,`
    : '`!nodeck` in a message';
}

export function optOutMarkNames(reaction: string | undefined): string {
  return `what was marked with \`!nodeck\`${reaction ? ` or \`:${reaction}:\`` : ''}`;
}
