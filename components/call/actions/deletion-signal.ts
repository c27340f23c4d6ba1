import { useSyncExternalStore } from "react";

let hasDeletions = false;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Notifies the page's frame of a deleted call: it shows the notice. */
export function signalDeletion(): void {
  hasDeletions = true;
  for (const listener of listeners) listener();
}

/** True once a call was deleted in this tab. The frame knows it without the code that deletes. */
export function useHasDeletions(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => hasDeletions,
    () => false,
  );
}
