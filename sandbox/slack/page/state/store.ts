/** A value that only a reducer changes, with subscribers. */
export interface Store<Value, Change> {
  get(): Value;
  apply(change: Change): void;
  /** Returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
}

export function createStore<Value, Change>(
  reduce: (value: Value, change: Change) => Value,
  initial: Value,
): Store<Value, Change> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    apply(change) {
      const next = reduce(value, change);
      if (next === value) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
