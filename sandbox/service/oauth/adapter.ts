import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Clock } from '../../clock.ts';
import type { Payload, RecordStore } from './record-store.ts';

/** Fields with a time, in seconds since the epoch. */
const TIMES = ['exp', 'iat', 'iiat', 'loginTs'];

/** Returns by how many seconds `clock` is ahead of the machine's clock. */
export function secondsAhead(clock: Clock): number {
  return Math.floor(clock.now() / 1000) - Math.floor(Date.now() / 1000);
}

/**
 * Creates oidc-provider's storage over our records. The library uses the machine's clock. Records are stored in `clock`'s
 * time and converted when they are read and written, so tokens expire when a test moves its clock.
 */
export function createAdapter(store: RecordStore, clock: Clock): (model: string) => Adapter {
  return (model) => {
    const read = (payload: Payload | undefined) =>
      payload && (shifted(payload, -secondsAhead(clock)) as AdapterPayload);
    return {
      upsert: async (id, payload, expiresIn) =>
        store.put(model, id, shifted(payload as Payload, secondsAhead(clock)), expiresIn || undefined),
      find: async (id) => read(store.get(model, id)),
      findByUid: async (uid) => read(store.all(model).find(([, payload]) => payload.uid === uid)?.[1]),
      findByUserCode: async () => undefined,
      async consume(id) {
        const expiresAt = Number(store.get(model, id)?.exp);
        const ttl = Number.isFinite(expiresAt) ? expiresAt - clock.now() / 1000 : undefined;
        const consumed = Math.floor(clock.now() / 1000);
        store.put(model, id, { ...store.get(model, id), consumed }, ttl);
      },
      destroy: async (id) => store.delete(model, [id]),
      revokeByGrantId: async (grantId) =>
        store.delete(
          model,
          store.all(model).flatMap(([id, payload]) => (payload.grantId === grantId ? [id] : [])),
        ),
    };
  };
}

function shifted(payload: Payload, seconds: number): Payload {
  const times = TIMES.filter((field) => typeof payload[field] === 'number');
  return {
    ...payload,
    ...Object.fromEntries(times.map((field) => [field, Number(payload[field]) + seconds])),
  };
}
