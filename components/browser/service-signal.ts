import { createPageSignal } from "./page-signal";

/** Whether the service of a connection responded when it was asked last. */
interface ServiceSignal {
  readonly connectionId: string;
  /** Why it does not respond, as a sentence; null while it responds. */
  readonly problem: string | null;
  /** How often a service began to respond again while this tab was open. */
  readonly recoveryCount: number;
}

const responses = createPageSignal<ServiceSignal | null>(null);

/** Notifies the page whether the service responds. */
export function signalService(connectionId: string, problem: string | null): void {
  const last = responses.read();
  const isSame = last?.connectionId === connectionId;
  if (isSame && last.problem === problem) return;
  const hasRecovered = isSame && last.problem !== null && problem === null;
  responses.set({ connectionId, problem, recoveryCount: (last?.recoveryCount ?? 0) + (hasRecovered ? 1 : 0) });
}

/** Whether the service responds; null until it was asked. The frame knows it without the code that asks. */
export const useServiceSignal = responses.use;
