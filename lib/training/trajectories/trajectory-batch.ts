import type { z } from "zod";
import type { groupSummary, trajectoryBatch } from "@/lib/api/contract/training/trajectories";

/** The trajectory groups of one request: the data of a job, or a log. */
export type Batch = z.infer<typeof trajectoryBatch>;

/** A group without its trajectories. */
export type GroupSummary = z.infer<typeof groupSummary>;

/** Returns the purpose of a batch: training, or the log of a split. */
export function sourceKey({ kind, split }: Pick<Batch, "kind" | "split">): string {
  return kind === "job" ? "job" : `log ${split ?? ""}`;
}
