import type { UseQueryResult } from "@tanstack/react-query";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { failureOf } from "@/lib/api/client/request-failure";
import type { IssuesList } from "@/lib/api/contract/issues/issues";
import type { Workspace } from "@/lib/workspace/workspace";

type NoIssueListProps = { workspace: Workspace; list: UseQueryResult<IssuesList, unknown> };

/** Why no issues are listed: none were found, nothing was looked at yet, or they could not be loaded. */
export function NoIssueList({ workspace, list }: NoIssueListProps) {
  const retry = () => void list.refetch();
  const failure = list.error ? failureOf(list.error) : null;
  if (failure?.kind === "unsupported")
    return (
      <UnsupportedState connectionName={workspace.connectionName} what="issues" operation="issues.list" onRetry={retry}>
        . Traces groups the failed calls of a range under Failures.
      </UnsupportedState>
    );
  if (failure) return <FailureState failure={failure} onRetry={retry} isRetrying={list.isFetching} />;
  if (list.data === undefined) return <div className="flex-1" />;
  if (list.data.error_count > 0)
    return (
      <PaneState
        kind="empty"
        title="Issues are being looked for"
        actions={
          <Button asChild size="small">
            <Link href={`/${workspace.slug}/traces?view=failures`}>Open failures</Link>
          </Button>
        }
      >
        Failed calls become issues within a minute; those that began more than a day ago, within an hour.
      </PaneState>
    );
  return (
    <PaneState kind="empty" title="No issues">
      Calls of one op whose exceptions differ only in numbers, ids and quoted values become an issue, and so do calls
      with a score that is false. An issue is new, ongoing, resolved, regressed or ignored.
    </PaneState>
  );
}
