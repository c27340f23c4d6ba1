import type { RunState } from "@/lib/api/contract/evaluation-runs/run-members";

interface Worker {
  readonly run: { readonly id: string; readonly state: RunState };
  /** Works until it rests or is interrupted. Never rejects. */
  go(): Promise<void>;
  /** Ends what it has begun, and then rests in this state. */
  rest(state: RunState, reason: string | null): void;
  /** Leaves what it has begun to the next start. */
  interrupt(): void;
}

interface ActiveRun<Run> {
  readonly run: Run;
  /** Resolves when it rests or was interrupted. */
  readonly ended: Promise<void>;
}

/** The runs of this service that go on, by their ids. */
export class ActiveRuns<Run extends Worker> {
  readonly #runs = new Map<string, ActiveRun<Run>>();
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get(id: string): ActiveRun<Run> | null {
    return this.#runs.get(id) ?? null;
  }

  /** Lets a run work. One that was being stopped before a restart only ends what it had begun. */
  go(run: Run, afterEnd: () => void = () => undefined): void {
    const { id, state } = run.run;
    const ended = this.#isClosed
      ? Promise.resolve()
      : run.go().finally(() => {
          this.#runs.delete(id);
          afterEnd();
        });
    this.#runs.set(id, { run, ended });
    if (state === "stopping") run.rest("stopped", "Stopped.");
  }

  /** Interrupts the runs; the next start continues them. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const active = [...this.#runs.values()];
    for (const { run } of active) run.interrupt();
    await Promise.all(active.map(({ ended }) => ended));
  }
}
