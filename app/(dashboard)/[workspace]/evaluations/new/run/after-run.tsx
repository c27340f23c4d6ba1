import { ListChecks, RotateCw } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import type { EvaluationRunDetail } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import { compareHref, evaluationHref, newEvaluationLike } from "@/lib/evaluation/runs/evaluation-hrefs";

const icon = { size: 13, strokeWidth: 1.7, "aria-hidden": true } as const;

/** A comparison has no more runs. */
const MAX_COMPARED = 6;

/** The links of an evaluation that has ended: to its results, and to a new one with the same settings. */
export function AfterRun({ run, slug, canAct }: { run: EvaluationRunDetail; slug: string; canAct: boolean }) {
  const callIds = run.models.flatMap(({ call_id: id }) => id ?? []);
  const [first] = callIds;
  if (first === undefined) return null;
  const results =
    callIds.length === 1 ? evaluationHref(slug, first) : compareHref(slug, callIds.slice(0, MAX_COMPARED));
  return (
    <>
      {canAct ? (
        <Button asChild size="small" className="max-md:hidden">
          <Link href={newEvaluationLike(slug, first, callIds)} title="A new evaluation with these settings">
            <RotateCw {...icon} />
            Run again
          </Link>
        </Button>
      ) : null}
      <Button asChild size="small" kind="primary">
        <Link href={results}>
          <ListChecks {...icon} />
          {callIds.length === 1 ? "Open results" : "Compare results"}
        </Link>
      </Button>
    </>
  );
}
