import type { RunState } from "@/lib/api/contract/evaluation-runs/run-members";
import type { Lease } from "@/service/kernel/state/leases";

/** The work of a run. */
export interface RunWorker {
  readonly run: { readonly id: string; readonly state: RunState; readonly isPausing?: boolean };
  /** Works until the run comes to rest or is interrupted. Never rejects. */
  go(): Promise<void>;
  /** Finishes the work that it has begun, and then comes to rest in this state. */
  rest(state: RunState, reason: string | null): void;
  /** Leaves unfinished work to the next start, or to another service. */
  interrupt(): void;
}

interface ActiveRun<Run> {
  readonly run: Run;
  /** Resolves when it rests or was interrupted. */
  readonly ended: Promise<void>;
}

/** The active runs of this service by id. Each has a lease: no other service works on it. */
export class ActiveRuns<Run extends RunWorker> {
  readonly #runs = new Map<string, ActiveRun<Run>>();
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get ids(): string[] {
    return [...this.#runs.keys()];
  }

  get(id: string): ActiveRun<Run> | null {
    return this.#runs.get(id) ?? null;
  }

  /**
   * Starts a run. A run that was being stopped or paused before a restart only finishes the work that it had begun.
   *
   * @param lease released when the run comes to rest; losing it interrupts the run
   */
  go(run: Run, lease: Lease, afterEnd: () => void = () => undefined): void {
    const { id, state, isPausing = false } = run.run;
    const interrupt = () => run.interrupt();
    lease.lost.addEventListener("abort", interrupt, { once: true });
    const ended = this.#isClosed
      ? lease.release()
      : run.go().finally(async () => {
          await lease.release();
          // It may have been resumed already.
          if (this.#runs.get(id)?.run === run) this.#runs.delete(id);
          if (!lease.lost.aborted) afterEnd();
        });
    this.#runs.set(id, { run, ended });
    if (state === "stopping") run.rest("stopped", "Stopped.");
    else if (isPausing) run.rest("paused", null);
    if (lease.lost.aborted) interrupt();
  }

  /** Interrupts the runs; the next start continues them. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const active = [...this.#runs.values()];
    for (const { run } of active) run.interrupt();
    await Promise.all(active.map(({ ended }) => ended));
  }
}
