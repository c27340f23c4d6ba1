import type { TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { partWords } from "@/lib/evaluation/runs/row-words";
import { countOf } from "@/lib/format/count";

/**
 * Returns the rows that the evaluation scores of a run are over: `over 16 held-out rows`; null where they are not known, and
 * where their numbers differ only the part.
 */
export function evaluationNote({ iterations }: Pick<TrainingRunDetail, "iterations">): string | null {
  const known = iterations.flatMap(({ evaluation }) => (evaluation?.example_count == null ? [] : [evaluation]));
  const [first] = known;
  if (first?.example_count == null) return null;
  const part = first.part ?? "all";
  if (known.some((one) => (one.part ?? "all") !== part)) return null;
  if (known.every(({ example_count: count }) => count === first.example_count))
    return `over ${part === "all" ? countOf(first.example_count, "row") : partWords(part, first.example_count)}`;
  return part === "held_out" ? "over held-out rows" : null;
}
