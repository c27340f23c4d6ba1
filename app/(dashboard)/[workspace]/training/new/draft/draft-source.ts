import type { SourceGroup, TrajectoryRow } from "@/lib/training/trajectories/collect-trajectories";
import type { ReadProblem } from "@/lib/training/trajectories/read-value";

/** What was read of a source at once. Its rows share a blob, which the browser keeps on disk. */
export interface SourcePart {
  readonly rows: readonly TrajectoryRow[];
  readonly groups: readonly SourceGroup[];
  readonly problems: readonly ReadProblem[];
}

/** A file, some threads, some traces or a table, and what was read of it so far. */
export interface Source extends SourcePart {
  readonly id: string;
  readonly name: string;
  /** From 0 to 1 while it is read; null once it is. */
  readonly progress: number | null;
  /** Why reading ended early; what came before it is kept. */
  readonly failure: string | null;
}
