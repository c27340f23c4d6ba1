"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Search, X } from "lucide-react";
import Link from "next/link";
import { useQueryStates } from "nuqs";
import { useNow } from "@/components/browser/use-now";
import { Input } from "@/components/form/input";
import { useHasRole } from "@/components/session/use-role";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { ListFoot } from "@/components/training/lists/list-foot";
import { useListCursor } from "@/components/training/lists/use-list-cursor";
import { type RowSelection, useRowSelection } from "@/components/training/lists/use-row-selection";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { compareRunsHref, MAX_COMPARED_RUNS } from "@/lib/address/compare-runs-href";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { RunTags } from "@/lib/api/contract/training-runs/run-profiles";
import { countOf, formatCount } from "@/lib/format/count";
import { orderRuns } from "@/lib/training/runs/run-list";
import type { Workspace } from "@/lib/workspace/workspace";
import { NoMatch, NoOwnRuns, NoRuns } from "./runs-states";
import { RunsTable } from "./runs-table";
import { type RunsFilter, runsParams } from "./search-params";
import { useRuns } from "./use-runs";

const RunsFilterBar = partLoadedLater(async () => (await import("./runs-filter-bar")).RunsFilterBar);

/** The training runs of a workspace. */
export function RunsView() {
  return <WorkspaceGate>{(workspace) => <Runs key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

function Runs({ workspace }: { workspace: Workspace }) {
  const nowMs = useNow();
  const isMember = useHasRole("member");
  const [params, setParams] = useQueryStates(runsParams, { history: "replace" });
  const words = params.q.split(/\s+/).filter(Boolean);
  const selection = { words, tags: params.tag, group: params.group, hasArchived: params.archived };
  const own = useRuns(workspace, "trainingRuns.list", selection);
  const clients = useRuns(workspace, "trainingRuns.ofModels", selection);
  const logged = useRuns(workspace, "trainingRuns.logged", selection);
  const { data: known, ...tags } = useQuery({
    ...serviceQuery(workspace.connectionId, "trainingRuns.tags", { project_id: workspace.projectId }),
    retry: false,
  });
  const isFiltered = params.tag.length > 0 || params.group !== null;
  const hasFilter = isFiltered || params.archived || hasLabels(known);
  const changeFilter = ({ tag, ...change }: Partial<RunsFilter>) =>
    void setParams({ ...change, ...(tag === undefined ? {} : { tag: [...tag] }) });
  const lists = [own, clients, logged];
  const runsOf = ({ data }: typeof own) => data?.pages.flatMap(({ runs }) => runs) ?? [];
  const rows = orderRuns(...lists.map(runsOf));
  const hrefOf = (id: string) => `/${workspace.slug}/runs/${encodeURIComponent(id)}`;
  const cursorId = useListCursor(rows, hrefOf);
  const chosen = useRowSelection(cursorId, (ids) => compareRunsHref(workspace.slug, ids));
  const failure = own.isError ? failureOf(own.error) : null;
  const failed = lists.find(({ isError, error }) => isError && failureOf(error).kind !== "unsupported");
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
        <Input
          type="search"
          size="small"
          className="w-52 max-md:w-32"
          leading={<Search size={13} strokeWidth={1.7} aria-hidden="true" />}
          aria-label="Find a run"
          placeholder="Find a run"
          value={params.q}
          onChange={(event) => void setParams({ q: event.target.value })}
        />
        <CompareSelected selection={chosen} />
        {isMember && failure?.kind !== "unsupported" ? (
          <Button asChild size="small" className={chosen.ids.length === 0 ? "ml-auto" : "max-md:hidden"}>
            <Link href={`/${workspace.slug}/runs/new`}>
              <Plus size={13} strokeWidth={1.7} aria-hidden="true" />
              New run
            </Link>
          </Button>
        ) : null}
      </PageHead>
      {hasFilter ? <RunsFilterBar known={known} filter={params} onChange={changeFilter} /> : null}
      {isLoading ? <ProgressBar label="Loading training runs" /> : null}
      {failed && rows.length === 0 ? (
        <FailureState
          failure={failureOf(failed.error)}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      ) : failure?.kind === "unsupported" && rows.length === 0 ? (
        <UnsupportedState
          connectionName={workspace.connectionName}
          what="training runs"
          operation="trainingRuns.list"
          onRetry={() => void own.refetch()}
        >
          . Jobs and models are listed on their own pages.
        </UnsupportedState>
      ) : isLoading ? null : (
        <>
          {failure ? <Callout tone="err">Could not refresh the runs: {failure.message}</Callout> : null}
          <OtherFailure runs="the runs of clients" list={clients} />
          <OtherFailure runs="the logged runs" list={logged} />
          <OtherFailure runs="the tags of runs" list={tags} />
          {rows.length === 0 && (words.length > 0 || isFiltered || (known?.archived ?? 0) > 0) ? (
            <NoMatch words={words.length} isFiltered={isFiltered} archived={params.archived ? 0 : known?.archived} />
          ) : rows.length === 0 ? (
            <NoRuns workspace={workspace} isMember={isMember === true} />
          ) : (
            <>
              {isMember && words.length === 0 && !isFiltered && own.isSuccess && runsOf(own).length === 0 ? (
                <NoOwnRuns workspace={workspace} />
              ) : null}
              <RunsTable
                rows={rows}
                cursorId={cursorId}
                hrefOf={hrefOf}
                nowMs={nowMs}
                selected={chosen.ids}
                onSelect={chosen.toggle}
                onGroup={(group) => void setParams({ group })}
                onTag={(tag) => void setParams({ tag: [...new Set([...params.tag, tag])] })}
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

const hasLabels = (known: RunTags | undefined) =>
  known !== undefined && known.tags.length + known.groups.length + known.archived > 0;

/** Compares the selected runs; says what is missing while there are too few or too many. */
function CompareSelected({ selection: { ids, compareHref, clear } }: { selection: RowSelection }) {
  if (ids.length === 0) return null;
  return (
    <span className="ml-auto flex min-w-0 items-center gap-1">
      {compareHref === null ? (
        <span role="status" className="text-small text-ink-3">
          {ids.length === 1 ? "Select another run to compare" : `At most ${MAX_COMPARED_RUNS} runs can be compared`}
        </span>
      ) : (
        <Button asChild size="small">
          <Link href={compareHref}>Compare {countOf(ids.length, "run")}</Link>
        </Button>
      )}
      <Button kind="ghost" size="icon-small" aria-label="Clear the selection" onClick={clear}>
        <X size={13} strokeWidth={1.7} aria-hidden="true" />
      </Button>
    </span>
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
