"use client";

import { FlaskConical, Layers, Table2, Users } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { RunExamples } from "@/app/(dashboard)/[workspace]/evaluations/[runId]/examples/use-run-examples";
import { openedLater } from "@/components/dialog/opened-later";
import { useCarriedExamples } from "@/components/evaluation/results/use-carried-examples";
import { useHasRole } from "@/components/session/use-role";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Menu, MenuItem, MenuLabel } from "@/components/ui/menu";
import type { ScoreFigures } from "@/lib/api/contract/evaluations/figures";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { newJobOfExamples } from "@/lib/evaluation/runs/evaluation-hrefs";
import { filterWords } from "@/lib/evaluation/runs/example-selection";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";

const LabelAgreementDialog = openedLater(
  async () =>
    (await import("@/app/(dashboard)/[workspace]/evaluations/[runId]/labels/label-agreement-dialog"))
      .LabelAgreementDialog,
);
const NewDatasetDialog = openedLater(async () => (await import("./new-dataset-dialog")).NewDatasetDialog);

type UseExamplesMenuProps = {
  workspace: Workspace;
  run: EvaluationRun;
  score: ScoreFigures | undefined;
  examples: RunExamples;
  onExample: (key: string, trial: number) => void;
};

/** Turns the shown examples into a table, into a new evaluation, or into groups of trajectories with the score as reward. */
export function UseExamplesMenu({ workspace, run, score, examples, onExample }: UseExamplesMenuProps) {
  const [isNaming, setIsNaming] = useState(false);
  const [isComparing, setIsComparing] = useState(false);
  const isViewer = useHasRole("member") === false;
  const router = useRouter();
  const { list, selection, request } = examples;
  const kind = filterWords[selection.show];
  const carrying = useCarriedExamples(workspace, {
    name: `${run.dataset_name || run.evaluation_id || "evaluation"}-${kind ?? "examples"}`,
    request,
    count: list.count,
  });
  const hasReward = score !== undefined && score.kind !== "text";
  if (list.count === 0 || list.isPrevious) return null;
  return (
    <>
      {carrying.message === null ? null : (
        <Callout tone="err" className="max-w-[360px] py-1">
          {carrying.message}
        </Callout>
      )}
      <Menu
        label="Use examples"
        align="end"
        trigger={
          <Button size="small" isBusy={carrying.isBusy}>
            Use {countOf(list.count, kind === undefined ? "example" : `${kind} example`)}
          </Button>
        }
      >
        {isViewer ? <MenuLabel>You have read-only access.</MenuLabel> : null}
        <MenuItem disabled={isViewer} onSelect={() => setIsNaming(true)}>
          <Table2 size={14} strokeWidth={1.7} aria-hidden="true" />
          Create table…
        </MenuItem>
        <MenuItem disabled={isViewer} onSelect={carrying.carry}>
          <FlaskConical size={14} strokeWidth={1.7} aria-hidden="true" />
          New evaluation of them
        </MenuItem>
        <MenuItem
          disabled={isViewer || !hasReward}
          onSelect={() => router.push(newJobOfExamples(workspace.slug, selection))}
        >
          <Layers size={14} strokeWidth={1.7} aria-hidden="true" />
          {hasReward
            ? `Build trajectory groups with ${score.id} as reward`
            : "Build trajectory groups: a text is not a reward"}
        </MenuItem>
        {score === undefined ? null : (
          <MenuItem onSelect={() => setIsComparing(true)}>
            <Users size={14} strokeWidth={1.7} aria-hidden="true" />
            Compare {score.id} with people's labels
          </MenuItem>
        )}
      </Menu>
      {isComparing && score !== undefined ? (
        <LabelAgreementDialog
          workspace={workspace}
          run={run}
          scoreId={score.id}
          onExample={(key, trial) => {
            setIsComparing(false);
            onExample(key, trial);
          }}
          onClose={() => setIsComparing(false)}
        />
      ) : null}
      {isNaming ? (
        <NewDatasetDialog workspace={workspace} run={run} examples={examples} onClose={() => setIsNaming(false)} />
      ) : null}
    </>
  );
}
