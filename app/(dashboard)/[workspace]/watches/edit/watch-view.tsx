"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryStates } from "nuqs";
import { useHasRole } from "@/components/session/use-role";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { watchesQuery } from "@/components/watches/watches-query";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Workspace } from "@/lib/workspace/workspace";
import { countingWatch, NEW_WATCH } from "./watch-draft";
import { WatchForm } from "./watch-form";

/** The watch that is changed, or the name and the query of a new one that counts calls. */
const watchParams = { watch: parseAsString, name: parseAsString, q: parseAsString };

/** Creates a watch, or changes the one that the address names. */
export function WatchView() {
  return <WorkspaceGate>{(workspace) => <WatchPane key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

function WatchPane({ workspace }: { workspace: Workspace }) {
  const isMember = useHasRole("member");
  const [{ watch: id, name, q: query }] = useQueryStates(watchParams);
  const list = useQuery(watchesQuery(workspace));
  const failure = list.error ? failureOf(list.error) : null;
  const watch = list.data?.watches.find((one) => one.id === id) ?? null;
  if (isMember === undefined || list.isPending) return <ProgressBar label="Loading the watch" />;
  if (list.data && (watch !== null || (id === null && isMember)))
    return (
      <WatchForm
        key={id}
        workspace={workspace}
        watch={watch}
        start={query === null ? NEW_WATCH : countingWatch(name ?? "", query)}
        isMember={isMember}
      />
    );
  return (
    <>
      <PageHead title={id === null ? "New watch" : "Watch"} count={`in ${workspace.projectId}`} />
      <div className="grid flex-1 border-t border-line">
        {failure?.kind === "unsupported" ? (
          <UnsupportedState
            connectionName={workspace.connectionName}
            what="watching figures"
            operation="watches.list"
            onRetry={() => void list.refetch()}
          >
            . The overview shows the same figures.
          </UnsupportedState>
        ) : failure ? (
          <FailureState failure={failure} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
        ) : id === null ? (
          <PaneState kind="locked" title="This is not permitted">
            Creating a watch needs the member role. Ask an admin.
          </PaneState>
        ) : (
          <PaneState
            kind="no-match"
            title="This watch does not exist"
            actions={
              <Button asChild size="small">
                <Link href={`/${workspace.slug}/watches`}>Open the list</Link>
              </Button>
            }
          >
            It may have been deleted.
          </PaneState>
        )}
      </div>
    </>
  );
}
