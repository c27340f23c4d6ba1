import { useSyncExternalStore } from "react";

/** Whether the service of a connection responded when it was asked last. */
export interface ServiceSignal {
  readonly connectionId: string;
  /** Why it does not respond, as a sentence; null while it responds. */
  readonly problem: string | null;
  /** How often a service began to respond again while this tab was open. */
  readonly recoveryCount: number;
}

let current: ServiceSignal | null = null;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Notifies the page whether the service responds. */
export function signalService(connectionId: string, problem: string | null): void {
  const isSame = current?.connectionId === connectionId;
  if (isSame && current?.problem === problem) return;
  const hasRecovered = isSame && current !== null && current.problem !== null && problem === null;
  current = { connectionId, problem, recoveryCount: (current?.recoveryCount ?? 0) + (hasRecovered ? 1 : 0) };
  for (const listener of listeners) listener();
}

/** Whether the service responds; null until it was asked. The frame knows it without the code that asks. */
export function useServiceSignal(): ServiceSignal | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
}
