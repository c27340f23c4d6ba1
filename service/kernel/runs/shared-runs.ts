import type { Logger } from "pino";
import type { RunState } from "@/lib/api/contract/evaluation-runs/run-members";
import { RepeatedStep } from "@/service/kernel/concurrency/repeated-step";
import type { Lease, Leases } from "@/service/kernel/state/leases";
import type { ActiveRuns, RunWorker } from "./active-runs";
import { UNFINISHED_STATES } from "./stored-run";

/** Interval at which requests to pause or stop, and runs of services that died, are looked up. */
const LOOK_MS = 1_000;

/** The requests that any service may make to the one that works on a run. */
export interface RunControl {
  readonly id: string;
  readonly state: RunState;
  readonly isPausing: boolean;
  /** The settings as JSON. */
  readonly settings: string;
}

interface StoredRuns<Record> {
  unfinished(): Promise<Record[]>;
  findById(id: string): Promise<Record | null>;
  /** Returns the requests to these runs. */
  controls(ids: readonly string[]): Promise<RunControl[]>;
}

interface SharedRunsOptions<Record, Run extends RunWorker> {
  /** The kind of the runs, which is part of their leases' names. */
  readonly kind: string;
  readonly leases: Leases;
  readonly records: StoredRuns<Record>;
  readonly active: ActiveRuns<Run>;
  readonly log: Logger;
  /** Continues an unfinished run, and releases the lease when the work ends. */
  readonly go: (record: Record, lease: Lease) => Promise<void>;
  /** Applies the stored settings to an active run. */
  readonly change: (run: Run, settings: string) => void;
}

/** The runs in a database that several services share: one service works on each unfinished run. */
export class SharedRuns<Record extends { readonly id: string; readonly state: RunState }, Run extends RunWorker> {
  readonly #options: SharedRunsOptions<Record, Run>;
  #looks: RepeatedStep | null = null;

  constructor(options: SharedRunsOptions<Record, Run>) {
    this.#options = options;
  }

  /** Continues the runs that no service works on, now and whenever a service dies. */
  async start(): Promise<void> {
    const { leases, log, kind } = this.#options;
    await this.#continueFree();
    if (!leases.isShared) return;
    const onFailure = (error: unknown) => log.warn({ err: error, kind }, "could not check the runs of other services");
    this.#looks = new RepeatedStep(() => this.#look(), LOOK_MS, onFailure);
  }

  /** Takes the lease of a run; null while another service, or this one, has it. */
  take(id: string): Promise<Lease | null> {
    const { leases, kind } = this.#options;
    return leases.take(`${kind}:${id}`);
  }

  /** Stops checking the runs of other services. */
  async stop(): Promise<void> {
    await this.#looks?.stop();
  }

  async #look(): Promise<void> {
    const { active, records, change } = this.#options;
    for (const { id, state, isPausing, settings } of await records.controls(active.ids)) {
      const run = active.get(id)?.run;
      if (!run) continue;
      change(run, settings);
      if (state === "stopping") run.rest("stopped", "Stopped.");
      else if (isPausing) run.rest("paused", null);
    }
    await this.#continueFree();
  }

  async #continueFree(): Promise<void> {
    const { records, active, go } = this.#options;
    for (const { id } of await records.unfinished()) {
      if (active.isClosed || active.get(id)) continue;
      const lease = await this.take(id);
      if (!lease) continue;
      // It may have ended before the lease was taken.
      const record = await records.findById(id);
      if (record && UNFINISHED_STATES.includes(record.state)) await go(record, lease);
      else await lease.release();
    }
  }
}
