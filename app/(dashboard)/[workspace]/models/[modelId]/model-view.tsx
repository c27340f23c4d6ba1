"use client";

import { useQueryStates } from "nuqs";
import { useEffect, useMemo, useState } from "react";
import { useNow } from "@/components/browser/use-now";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { addFollowed } from "@/components/training/lists/followed-ids";
import { Crosshair, CrosshairContext } from "@/components/training/metrics/crosshair";
import { MAX_CHECKPOINTS, useCheckpoints } from "@/components/training/models/use-checkpoints";
import { useModel } from "@/components/training/models/use-model";
import { CopyButton } from "@/components/ui/copy-button";
import { PageFoot, PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { countOf } from "@/lib/format/count";
import { formatShortId } from "@/lib/format/identifier";
import type { Workspace } from "@/lib/workspace/workspace";
import { arenaHref } from "./arena-href";
import { CheckpointBar } from "./checkpoint-bar";
import { CheckpointChart } from "./checkpoint-chart";
import { checkpointMark } from "./checkpoint-mark";
import { CheckpointTable } from "./checkpoint-table";
import { EvaluationOfModel } from "./curve/evaluation-of-model";
import { useEvaluatedCheckpoints } from "./curve/use-evaluated-checkpoints";
import { ModelActions } from "./model-actions";
import { ModelSources } from "./model-sources";
import { checkpointRows, metricNames } from "./prepare-checkpoints";
import { modelSearchParams } from "./search-params";

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
  const evaluated = useEvaluatedCheckpoints(workspace, modelId);
  const mark = checkpointMark(evaluated.evaluation, checkpoints, metric);
  const exists = list.isSuccess;
  // The external system is browser storage: a visited model is found again without a list.
  useEffect(() => {
    if (exists) addFollowed(workspace.id, "models", modelId);
  }, [exists, workspace.id, modelId]);

  if (list.isPending) return <ProgressBar label="Loading checkpoints" />;
  if (list.isError && !list.data) {
    return <FailureState failure={failureOf(list.error)} onRetry={() => void list.refetch()} />;
  }
  const record = model.data ?? null;
  const toggle = (step: number) => {
    const next = new Set(chosen);
    if (!next.delete(step)) next.add(step);
    setChosen(next);
  };
  return (
    <CrosshairContext value={crosshair}>
      <PageHead
        title={record?.name ?? "Model"}
        count={`${record ? `base ${record.base_model}, ` : ""}${countOf(checkpoints.length, "checkpoint")}`}
      >
        <span className="text-code text-ink-3 max-md:hidden" title={modelId}>
          {formatShortId(modelId)}
        </span>
        <CopyButton text={modelId} label="Copy model id" copiedMessage="Model id copied" />
        <ModelSources workspace={workspace} modelId={modelId} />
        <ModelActions
          runHref={
            checkpoints.some(({ step }) => step > 0)
              ? `/${workspace.slug}/runs/${encodeURIComponent(`model:${modelId}`)}`
              : null
          }
          arenaHref={
            record === null || checkpoints.length === 0 ? null : arenaHref(workspace.slug, modelId, checkpoints, chosen)
          }
          chosenCount={chosen.size}
        />
      </PageHead>
      {/* With its curves the page is taller than a small window: the table keeps a height that can be read. */}
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <EvaluationOfModel
          workspace={workspace}
          modelId={modelId}
          label={record?.name ?? formatShortId(modelId)}
          evaluated={evaluated}
          checkpoints={checkpoints}
          names={names}
        />
        {metric === null ? null : (
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
            Each job adds one. The untrained checkpoint at step 0 exists from the beginning, unless it was deleted.
          </PaneState>
        ) : (
          <CheckpointTable
            workspace={workspace}
            record={record}
            rows={rows}
            names={names}
            metric={metric}
            mark={mark}
            score={evaluated.score}
            onMetric={(next) => void setParams({ metric: next })}
            chosen={chosen}
            onToggle={toggle}
            nowMs={nowMs}
          />
        )}
      </div>
      <CheckpointBar
        workspace={workspace}
        modelId={modelId}
        checkpoints={checkpoints}
        mark={mark}
        evaluated={evaluated.callIds}
        chosen={chosen}
        onChoose={setChosen}
      />
      <PageFoot>
        <span>
          {countOf(checkpoints.length, "checkpoint")}
          {checkpoints.length >= MAX_CHECKPOINTS ? ", more not loaded" : ""}
        </span>
        {list.isError ? <span className="text-warn">refresh failed: {failureOf(list.error).message}</span> : null}
        {evaluated.isUnsupported ? <span>evaluation of checkpoints is not supported</span> : null}
        <span className="truncate">second line: change from the previous and the first step</span>
      </PageFoot>
    </CrosshairContext>
  );
}
