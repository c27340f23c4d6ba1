import type { Batch } from "./use-batches";

/** Names what a batch was sent for: training, or the log of a split. */
export function sourceKey({ kind, split }: Pick<Batch, "kind" | "split">): string {
  return kind === "job" ? "job" : `log ${split ?? ""}`;
}
