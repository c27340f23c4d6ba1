"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import { useState } from "react";
import { BoardActions } from "@/app/(dashboard)/[workspace]/leaderboard/edit/board-actions";
import { LeaderboardDialog, type StoredBoard } from "@/app/(dashboard)/[workspace]/leaderboard/edit/leaderboard-dialog";
import { Select } from "@/components/form/select";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Snippet } from "@/components/ui/snippet";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import { MAX_RUNS_PER_PAGE } from "@/lib/api/contract/evaluations/evaluation-limits";
import { boardColumns, storedLeaderboard } from "@/lib/evaluation/runs/leaderboard";
import { splitProject, type Workspace } from "@/lib/workspace/workspace";
import { BoardTable } from "./table/board-table";

/** The leaderboards of a workspace: models by the scores of evaluations. */
export function LeaderboardView() {
  return <WorkspaceGate>{(workspace) => <Leaderboards key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

const PROGRAM = [
  "from weave.flow import leaderboard as lb",
  "ref = weave.publish(evaluation).uri()",
  "column = lb.LeaderboardColumn(",
  "    evaluation_object_ref=ref,",
  "    scorer_name='exact',",
  "    summary_metric_path='true_fraction')",
  "weave.publish(lb.Leaderboard(",
  "    name='agents', columns=[column]))",
].join("\n");

function Leaderboards({ workspace }: { workspace: Workspace }) {
  const { connectionId, projectId } = workspace;
  const [chosenId, setChosenId] = useQueryState("board", parseAsString);
  const boards = useQuery(
    serviceQuery(connectionId, "objs.query", {
      project_id: projectId,
      filter: { base_object_classes: ["Leaderboard"], latest_only: true },
    }),
  );
  const list = useQuery(
    serviceQuery(connectionId, "evaluations.query", { project_id: projectId, limit: MAX_RUNS_PER_PAGE }),
  );
  const failed = [boards, list].find(({ isError }) => isError);
  const failure = failed === undefined ? null : failureOf(failed.error);
  const retry = () => void failed?.refetch();
  const found = boards.data?.objs ?? [];
  const chosen = found.find(({ object_id: id }) => id === chosenId) ?? found[0];
  const [edited, setEdited] = useState<StoredBoard | "new" | null>(null);
  const isLoaded = boards.data !== undefined && list.data !== undefined && failure === null;
  const parsed = storedLeaderboard.safeParse(chosen?.val);
  return (
    <>
      <PageHead title="Leaderboards">
        {chosen === undefined ? null : (
          <Select
            label="Leaderboard"
            value={chosen.object_id}
            options={found.map(({ object_id: id }) => ({ value: id, label: id }))}
            onChange={(id) => void setChosenId(id)}
            className="ml-2 h-(--ctl-h-small) text-small"
          />
        )}
        {isLoaded ? (
          <BoardActions
            onEdit={
              chosen === undefined || !parsed.success
                ? null
                : () => setEdited({ objectId: chosen.object_id, val: chosen.val })
            }
            onNew={() => setEdited("new")}
          />
        ) : null}
      </PageHead>
      {edited === null ? null : (
        <LeaderboardDialog
          workspace={workspace}
          runs={list.data?.runs ?? []}
          board={edited === "new" ? null : edited}
          onSaved={(objectId) => {
            setEdited(null);
            void setChosenId(objectId);
          }}
          onClose={() => setEdited(null)}
        />
      )}
      {failure?.kind === "unsupported" ? (
        <UnsupportedState
          connectionName={workspace.connectionName}
          what="evaluations"
          operation="evaluations.query"
          onRetry={retry}
        >
          , so the values of a leaderboard cannot be read.
        </UnsupportedState>
      ) : failure !== null ? (
        <FailureState failure={failure} onRetry={retry} isRetrying={failed?.isFetching ?? false} />
      ) : boards.data === undefined || list.data === undefined ? (
        <ProgressBar label="Loading leaderboards" />
      ) : chosen === undefined ? (
        <PaneState
          kind="empty"
          title={`No leaderboards in ${splitProject(projectId).project} yet`}
          extra={<Snippet text={PROGRAM} noun="program" isWrapped />}
        >
          A leaderboard shows the newest evaluation of each model, with a column for each score. Create one here, or
          publish one from code.
        </PaneState>
      ) : parsed.success ? (
        <BoardTable
          workspace={workspace}
          name={chosen.object_id}
          description={parsed.data.description ?? ""}
          columns={boardColumns(parsed.data)}
          runs={list.data.runs}
        />
      ) : (
        <PaneState kind="cut" isFailure title="This leaderboard cannot be read">
          {chosen.object_id} is not a valid Leaderboard object: {parsed.error.issues[0]?.path.join(".")}:{" "}
          {parsed.error.issues[0]?.message}
        </PaneState>
      )}
    </>
  );
}
