"use client";

import { useQueryStates } from "nuqs";
import { useEffect, useMemo, useState } from "react";
import { useNow } from "@/components/browser/use-now";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { addFollowed } from "@/components/training/lists/followed-ids";
import { Crosshair, CrosshairContext } from "@/components/training/metrics/crosshair";
import { CheckpointGapsNote } from "@/components/training/models/checkpoint-gaps-note";
import { MAX_CHECKPOINTS, useCheckpoints } from "@/components/training/models/use-checkpoints";
import { useModel } from "@/components/training/models/use-model";
import { PageFoot, PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { countOf } from "@/lib/format/count";
import { formatShortId } from "@/lib/format/identifier";
import type { Workspace } from "@/lib/workspace/workspace";
import { CheckpointBar } from "./checkpoint-bar";
import { CheckpointChart } from "./checkpoint-chart";
import { checkpointMark } from "./checkpoint-mark";
import { CheckpointTable } from "./checkpoint-table";
import { EvaluationOfModel } from "./curve/evaluation-of-model";
import { useEvaluatedCheckpoints } from "./curve/use-evaluated-checkpoints";
import { ModelHead } from "./model-head";
import { ModelList } from "./model-list";
import { checkpointRows, metricNames } from "./prepare-checkpoints";
import { selectedCheckpoints } from "./prepare-models-chart";
import { modelSearchParams } from "./search-params";
import { ServerBand } from "./server/server-band";
import { TableHead } from "./table-head";

const REFRESH_INTERVAL_MS = 5000;

/** One model: its checkpoints, their comparison, and actions on them. */
export function ModelView({ modelId }: { modelId: string }) {
  return (
    <WorkspaceGate>
      {(workspace) => <Model key={`${workspace.id} ${modelId}`} workspace={workspace} modelId={modelId} />}
    </WorkspaceGate>
  );
}

function Model({ workspace, modelId }: { workspace: Workspace; modelId: string }) {
  const nowMs = useNow();
  const model = useModel(workspace.connectionId, modelId);
  const list = useCheckpoints(workspace.connectionId, modelId, REFRESH_INTERVAL_MS);
  const [params, setParams] = useQueryStates(modelSearchParams, { history: "replace" });
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [crosshair] = useState(() => new Crosshair());
  const checkpoints = useMemo(() => list.data ?? [], [list.data]);
  const names = useMemo(() => metricNames(checkpoints), [checkpoints]);
  const metric = params.metric !== null && names.includes(params.metric) ? params.metric : (names[0] ?? null);
  const rows = useMemo(() => checkpointRows(checkpoints, names), [checkpoints, names]);
  const evaluated = useEvaluatedCheckpoints(workspace, modelId, params);
  const mark = checkpointMark(evaluated.evaluation, checkpoints, metric);
  const shownRows = useMemo(() => selectedCheckpoints(rows, params.steps), [rows, params.steps]);
  const hasScores = evaluated.evaluation?.settings != null;
  // Nothing is drawn until the initial view of the page is known.
  const isUndecided = evaluated.evaluation === null && !evaluated.isUnsupported && evaluated.failure === null;
  const view = hasScores || isUndecided ? (params.view ?? "scores") : "metrics";
  const exists = list.isSuccess;
  // The external system is browser storage: a visited model is found again without a list.
  useEffect(() => {
    if (exists) addFollowed(workspace.id, "models", modelId);
  }, [exists, workspace.id, modelId]);

  if (!list.data) {
    return (
      <>
        <PageHead title="Model" />
        <div className="grid flex-1 border-t border-line">
          {list.isError ? (
            <FailureState failure={failureOf(list.error)} onRetry={() => void list.refetch()} />
          ) : (
            <ProgressBar label="Loading checkpoints" className="self-start" />
          )}
        </div>
      </>
    );
  }
  const record = model.data ?? null;
  const toggle = (step: number) => {
    const next = new Set(chosen);
    if (!next.delete(step)) next.add(step);
    setChosen(next);
  };
  return (
    <CrosshairContext value={crosshair}>
      <div className="flex min-h-0 flex-1">
        <ModelList workspace={workspace} modelId={modelId} nowMs={nowMs} />
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <ModelHead
            workspace={workspace}
            modelId={modelId}
            record={record}
            checkpoints={checkpoints}
            chosen={chosen}
            mark={mark}
          />
          {/* With its curves the page is taller than a small window: the table keeps a height that can be read. */}
          <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
            <ServerBand connectionId={workspace.connectionId} modelId={modelId} />
            <CheckpointGapsNote connectionId={workspace.connectionId} modelId={modelId} />
            <EvaluationOfModel
              workspace={workspace}
              modelId={modelId}
              label={record?.name ?? formatShortId(modelId)}
              evaluated={evaluated}
              checkpoints={checkpoints}
              names={names}
              view={view}
              onView={(next) => void setParams({ view: next })}
              choice={params}
              onChoice={(choice) => void setParams(choice)}
            />
            {metric === null || view === "scores" ? null : (
              <CheckpointChart
                workspace={workspace}
                model={{ id: modelId, label: record?.name ?? formatShortId(modelId), checkpoints }}
                names={names}
                metric={metric}
                choices={params}
                onChange={(change) => void setParams(change)}
              />
            )}
            {rows.length === 0 ? (
              <PaneState kind="empty" title="No checkpoints yet">
                Each job adds one. The untrained checkpoint at step 0 exists from the start, unless it was deleted.
              </PaneState>
            ) : (
              <>
                <TableHead
                  shown={shownRows.length}
                  all={rows.length}
                  steps={params.steps}
                  onAll={() => void setParams({ steps: [] })}
                />
                <CheckpointTable
                  workspace={workspace}
                  record={record}
                  rows={shownRows}
                  names={names}
                  metric={metric}
                  mark={mark}
                  score={evaluated.score}
                  onMetric={(next) => void setParams({ metric: next, view: hasScores ? "metrics" : null })}
                  chosen={chosen}
                  onToggle={toggle}
                  nowMs={nowMs}
                />
              </>
            )}
          </div>
          <CheckpointBar
            workspace={workspace}
            modelId={modelId}
            checkpoints={checkpoints}
            mark={mark}
            evaluated={evaluated.callIds}
            choice={params}
            chosen={chosen}
            onChoose={setChosen}
          />
        </div>
      </div>
      <PageFoot>
        <span>
          {countOf(checkpoints.length, "checkpoint")}
          {checkpoints.length >= MAX_CHECKPOINTS ? ", more not loaded" : ""}
        </span>
        {list.isError ? <span className="text-warn">refresh failed: {failureOf(list.error).message}</span> : null}
        {evaluated.isUnsupported ? <span>evaluation of checkpoints is not supported</span> : null}
      </PageFoot>
    </CrosshairContext>
  );
}
