"use client";

import { FailureDetails } from "@/components/state/failure-state";
import type { Checkpoint } from "@/components/training/models/use-checkpoints";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import type { RowChoice } from "@/lib/evaluation/runs/row-choice";
import type { Workspace } from "@/lib/workspace/workspace";
import { EvaluationPanel } from "./evaluation-panel";
import type { ModelViewName } from "./model-views";
import type { EvaluatedCheckpoints } from "./use-evaluated-checkpoints";

type EvaluationOfModelProps = {
  workspace: Workspace;
  modelId: string;
  label: string;
  evaluated: EvaluatedCheckpoints;
  checkpoints: readonly Checkpoint[];
  names: readonly string[];
  view: ModelViewName;
  onView: (view: ModelViewName) => void;
  /** The rows that count. */
  choice: RowChoice;
  onChoice: (choice: Partial<RowChoice>) => void;
};

/** The evaluation panel once it is loaded, or why it could not be. */
export function EvaluationOfModel({ evaluated, ...rest }: EvaluationOfModelProps) {
  const { evaluation, failure, changes, rows, retry } = evaluated;
  if (evaluation !== null)
    return <EvaluationPanel {...rest} evaluation={evaluation} changes={changes} rows={rows} failure={failure} />;
  if (failure === null) return null;
  return (
    <div className="flex-none border-t border-line px-4 py-2 max-md:px-3">
      <Callout tone="err">
        The evaluation of checkpoints could not be loaded. <FailureDetails failure={failure} />
        <Button size="small" className="mt-1" onClick={retry}>
          Retry
        </Button>
      </Callout>
    </div>
  );
}
