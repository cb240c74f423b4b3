import type { OpenView } from '../../protocol.ts';
import { useClient } from '../state/context.ts';

/** Closes a view at once; the stand-in is told, and tells the app where it asked to be. */
export function useCloseView(): (view: OpenView) => void {
  const client = useClient();
  return ({ id }) => {
    client.store.apply({ type: 'view_closed', id, all: false });
    void client.api.close(client.me(), id).catch(() => undefined);
  };
}
