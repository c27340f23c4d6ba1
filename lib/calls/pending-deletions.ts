import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { ReadableStore } from "@/lib/store/readable-store";

/** A call to delete, together with all its descendants. */
export interface DeletionTarget {
  readonly connectionId: string;
  readonly projectId: string;
  readonly callId: string;
  readonly name: string;
}

/** A pending deletion: hidden and waiting, sent, or refused. */
export interface PendingDeletion extends DeletionTarget {
  /** The ids of its descendants; null while they are being counted, or when they could not be counted. */
  readonly descendants: readonly string[] | null;
  /** The time at which it is sent, by the clock. */
  readonly sendAtMs: number;
  /** The remaining delay while the user holds it; null while it runs. */
  readonly leftMs: number | null;
  readonly state: "waiting" | "sending" | "failed";
  readonly failure: ServiceFailure | null;
}

/** The state of all deletions, for the pages. */
export interface Deletions {
  readonly pending: readonly PendingDeletion[];
  /** Calls that are not shown: waiting ones, with their descendants, and deleted ones. */
  readonly hidden: ReadonlySet<string>;
}

interface DeletionDependencies {
  readonly nowMs: () => number;
  /** Calls back after a delay; returns a function that cancels it. */
  readonly after: (delayMs: number, then: () => void) => () => void;
  /** Deletes a call at the service. `isLeaving` means that the page does not wait for the response. */
  readonly send: (target: DeletionTarget, isLeaving: boolean) => Promise<void>;
  /** Returns the ids of all descendants of a call. */
  readonly readDescendants: (target: DeletionTarget) => Promise<readonly string[]>;
  readonly failureOf: (error: unknown) => ServiceFailure;
  /** Called for each deleted call. */
  readonly onDeleted: (target: DeletionTarget) => void;
}

/** How long a deletion can be undone. */
export const UNDO_WINDOW_MS = 10_000;

/**
 * Deletions with a delay. Until the delay is over a call is only hidden, and undo restores it without a request; then
 * it is deleted. `flush` sends all waiting deletions when a page is left.
 */
export class PendingDeletions extends ReadableStore<Deletions> {
  readonly #outside: DeletionDependencies;
  readonly #timers = new Map<string, () => void>();
  readonly #deletedIds = new Set<string>();

  constructor(outside: DeletionDependencies) {
    super({ pending: [], hidden: new Set() });
    this.#outside = outside;
  }

  /** Hides a call and deletes it when the delay is over. A second request for the same call does nothing. */
  add(target: DeletionTarget): void {
    const known = this.#find(target.callId);
    if (known && known.state !== "failed") return;
    this.#put({
      ...target,
      descendants: known?.descendants ?? null,
      sendAtMs: this.#outside.nowMs() + UNDO_WINDOW_MS,
      leftMs: null,
      state: "waiting",
      failure: null,
    });
    this.#startTimer(target.callId, UNDO_WINDOW_MS);
    this.#outside.readDescendants(target).then(
      (descendants) => this.#change(target.callId, { descendants }),
      // The call is deleted with its descendants whether they could be counted or not.
      () => undefined,
    );
  }

  /** Undoes a deletion that was not sent yet, or dismisses a refused one. */
  undo(callId: string): void {
    const known = this.#find(callId);
    if (!known || known.state === "sending") return;
    this.#stopTimer(callId);
    this.#drop(callId);
  }

  /** Stops the clock of all waiting deletions while the user reads the notice or moves to its button. */
  hold(): void {
    for (const { callId, state, leftMs, sendAtMs } of this.getState().pending) {
      if (state !== "waiting" || leftMs !== null) continue;
      this.#stopTimer(callId);
      this.#change(callId, { leftMs: Math.max(0, sendAtMs - this.#outside.nowMs()) });
    }
  }

  /** Resumes the clocks that were held. */
  release(): void {
    for (const { callId, state, leftMs } of this.getState().pending) {
      if (state !== "waiting" || leftMs === null) continue;
      this.#change(callId, { leftMs: null, sendAtMs: this.#outside.nowMs() + leftMs });
      this.#startTimer(callId, leftMs);
    }
  }

  /** Sends all waiting deletions. */
  flush(): void {
    for (const { callId, state } of this.getState().pending) {
      if (state === "waiting") void this.#send(callId, true);
    }
  }

  async #send(callId: string, isLeaving: boolean): Promise<void> {
    const target = this.#find(callId);
    if (!target || target.state === "sending") return;
    this.#stopTimer(callId);
    this.#change(callId, { state: "sending" });
    try {
      await this.#outside.send(target, isLeaving);
    } catch (error) {
      this.#change(callId, { state: "failed", failure: this.#outside.failureOf(error) });
      return;
    }
    for (const id of [callId, ...(this.#find(callId)?.descendants ?? [])]) this.#deletedIds.add(id);
    this.#drop(callId);
    this.#outside.onDeleted(target);
  }

  #find(callId: string): PendingDeletion | undefined {
    return this.getState().pending.find((deletion) => deletion.callId === callId);
  }

  #startTimer(callId: string, delayMs: number): void {
    const stop = this.#outside.after(delayMs, () => void this.#send(callId, false));
    this.#timers.set(callId, stop);
  }

  #stopTimer(callId: string): void {
    this.#timers.get(callId)?.();
    this.#timers.delete(callId);
  }

  #change(callId: string, change: Partial<PendingDeletion>): void {
    const known = this.#find(callId);
    if (known) this.#put({ ...known, ...change });
  }

  #put(deletion: PendingDeletion): void {
    const isKnown = this.#find(deletion.callId) !== undefined;
    this.#publish(
      isKnown
        ? this.getState().pending.map((other) => (other.callId === deletion.callId ? deletion : other))
        : [...this.getState().pending, deletion],
    );
  }

  #drop(callId: string): void {
    this.#publish(this.getState().pending.filter((deletion) => deletion.callId !== callId));
  }

  #publish(pending: readonly PendingDeletion[]): void {
    const waiting = pending.filter(({ state }) => state !== "failed");
    const hidden = waiting.flatMap(({ callId, descendants }) => [callId, ...(descendants ?? [])]);
    this.setState({ pending, hidden: new Set([...this.#deletedIds, ...hidden]) });
  }
}
