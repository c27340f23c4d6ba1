"use client";

import { useQueryStates } from "nuqs";
import { useEffect, useState } from "react";
import { namedDataset, withStoredRows } from "@/app/(dashboard)/[workspace]/evaluations/new/draft/carried-draft";
import { presetPrompts } from "@/app/(dashboard)/[workspace]/evaluations/new/draft/preset-prompts";
import { EvaluationForm } from "@/app/(dashboard)/[workspace]/evaluations/new/parts/evaluation-form";
import { RunningView } from "@/app/(dashboard)/[workspace]/evaluations/new/run/running-view";
import { useHasRole } from "@/components/session/use-role";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { PaneState } from "@/components/state/pane-state";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { Workspace } from "@/lib/workspace/workspace";
import { newEvaluationParams } from "./search-params";

const PresetGate = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/evaluations/new/parts/preset-gate")).PresetGate,
  <ProgressBar label="Loading the prompts" />,
);

const LikeGate = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/evaluations/new/parts/like-gate")).LikeGate,
  <ProgressBar label="Loading the evaluation" />,
);

const CarriedGate = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/evaluations/new/parts/carried-gate")).CarriedGate,
  <ProgressBar label="Loading the rows" />,
);

/** Starts an evaluation in a workspace, and follows it while the service runs it. */
export function NewEvaluationView() {
  return <WorkspaceGate>{(workspace) => <NewEvaluation key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

function NewEvaluation({ workspace }: { workspace: Workspace }) {
  const isMember = useHasRole("member");
  const [params, setParams] = useQueryStates(newEvaluationParams, { history: "push" });
  const [prompts, setPrompts] = useState(() => presetPrompts(params.prompt));
  const [like, setLike] = useState(() => likeIds(params.like, params.model));
  const [stored, setStored] = useState(() => namedDataset(params.dataset));
  const { carried, dataset } = params;
  const hasPreset = params.prompt.length > 0 || params.like !== null || params.model.length > 0 || dataset !== null;
  // The outside system is the address: a reload must not undo later changes of the models.
  useEffect(() => {
    if (hasPreset) void setParams({ prompt: null, like: null, model: null, dataset: null }, { history: "replace" });
  }, [hasPreset, setParams]);
  const leaveCarried = () => void setParams({ carried: null }, { history: "replace" });
  const start = (run: string) => {
    setPrompts([]);
    setLike(null);
    setStored(null);
    void setParams({ run });
  };
  if (isMember === undefined) return <ProgressBar label="Loading your role" />;
  if (params.run !== null) {
    return (
      <RunningView
        key={params.run}
        workspace={workspace}
        runId={params.run}
        isMember={isMember}
        scorer={params.scorer}
        onScorer={(scorer) => void setParams({ scorer })}
        view={params.rows}
        onView={(rows) => void setParams({ rows })}
        onNew={() => void setParams({ run: null, scorer: null, rows: null })}
      />
    );
  }
  if (isMember && like !== null) {
    return (
      <LikeGate workspace={workspace} runIds={like}>
        {(preset, note) => <EvaluationForm workspace={workspace} preset={preset} note={note} onStarted={start} />}
      </LikeGate>
    );
  }
  if (isMember && prompts.length > 0) {
    return (
      <PresetGate workspace={workspace} prompts={prompts}>
        {(preset) => <EvaluationForm workspace={workspace} preset={preset} onStarted={start} />}
      </PresetGate>
    );
  }
  if (isMember && carried !== null) {
    return (
      <CarriedGate
        key={carried}
        workspace={workspace}
        name={carried}
        onForget={leaveCarried}
        onStored={(rows) => {
          setStored(rows);
          leaveCarried();
        }}
      />
    );
  }
  if (isMember && stored !== null) {
    return (
      <EvaluationForm
        workspace={workspace}
        preset={(draft) => withStoredRows(draft, workspace.projectId, stored)}
        onStarted={start}
      />
    );
  }
  if (isMember) return <EvaluationForm workspace={workspace} onStarted={start} />;
  return (
    <>
      <PageHead title="New evaluation" count={`in ${workspace.projectId}`} />
      <div className="grid flex-1 border-t border-line">
        <PaneState kind="locked" title="This is not permitted">
          Running models costs money and needs the member role. Ask an admin.
        </PaneState>
      </div>
    </>
  );
}

/** The run that the form is like, then those whose models it takes. */
function likeIds(source: string | null, models: readonly string[]): readonly [string, ...string[]] | null {
  return source === null ? null : [source, ...models];
}
