"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import {
  type LikeRun,
  modelsLeftOut,
  withLikeRuns,
} from "@/app/(dashboard)/[workspace]/evaluations/new/draft/like-runs";
import type { EvaluationDraft } from "@/components/evaluation/setup/evaluation-draft";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { Workspace } from "@/lib/workspace/workspace";

type LikeGateProps = {
  workspace: Workspace;
  /** The run whose rows, prompt and scorers are taken, then those whose models are taken. */
  runIds: readonly [string, ...string[]];
  /** @param note the models that the form could not take over */
  children: (preset: (draft: EvaluationDraft) => EvaluationDraft, note: string | null) => ReactNode;
};

/** The newest runs that were started here. The service keeps the figures of as many in memory. */
const MAX_STARTED = 100;

/** Reads the runs that the address names, and what those were started with that the service ran. */
export function LikeGate({ workspace, runIds, children }: LikeGateProps) {
  const { connectionId, projectId } = workspace;
  const [sourceId, ...modelIds] = runIds;
  const listed = useQuery(
    serviceQuery(connectionId, "evaluations.query", { project_id: projectId, run_ids: [...new Set(runIds)] }),
  );
  const started = useQuery(
    serviceQuery(connectionId, "evaluationRuns.list", { project_id: projectId, limit: MAX_STARTED }),
  );
  const wanted = (started.data?.runs ?? []).filter(({ models }) =>
    models.some(({ call_id: id }) => id !== null && runIds.includes(id)),
  );
  const details = useQueries({
    queries: wanted.map(({ id }) =>
      serviceQuery(connectionId, "evaluationRuns.read", { project_id: projectId, run_id: id, rows_limit: 0 }),
    ),
  });
  const failed = [listed, started, ...details].find(({ isError, data }) => isError && data === undefined);
  if (failed !== undefined) {
    return (
      <FailureState
        failure={failureOf(failed.error)}
        onRetry={() => void failed.refetch()}
        isRetrying={failed.isFetching}
      />
    );
  }
  if ([listed, started, ...details].some(({ data }) => data === undefined)) {
    return <ProgressBar label="Loading the evaluation" />;
  }
  const likeRun = (runId: string): LikeRun[] => {
    const run = listed.data?.runs.find(({ id }) => id === runId);
    if (run === undefined) return [];
    const detail = details.find(({ data }) => data?.models.some(({ call_id: id }) => id === runId))?.data;
    const modelIndex = detail?.models.findIndex(({ call_id: id }) => id === runId) ?? 0;
    return [{ run, started: detail === undefined ? null : { settings: detail.settings, modelIndex } }];
  };
  const [source] = likeRun(sourceId);
  if (source === undefined) {
    return (
      <PaneState kind="no-match" title="Evaluation not found">
        No evaluation of this project has the id <span className="text-code text-ink">{sourceId}</span>. It was deleted,
        or the URL is wrong.
      </PaneState>
    );
  }
  const models = modelIds.flatMap(likeRun);
  return children((draft) => withLikeRuns(draft, source, models), noteOf(source, modelsLeftOut(models)));
}

function noteOf({ run, started }: LikeRun, leftOut: readonly string[]): string | null {
  const parts = [
    ...(started === null
      ? [`The settings of ${run.name} are not stored here: choose the prompt and the scorers.`]
      : []),
    ...(leftOut.length === 0 ? [] : [`Add the models whose settings are not stored here: ${leftOut.join(", ")}.`]),
  ];
  return parts.length === 0 ? null : parts.join(" ");
}
