const words: Record<string, (what: string) => string> = {
  not_a_command: (what) =>
    `\`${what}\` is not a valid command. In Slack, all messages that start with the "/" character are taken for commands.\nTo send it as a message, put a space before the "/".`,
};

const isCode = (error: string): boolean => /^[a-z_]+$/.test(error);

/** Slack's sentence for a failed command or shortcut: the stand-in gives a sentence or one of Slack's error codes. */
export function outcomeWords(what: string, error = 'dispatch_failed'): string {
  if (!isCode(error)) return error;
  return words[error]?.(what) ?? `${what} failed with the error "${error}"`;
}
