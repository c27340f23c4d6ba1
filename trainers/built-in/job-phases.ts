import { isJsonObject } from "@/lib/guard/json-object";

type Seconds = Readonly<Record<string, number>>;

/** Phases before a job, which the sender of its groups measured. */
const SENT = ["time/sampling_s", "time/reward_s"] as const;

/**
 * Returns the seconds of sampling and of rewards that the metrics of groups name. Groups of one job are sampled at the
 * same time, so that it is the largest, not the sum.
 */
export function sentSeconds(groups: readonly unknown[]): Seconds {
  const found: Record<string, number> = {};
  for (const group of groups) {
    const metrics = isJsonObject(group) && isJsonObject(group.metrics) ? group.metrics : {};
    for (const name of SENT) {
      const seconds = metrics[name];
      if (typeof seconds === "number" && Number.isFinite(seconds)) found[name] = Math.max(found[name] ?? 0, seconds);
    }
  }
  return found;
}

/** The wall time of a job's phases under the names of docs/train/trainer.md. */
export class JobPhases {
  readonly #seconds: Record<string, number>;
  readonly #now: () => number;
  #since: number;

  /** @param now the time in milliseconds */
  constructor(before: Seconds, now: () => number = () => performance.now()) {
    this.#seconds = { ...before };
    this.#now = now;
    this.#since = now();
  }

  /** Ends a phase that began with the end of the one before. */
  end(name: string): void {
    const now = this.#now();
    this.#seconds[name] = (this.#seconds[name] ?? 0) + (now - this.#since) / 1_000;
    this.#since = now;
  }

  get seconds(): Seconds {
    return this.#seconds;
  }
}
