"use client";

import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { Button } from "@/components/ui/button";
import type { EvaluationRunDetail } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import { countOf, formatCount } from "@/lib/format/count";
import type { RunControl } from "./use-run";

type StopEvaluationProps = { run: EvaluationRunDetail; control: RunControl; onClose: () => void };

/** A stopped evaluation cannot be resumed, so this asks for confirmation and offers a pause. */
export function StopEvaluation({ run, control, onClose }: StopEvaluationProps) {
  const running = run.models.reduce((sum, model) => sum + model.running, 0);
  const left = run.total - run.done - running;
  return (
    <ConfirmDialog
      title="Stop this evaluation?"
      description={`${keptWords(run, running)} ${countOf(left, "trial")} will not run. A stopped evaluation cannot be resumed; to continue later, pause it instead.`}
      action="Stop evaluation"
      closeLabel={run.state === "paused" ? "Cancel" : "Keep running"}
      change={control.stopping}
      aside={
        run.state === "paused" ? null : (
          <Button
            type="button"
            onClick={() => {
              control.act({ kind: "pause" });
              onClose();
            }}
          >
            Pause instead
          </Button>
        )
      }
      onConfirm={() => control.stopping.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

function keptWords({ done, total }: EvaluationRunDetail, running: number): string {
  const ending =
    running === 0 ? "" : `, and ${countOf(running, "trial")} that ${running === 1 ? "runs" : "run"} will end first`;
  return `The answers and scores of ${formatCount(done)} of ${countOf(total, "trial")} are kept${ending}.`;
}
