import Link from "next/link";
import { Button } from "@/components/ui/button";
import type { EvaluatedCheckpoint } from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { needsAttention, RunState } from "./run-state";

const MAX_SHOWN = 3;

type RunProblemsProps = {
  workspace: Workspace;
  checkpoints: readonly EvaluatedCheckpoint[];
  isMember: boolean;
  isBusy: boolean;
  onRepeat: (step: number) => void;
};

/** The evaluations that gave no figures, the newest first: why, and what can be done. */
export function RunProblems({ workspace, checkpoints, isMember, isBusy, onRepeat }: RunProblemsProps) {
  const problems = checkpoints
    .flatMap(({ step, run }) => (run !== null && needsAttention(run) ? [{ step, run }] : []))
    .reverse();
  if (problems.length === 0) return null;
  return (
    <ul aria-label="Evaluations without figures" className="border-t border-line text-small">
      {problems.slice(0, MAX_SHOWN).map(({ step, run }) => (
        <li
          key={step}
          className="flex min-h-8 flex-wrap items-center gap-2 border-b border-line px-4 py-0.5 max-md:px-3"
        >
          <span className="font-medium">step {step}</span>
          <RunState run={run} />
          <span className="min-w-0 flex-1 text-ink-2 [overflow-wrap:anywhere]">
            {run.reason ?? "No reason is known."}
          </span>
          {run.state === "paused" || run.state === "over_budget" ? (
            <Link
              href={`/${workspace.slug}/evaluations/new?run=${encodeURIComponent(run.run_id)}`}
              className="text-accent-text hover:underline"
            >
              {isMember ? "Resume or stop" : "Open"}
            </Link>
          ) : isMember ? (
            <Button size="small" disabled={isBusy} onClick={() => onRepeat(step)}>
              Evaluate again
            </Button>
          ) : null}
        </li>
      ))}
      {problems.length > MAX_SHOWN ? (
        <li className="px-4 py-1 text-ink-3 max-md:px-3">
          {countOf(problems.length - MAX_SHOWN, "earlier checkpoint")} without figures: see the table.
        </li>
      ) : null}
    </ul>
  );
}
