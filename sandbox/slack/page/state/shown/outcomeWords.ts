const notACommand = (what: string): string =>
  `\`${what}\` is not a valid command. In Slack, whatever starts with "/" is taken for a command.\nTo send it as a message, put a space before the "/".`;

const isCode = (error: string): boolean => /^[a-z_]+$/.test(error);

/** Returns Slack's message for a failed command or shortcut. The stand-in returns a message or one of Slack's error codes. */
export function outcomeWords(what: string, error = 'dispatch_failed'): string {
  if (error.includes('not_a_command')) return notACommand(what);
  if (!isCode(error)) return error;
  return `${what} failed with the error "${error}"`;
}
