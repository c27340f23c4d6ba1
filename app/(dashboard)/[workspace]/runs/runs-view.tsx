"use client";

import { Plus } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { useNow } from "@/components/browser/use-now";
import { useHasRole } from "@/components/session/use-role";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { ListFoot } from "@/components/training/lists/list-foot";
import { useListCursor } from "@/components/training/lists/use-list-cursor";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { compareRunsHref, MAX_COMPARED_RUNS } from "@/lib/address/compare-runs-href";
import { failureOf } from "@/lib/api/client/request-failure";
import { countOf, formatCount } from "@/lib/format/count";
import { orderRuns } from "@/lib/training/runs/run-list";
import type { Workspace } from "@/lib/workspace/workspace";
import { NoOwnRuns, NoRuns } from "./runs-states";
import { RunsTable } from "./runs-table";
import { useRuns } from "./use-runs";

/** The training runs of a workspace. */
export function RunsView() {
  return <WorkspaceGate>{(workspace) => <Runs key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

function Runs({ workspace }: { workspace: Workspace }) {
  const nowMs = useNow();
  const isMember = useHasRole("member");
  const own = useRuns(workspace, "trainingRuns.list");
  const clients = useRuns(workspace, "trainingRuns.ofModels");
  const logged = useRuns(workspace, "trainingRuns.logged");
  const lists = [own, clients, logged];
  const runsOf = ({ data }: typeof own) => data?.pages.flatMap(({ runs }) => runs) ?? [];
  const rows = orderRuns(...lists.map(runsOf));
  const hrefOf = (id: string) => `/${workspace.slug}/runs/${encodeURIComponent(id)}`;
  const cursorId = useListCursor(rows, hrefOf);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const onSelect = (id: string) =>
    setSelected((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]));
  const failure = own.isError ? failureOf(own.error) : null;
  const isLoading = own.isPending || (rows.length === 0 && lists.some(({ isPending }) => isPending));
  const next = lists.find(({ hasNextPage }) => hasNextPage);
  const hasMore = next !== undefined;
  const list = {
    hasNextPage: hasMore,
    isFetchingNextPage: lists.some(({ isFetchingNextPage }) => isFetchingNextPage),
    fetchNextPage: (next ?? own).fetchNextPage,
  };
  return (
    <>
      <PageHead
        title="Training runs"
        {...(isLoading ? {} : { count: `${formatCount(rows.length)}${hasMore ? " so far" : ""}` })}
      >
        <CompareSelected slug={workspace.slug} ids={selected} />
        {isMember && failure?.kind !== "unsupported" ? (
          <Button asChild size="small" className={selected.length === 0 ? "ml-auto" : ""}>
            <Link href={`/${workspace.slug}/runs/new`}>
              <Plus size={13} strokeWidth={1.7} aria-hidden="true" />
              New run
            </Link>
          </Button>
        ) : null}
      </PageHead>
      {isLoading ? <ProgressBar label="Loading training runs" /> : null}
      {failure?.kind === "unsupported" && rows.length === 0 ? (
        <UnsupportedState
          connectionName={workspace.connectionName}
          what="training runs"
          operation="trainingRuns.list"
          onRetry={() => void own.refetch()}
        >
          . Jobs and models are listed on their own pages.
        </UnsupportedState>
      ) : failure && rows.length === 0 ? (
        <FailureState failure={failure} onRetry={() => void own.refetch()} isRetrying={own.isFetching} />
      ) : isLoading ? null : (
        <>
          {failure ? <Callout tone="err">Could not refresh the runs: {failure.message}</Callout> : null}
          <OtherFailure runs="the runs of clients" list={clients} />
          <OtherFailure runs="the logged runs" list={logged} />
          {rows.length === 0 ? (
            <NoRuns workspace={workspace} isMember={isMember === true} />
          ) : (
            <>
              {isMember && own.isSuccess && runsOf(own).length === 0 ? <NoOwnRuns workspace={workspace} /> : null}
              <RunsTable
                rows={rows}
                cursorId={cursorId}
                hrefOf={hrefOf}
                nowMs={nowMs}
                selected={selected}
                onSelect={onSelect}
              />
            </>
          )}
        </>
      )}
      <ListFoot noun="run" list={list}>
        <span>Running first, then newest</span>
      </ListFoot>
    </>
  );
}

/** Compares the selected runs; says what is missing while there are too few or too many. */
function CompareSelected({ slug, ids }: { slug: string; ids: readonly string[] }) {
  if (ids.length === 0) return null;
  if (ids.length === 1 || ids.length > MAX_COMPARED_RUNS) {
    return (
      <span role="status" className="ml-auto text-small text-ink-3">
        {ids.length === 1 ? "Select another run to compare" : `At most ${MAX_COMPARED_RUNS} runs can be compared`}
      </span>
    );
  }
  return (
    <Button asChild size="small" className="ml-auto">
      <Link href={compareRunsHref(slug, ids)}>Compare {countOf(ids.length, "run")}</Link>
    </Button>
  );
}

type OtherFailureProps = { runs: string; list: Pick<ReturnType<typeof useRuns>, "isError" | "error"> };

/** Reports a list that could not be loaded; a service without this list is not a failure. */
function OtherFailure({ runs, list }: OtherFailureProps) {
  const failure = list.isError ? failureOf(list.error) : null;
  if (failure === null || failure.kind === "unsupported") return null;
  return (
    <Callout tone="warn">
      Could not load {runs}: {failure.message}
    </Callout>
  );
}
