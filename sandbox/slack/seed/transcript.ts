import type { Moment, SeedMessage } from './seed.ts';

/**
 * Parses a conversation (seed/northwind/*.chat):
 *
 *     ## 12                       working days ago; `## now` for minutes ago
 *     09:05 ana: Text, with @ben, #general and `code` as people type them
 *       further lines are indented by two spaces
 *       ^ tada ben chloe          a reaction of ben and chloe
 *       ~ edited
 *       + plan.docx               a file
 *       > 09:12 ben: a reply      `> +1 09:12 ben:` on the next working day
 *         further lines are indented by four spaces
 *         ^ +1 ana
 *
 * `idOf` returns a person's id for a handle. Throws an error for any other line.
 */
export function readTranscript(text: string, idOf: (handle: string) => string): SeedMessage[] {
  const messages: SeedMessage[] = [];
  let day = '1';
  let current: SeedMessage | undefined;
  for (const line of text.split('\n')) {
    const heading = /^## (now|\d+)$/.exec(line);
    const said = /^( {2}> )?(?:\+(\d+) )?(\d\d:\d\d|-\d+) (\w+): (.*)$/.exec(line);
    if (heading) day = heading[1] ?? day;
    else if (said) {
      const [, isReply, later = '0', time = '', handle = '', words = ''] = said;
      current = { at: momentOf(day, Number(later), time), user: idOf(handle), text: words };
      if (isReply) addReply(messages.at(-1), current);
      else messages.push(current);
    } else if (line.trim()) addLine(current, line, idOf);
  }
  return messages;
}

function momentOf(day: string, later: number, time: string): Moment {
  return day === 'now' ? { minutesAgo: -Number(time) } : { workdaysAgo: Number(day) - later, time };
}

function addReply(parent: SeedMessage | undefined, reply: SeedMessage): void {
  if (!parent) throw new Error(`A reply without a message before it: ${reply.text}`);
  parent.replies = [...(parent.replies ?? []), reply];
}

function addLine(message: SeedMessage | undefined, line: string, idOf: (handle: string) => string): void {
  if (!message || !line.startsWith('  ')) throw new Error(`Not a line of a transcript: ${line}`);
  const words = line.trim();
  const reaction = /^\^ (\S+) (.+)$/.exec(words);
  if (reaction) {
    const users = (reaction[2] ?? '').split(' ').map(idOf);
    message.reactions = [...(message.reactions ?? []), { name: reaction[1] ?? '', users }];
  } else if (words === '~ edited') message.edited = true;
  else if (/^\+ \S+\.\w+$/.test(words)) message.files = [...(message.files ?? []), words.slice(2)];
  else message.text += `\n${line.replace(/^ {4}| {2}/, '')}`;
}
