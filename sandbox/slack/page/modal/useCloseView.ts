import type { OpenView } from '../../protocol.ts';
import { useClient } from '../state/context.ts';

/** Returns a function that closes a view. */
export function useCloseView(): (view: OpenView) => void {
  const client = useClient();
  return ({ id }) => {
    client.store.apply({ type: 'view_closed', id, all: false });
    void client.api.close(client.me(), id).catch(() => undefined);
  };
}
