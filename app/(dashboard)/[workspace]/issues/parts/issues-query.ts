import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { IssuesList } from "@/lib/api/contract/issues/issues";
import { resolveTimeRange, type TimeRange } from "@/lib/filter/time-range";
import type { Workspace } from "@/lib/workspace/workspace";

/** Issues are looked for each minute. */
const REFRESH_MS = 60_000;

/** While calls have failed of which no issue was found yet. */
const SOON_MS = 10_000;

/** A range as requests name it. */
export interface IssueSpan {
  readonly after: string | null;
  readonly before: string | null;
}

const iso = (timeMs: number | null): string | null => (timeMs === null ? null : new Date(timeMs).toISOString());

/** Returns the span of a range. A relative range is measured from now. */
export function spanOf(range: TimeRange, nowMs: number): IssueSpan {
  const { fromMs, toMs } = resolveTimeRange(range, nowMs);
  return { after: iso(fromMs), before: iso(toMs) };
}

/** A service without the operation is not asked again. */
const isAsked = (error: unknown): boolean => error === null || failureOf(error).kind !== "unsupported";

/** Returns query options of the issues of a workspace. */
export function issuesQuery({ connectionId, projectId }: Workspace, span: IssueSpan) {
  return {
    ...serviceQuery(connectionId, "issues.list", { project_id: projectId, ...span }),
    retry: false,
    refetchInterval: ({ state: { error, data } }: { state: { error: unknown; data: IssuesList | undefined } }) => {
      if (!isAsked(error)) return false;
      return data?.issues.length === 0 && data.error_count > 0 ? SOON_MS : REFRESH_MS;
    },
  } as const;
}

/** Returns query options of one issue. */
export function issueQuery({ connectionId, projectId }: Workspace, issueId: string, span: IssueSpan) {
  const body = { project_id: projectId, issue_id: issueId, ...span };
  return {
    ...serviceQuery(connectionId, "issues.read", body),
    retry: false,
    refetchInterval: ({ state }: { state: { error: unknown } }) => (isAsked(state.error) ? REFRESH_MS : false),
  } as const;
}
