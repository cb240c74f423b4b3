import type { Shortcut } from '../../protocol.ts';
import { useClient } from '../state/context.ts';
import { outcomeWords } from '../state/shown/outcomeWords.ts';

/** Runs a shortcut of the app, and shows a notice if it fails. */
export function useShortcut(): (shortcut: Omit<Shortcut, 'user'>) => Promise<void> {
  const client = useClient();
  return async (shortcut) => {
    const outcome = await client.api
      .shortcut({ user: client.me(), ...shortcut })
      .catch(() => ({ ok: false, error: undefined }));
    if (!outcome.ok) client.tell(outcomeWords('The shortcut', outcome.error), { channel: shortcut.channel });
  };
}
