import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { ReadableStore } from "@/lib/store/readable-store";

/** A call that somebody wants deleted, with everything that its descendants are. */
export interface DeletionTarget {
  readonly connectionId: string;
  readonly projectId: string;
  readonly callId: string;
  readonly name: string;
}

/** A deletion on its way: hidden and waiting, sent, or refused. */
export interface PendingDeletion extends DeletionTarget {
  /** The ids of its descendants; null while they are being counted, or when they could not be. */
  readonly descendants: readonly string[] | null;
  /** When it is sent, by the clock. */
  readonly sendAtMs: number;
  /** What is left of the delay while somebody holds it; null while it runs. */
  readonly leftMs: number | null;
  readonly state: "waiting" | "sending" | "failed";
  readonly failure: ServiceFailure | null;
}

/** What the pages show of all deletions. */
export interface Deletions {
  readonly pending: readonly PendingDeletion[];
  /** Calls that are not shown: those that wait, with their descendants, and those that are gone. */
  readonly hidden: ReadonlySet<string>;
}

interface DeletionDependencies {
  readonly nowMs: () => number;
  /** Calls back after a delay; answers how to call that off. */
  readonly after: (delayMs: number, then: () => void) => () => void;
  /** Deletes a call at the service. `isLeaving` says that nobody waits for the answer. */
  readonly send: (target: DeletionTarget, isLeaving: boolean) => Promise<void>;
  /** The ids of all calls below one. */
  readonly readDescendants: (target: DeletionTarget) => Promise<readonly string[]>;
  readonly failureOf: (error: unknown) => ServiceFailure;
  /** Hears of each call that is deleted. */
  readonly onDeleted: (target: DeletionTarget) => void;
}

/** How long a deletion can be taken back. */
export const UNDO_WINDOW_MS = 10_000;

/**
 * Deletions with a delay. Until the delay is over a call is only hidden, and undo brings it back without a request;
 * then it is deleted. `flush` sends what still waits, for a page that is left.
 */
export class PendingDeletions extends ReadableStore<Deletions> {
  readonly #outside: DeletionDependencies;
  readonly #timers = new Map<string, () => void>();
  readonly #deletedIds = new Set<string>();

  constructor(outside: DeletionDependencies) {
    super({ pending: [], hidden: new Set() });
    this.#outside = outside;
  }

  /** Hides a call and deletes it when the delay is over. Asking twice is asking once. */
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

  /** Takes a deletion back that was not sent yet, or puts a refused one away. */
  undo(callId: string): void {
    const known = this.#find(callId);
    if (!known || known.state === "sending") return;
    this.#stopTimer(callId);
    this.#drop(callId);
  }

  /** Stops the clock of everything that waits: somebody is at the notice, to read it or to reach its button. */
  hold(): void {
    for (const { callId, state, leftMs, sendAtMs } of this.getState().pending) {
      if (state !== "waiting" || leftMs !== null) continue;
      this.#stopTimer(callId);
      this.#change(callId, { leftMs: Math.max(0, sendAtMs - this.#outside.nowMs()) });
    }
  }

  /** Lets the clocks go on that were held. */
  release(): void {
    for (const { callId, state, leftMs } of this.getState().pending) {
      if (state !== "waiting" || leftMs === null) continue;
      this.#change(callId, { leftMs: null, sendAtMs: this.#outside.nowMs() + leftMs });
      this.#startTimer(callId, leftMs);
    }
  }

  /** Sends everything that waits. */
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
