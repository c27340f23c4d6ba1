"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useNow } from "@/components/browser/use-now";
import { useHasRole } from "@/components/session/use-role";
import { ScrollPane } from "@/components/settings/scroll-pane";
import { SettingsHead } from "@/components/settings/settings-head";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { SkeletonRows } from "@/components/table/skeleton-rows";
import { Button } from "@/components/ui/button";
import { PageFoot } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { appQuery } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { countOf } from "@/lib/format/count";
import { AuditChainCheck } from "./audit-chain-check";
import { AuditExport } from "./audit-export";
import { AuditFilters } from "./audit-filters";
import { AuditForwarding } from "./audit-forwarding";
import { AuditLogTable } from "./audit-log-table";
import { auditQueryOf, filterNames } from "./prepare-audit";
import { auditParams } from "./search-params";
import { useAudit } from "./use-audit";

/** The log of user actions and denied requests. For admins. */
export function AuditView() {
  const isAdmin = useHasRole("admin");
  return (
    <>
      <SettingsHead />
      {isAdmin === undefined ? <ProgressBar label="Loading audit log" /> : null}
      {isAdmin === false ? (
        <PaneState kind="locked" title="Only admins can read the audit log">
          It records the actions of users. An admin can give you the admin role under Members.
        </PaneState>
      ) : null}
      {isAdmin ? <AuditLog /> : null}
    </>
  );
}

function AuditLog() {
  const [filter, setFilter] = useQueryStates(auditParams);
  const nowMs = useNow(60_000);
  const query = useAudit(auditQueryOf(filter, nowMs));
  const choices = useQuery(appQuery("audit.choices", {}));
  const people = new Map((choices.data?.people ?? []).map(({ id, name }) => [id, name]));
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  const clear = () => void setFilter(null);
  return (
    <>
      <AuditFilters
        filter={filter}
        choices={choices.data ?? { people: [], events: [] }}
        onChange={(change) => void setFilter(change)}
      />
      <AuditChainCheck>
        <AuditExport filter={filter} />
      </AuditChainCheck>
      <AuditForwarding />
      {query.isFetching ? <ProgressBar label="Loading audit log" /> : <div className="h-0.5 flex-none" />}
      <ScrollPane label="Audit log entries">
        {query.isPending ? <SkeletonRows count={10} rowHeight={32} /> : null}
        {entries.length > 0 ? <AuditLogTable entries={entries} /> : null}
        {query.isSuccess && entries.length === 0 ? (
          <NoEntries names={filterNames(filter, people)} onClear={clear} />
        ) : null}
        {query.isError ? (
          <FailureState
            failure={failureOf(query.error)}
            onRetry={() => void (entries.length > 0 ? query.fetchNextPage() : query.refetch())}
            isRetrying={query.isFetching}
          />
        ) : null}
        {query.hasNextPage && !query.isError ? (
          <div className="flex flex-none justify-center p-3">
            <Button size="small" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Load older
            </Button>
          </div>
        ) : null}
      </ScrollPane>
      <PageFoot>
        {query.isPending ? "Loading audit log" : countOf(entries.length, "line")}
        {query.hasNextPage ? <span>older entries available</span> : null}
        {query.data?.pages[0]?.lacksKeys ? (
          <span>The newest actions of API keys are missing: the service does not respond</span>
        ) : null}
      </PageFoot>
    </>
  );
}

function NoEntries({ names, onClear }: { names: readonly string[]; onClear: () => void }) {
  if (names.length === 0) {
    return (
      <PaneState kind="empty" title="No entries yet">
        Sign-ins, changes, deletions, large reads, tool calls of agents and denied requests appear here.
      </PaneState>
    );
  }
  return (
    <PaneState
      kind="no-match"
      title="No entries match"
      actions={
        <Button size="small" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      Filters: {names.join(", ")}.
    </PaneState>
  );
}
