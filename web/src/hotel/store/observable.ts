import { useSyncExternalStore } from 'react';

/** A value outside of React that components can subscribe to. */
export interface Observable<Value> {
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
}

export function observable<Value>(first: Value): Observable<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useObserved<Value>({ subscribe, get }: Observable<Value>): Value {
  return useSyncExternalStore(subscribe, get);
}
