import type { FileInfo } from '../../protocol.ts';
import { useClient } from '../state/context.ts';
import { outcomeWords } from '../state/shown/outcomeWords.ts';

const commandIn = (text: string): string | null => /^(\/\S*)/.exec(text)?.[1] ?? null;

/** Sends a text as a message, or runs it as a command. Resolves to whether the composer can be cleared. */
export function useSend(
  channel: string,
  threadTs?: string,
): (text: string, files: FileInfo[]) => Promise<boolean> {
  const client = useClient();
  const tell = (words: string): void => client.tell(words, { channel, threadTs });

  const run = async (text: string, name: string): Promise<boolean> => {
    if (threadTs) {
      tell(`\`${name}\` is not supported in threads. Sorry!`);
      return false;
    }
    const outcome = await client.api
      .command({ user: client.me(), channel, text: text.trim() })
      .catch(() => ({ ok: false, error: undefined }));
    if (!outcome.ok) tell(outcomeWords(name, outcome.error));
    return outcome.ok || !outcome.error?.includes('not_a_command');
  };

  const say = async (text: string, files: FileInfo[]): Promise<boolean> => {
    const ids = files.length > 0 ? files.map(({ id }) => id) : undefined;
    try {
      await client.api.say({ user: client.me(), channel, text: text.trim(), threadTs, files: ids });
      return true;
    } catch {
      tell('Your message could not be sent. Is the sandbox still running?');
      return false;
    }
  };

  return (text, files) => {
    const name = commandIn(text);
    return name ? run(text, name) : say(text, files);
  };
}
