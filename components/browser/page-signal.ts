import { useSyncExternalStore } from "react";

/** State that parts of a page share with the frame, without loading their code with it. */
export interface PageSignal<State> {
  readonly read: () => State;
  readonly set: (next: State) => void;
  /** The state in a component: the first one until the page runs in the browser. */
  readonly use: () => State;
}

/** Creates a signal of this tab. */
export function createPageSignal<State>(first: State): PageSignal<State> {
  let state = first;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const read = () => state;
  return {
    read,
    set(next) {
      state = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, read, () => first),
  };
}
