"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useNow } from "@/components/browser/use-now";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { FollowForm } from "@/components/training/lists/follow-form";
import { ListFoot } from "@/components/training/lists/list-foot";
import { useListCursor } from "@/components/training/lists/use-list-cursor";
import { PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import { formatCount } from "@/lib/format/count";
import { splitProject, type Workspace } from "@/lib/workspace/workspace";
import { FollowedModels } from "./followed-models";
import { ModelsTable } from "./models-table";
import { useBestCheckpoints } from "./use-best-checkpoints";

/** The trained models of a workspace. */
export function ModelsView() {
  return <WorkspaceGate>{(workspace) => <Models key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

const PAGE_SIZE = 50;

function Models({ workspace }: { workspace: Workspace }) {
  const { connectionId, projectId } = workspace;
  const nowMs = useNow();
  const list = useInfiniteQuery({
    queryKey: serviceQueryKey(connectionId, "models.list", { projectId }),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      callOperation(connectionId, "models.list", {
        body: { project_id: projectId, after: pageParam, limit: PAGE_SIZE, order: "desc" },
        signal,
      }),
    getNextPageParam: (last) => (last.has_more ? last.data.at(-1)?.id : undefined),
  });
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const best = useBestCheckpoints(
    workspace,
    list.data?.pages.map(({ data }) => data.map(({ id }) => id)),
  );
  const hrefOf = (id: string) => `/${workspace.slug}/models/${encodeURIComponent(id)}`;
  const cursorId = useListCursor(rows, hrefOf);
  const failure = list.isError ? failureOf(list.error) : null;
  if (failure?.kind === "unsupported") return <FollowedModels workspace={workspace} hrefOf={hrefOf} />;
  return (
    <>
      <PageHead
        title="Models"
        {...(list.isPending ? {} : { count: `${formatCount(rows.length)}${list.hasNextPage ? " loaded" : ""}` })}
      />
      {list.isPending ? <ProgressBar label="Loading models" /> : null}
      {failure && rows.length === 0 ? (
        <FailureState failure={failure} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
      ) : list.isSuccess && rows.length === 0 ? (
        <PaneState
          kind="empty"
          title={`No models in ${splitProject(projectId).project} yet`}
          extra={<FollowForm label="Follow a model by its id" hrefOf={hrefOf} />}
        >
          Register a model with a base model before its first job:{" "}
          <span className="text-code">POST /v1/preview/models</span>. Each job adds a checkpoint.
        </PaneState>
      ) : (
        <ModelsTable
          workspace={workspace}
          rows={rows}
          best={best.byModel}
          cursorId={cursorId}
          hrefOf={hrefOf}
          nowMs={nowMs}
        />
      )}
      <ListFoot noun="model" list={list}>
        <span>newest first</span>
        {best.failure ? <span className="text-warn">could not load the best: {best.failure.message}</span> : null}
        {failure && rows.length > 0 ? <span className="text-warn">could not load more: {failure.message}</span> : null}
      </ListFoot>
    </>
  );
}
