"use client";

import { useQueryState } from "nuqs";
import { Select } from "@/components/form/select";
import { NoCallsOfSource } from "@/components/source/no-calls-of-source";
import type { SourceSwitchProps } from "@/components/source/source-switch-props";
import { FailureState } from "@/components/state/failure-state";
import { InvalidFilter } from "@/components/state/invalid-filter";
import { NoMatch } from "@/components/state/no-match";
import { PaneState } from "@/components/state/pane-state";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Skeleton } from "@/components/ui/skeleton";
import type { CallsFailuresResult } from "@/lib/api/contract/calls/call-failures";
import { parseQuery } from "@/lib/filter/query-text";
import { type TimeRange, timeRangeName } from "@/lib/filter/time-range";
import { countOf, formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { FailuresTable } from "./failures-table";
import { affectedText, byRise, failureQuery, fieldLabel, withoutStatus } from "./prepare-failures";
import { useFailures } from "./use-failures";

type FailuresPaneProps = {
  workspace: Workspace;
  query: string;
  /** Where the calls come from; null on a service that is not known to tell sources apart. */
  source: SourceSwitchProps | null;
  range: TimeRange;
  /** Lists the calls of a query, wherever they are in their trace. */
  onShowCalls: (query: string) => void;
  onClearFilters: () => void;
  onAllTime: () => void;
};

/** The failed calls of the range in groups of one op and one kind of exception, those first that rise above their usual rate. */
export function FailuresPane(props: FailuresPaneProps) {
  const { workspace, query, source, range, onShowCalls } = props;
  const [userField, setUserField] = useQueryState("affected");
  const failures = useFailures({ workspace, query, source: source?.choice ?? "all", range, userField });
  const { problems, result, failure } = failures;
  if (problems.length > 0) {
    return <InvalidFilter things="failures" problems={problems} onClearFilters={props.onClearFilters} />;
  }
  if (failure?.kind === "unsupported") {
    return (
      <UnsupportedState
        connectionName={workspace.connectionName}
        what="groups of failures"
        operation="calls.failures"
        onRetry={failures.retry}
      >
        . Failed calls can be listed with <span className="text-code">status:error</span>.
      </UnsupportedState>
    );
  }
  if (failure !== null) return <FailureState failure={failure} onRetry={failures.retry} />;
  if (result === null) {
    return (
      <div className="grid content-start gap-3 px-4 py-3">
        <ProgressBar label="Loading failures" />
        <Skeleton className="w-2/3" />
        <Skeleton className="w-1/2" />
      </div>
    );
  }
  if (result.call_count === 0) {
    const none = (
      <NoMatch
        things="calls"
        filterCount={parseQuery(withoutStatus(query)).terms.length}
        rangeName={timeRangeName(range, Date.now())}
        isFullTimeRange={range.kind === "all"}
        onClearFilters={props.onClearFilters}
        onAllTime={props.onAllTime}
      />
    );
    if (source === null || source.isByFilter || source.choice === "all") return none;
    return (
      <NoCallsOfSource {...source} loading={null}>
        {none}
      </NoCallsOfSource>
    );
  }
  if (result.error_count === 0) {
    return (
      <PaneState kind="empty" title="No failed calls">
        None of {countOf(result.call_count, "call")} in this range failed.
      </PaneState>
    );
  }
  return (
    <section aria-label="Failures" className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-none flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-1.5 text-small max-md:px-3">
        <FailuresSummary result={result} />
        <Select
          label="Users are values of"
          value={failures.userField}
          options={failures.userFields.map((field) => ({ value: field, label: `Users: ${fieldLabel(field)}` }))}
          onChange={(field) => void setUserField(field)}
          className="ml-auto h-(--ctl-h-small) max-w-60 text-small max-md:ml-0"
        />
      </div>
      <FailuresTable
        workspace={workspace}
        failures={byRise(result.failures)}
        hasUsers={(result.affected[0]?.value_count ?? 0) > 0}
        hasThreads={(result.affected[1]?.value_count ?? 0) > 0}
        onOpen={(group) => onShowCalls(failureQuery(query, group))}
      />
      {result.failure_count > result.failures.length ? (
        <p className="flex-none border-t border-line px-4 py-1.5 text-small text-ink-3">
          The {formatCount(result.failures.length)} most frequent of {formatCount(result.failure_count)} groups.
        </p>
      ) : null}
    </section>
  );
}

function FailuresSummary({ result }: { result: CallsFailuresResult }) {
  const [users, threads] = result.affected.map(affectedText);
  return (
    <>
      <span>
        <b className="font-medium">{formatCount(result.error_count)}</b> of {countOf(result.call_count, "call")} failed,
        in {countOf(result.failure_count, "group")}
      </span>
      {users ? (
        <span>
          Affected users <b className="font-medium">{users}</b>
        </span>
      ) : null}
      {threads ? (
        <span>
          Affected threads <b className="font-medium">{threads}</b>
        </span>
      ) : null}
    </>
  );
}
