import { Unknown } from "@/components/table/cells";
import { Tag } from "@/components/ui/tag";
import type { ListedCheckpointEvaluation } from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import { formatInterval, formatScore } from "@/lib/evaluation/runs/format-score";
import { partWords } from "@/lib/evaluation/runs/row-words";
import { countOf, formatCount } from "@/lib/format/count";

/** The best checkpoint of a model by its evaluation, and how many evaluations gave no figures. */
export function BestCell({ evaluation }: { evaluation: ListedCheckpointEvaluation | undefined }) {
  if (evaluation === undefined) return <Unknown />;
  const { best, score, name, failed_count: failed } = evaluation;
  const interval = best !== null && best.low !== null && best.high !== null ? { low: best.low, high: best.high } : null;
  return (
    <span className="inline-flex items-center justify-end gap-1.5">
      {failed === 0 ? null : (
        <Tag tone="warn" title={`${countOf(failed, "evaluation")} failed, stopped or paused`}>
          {formatCount(failed)} open
        </Tag>
      )}
      {best === null ? (
        <Unknown />
      ) : (
        <span
          title={`Best by ${score} of ${name}${
            best.example_count == null ? "" : ` on ${partWords(best.part ?? "all", best.example_count)}`
          }${interval === null ? "" : `, 95% interval ${formatInterval(interval)}`}`}
        >
          <span className="text-code text-ink-3 max-md:hidden">{score}</span> {formatScore(best.mean)} at step{" "}
          {formatCount(best.step)}
          {best.part === "held_out" && best.example_count != null ? (
            <span className="text-micro text-ink-3"> {partWords(best.part, best.example_count)}</span>
          ) : null}
        </span>
      )}
    </span>
  );
}
