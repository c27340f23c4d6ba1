import type { SourceGroup, TrajectoryRow } from "@/lib/training/trajectories/collect-trajectories";
import type { ReadProblem } from "@/lib/training/trajectories/read-value";

/** One part of a source. Its rows share a blob, which the browser stores on disk. */
export interface SourcePart {
  readonly rows: readonly TrajectoryRow[];
  readonly groups: readonly SourceGroup[];
  readonly problems: readonly ReadProblem[];
}

/** A file, some threads, some traces or a table, and the rows read so far. */
export interface Source extends SourcePart {
  readonly id: string;
  readonly name: string;
  /** From 0 to 1 while it is read; null when done. */
  readonly progress: number | null;
  /** Why reading ended early; rows read before are kept. */
  readonly failure: string | null;
}
