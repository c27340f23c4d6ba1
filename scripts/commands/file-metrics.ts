import type { RunEntry } from "@/lib/import/runs/run-entry";

/** The metrics of one step, merged from all of its lines. */
interface StepMetrics {
  readonly metrics: Readonly<Record<string, number>>;
  /** When the step ended; null where the file does not say. */
  readonly at: string | null;
}

/** The metrics in one file of a run, by step. */
export class FileMetrics {
  readonly steps = new Map<number, StepMetrics>();
  /** Steps at which the program began again from an earlier checkpoint: its lines go back to them with other values. */
  readonly restarts = new Set<number>();
  #last = -1;

  add({ step, metrics, at }: Pick<RunEntry, "step" | "metrics" | "at">): void {
    const names = Object.keys(metrics);
    if (names.length === 0) return;
    const known = this.steps.get(step);
    const isAgain = names.some(
      (name) => known && Object.hasOwn(known.metrics, name) && known.metrics[name] !== metrics[name],
    );
    if (step < this.#last && isAgain) this.restarts.add(step);
    this.#last = step;
    this.steps.set(step, { metrics: { ...known?.metrics, ...metrics }, at: at ?? known?.at ?? null });
  }
}
