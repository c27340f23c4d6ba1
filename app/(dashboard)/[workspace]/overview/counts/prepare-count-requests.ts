import type { OverviewRequest } from "@/app/(dashboard)/[workspace]/overview/question/prepare-overview-request";
import type { RequestOf } from "@/lib/api/contract/operations";
import { compileSelection } from "@/lib/calls/calls-query";
import { callCountBody } from "@/lib/calls/calls-request";
import type { QueryProblem } from "@/lib/filter/query-text";
import { joinQuery } from "@/lib/filter/query-text";
import { resolveTimeRange } from "@/lib/filter/time-range";

type CountBody = RequestOf<"calls.queryStats">;

/** A number that every service can return. */
export interface CountRequest {
  readonly id: string;
  readonly label: string;
  readonly body: CountBody;
}

const totals = [
  { id: "all", label: "Calls", query: "", areRootsOnly: false },
  { id: "roots", label: "Traces", query: "", areRootsOnly: true },
  { id: "errors", label: "Errors", query: "status:error", areRootsOnly: false },
  { id: "running", label: "Running", query: "status:running", areRootsOnly: false },
] as const;

/** All counts use the moment at which the page was opened, so that they cover the same range. */
function bodyOf(question: OverviewRequest, text: string, areRootsOnly: boolean, openedAtMs: number) {
  const { projectId, query, range } = question;
  const span = resolveTimeRange(range, openedAtMs);
  const combinedQuery = joinQuery([query, text].filter((part) => part !== ""));
  const selection = compileSelection({ projectId, query: combinedQuery, areRootsOnly, ...span });
  return { body: callCountBody(projectId, selection), problems: selection.problems };
}

/** The totals that a service without statistics returns, one small request each. */
export function totalRequests(question: OverviewRequest, openedAtMs: number): readonly CountRequest[] {
  return totals.map(({ id, label, query, areRootsOnly }) => ({
    id,
    label,
    body: bodyOf(question, query, areRootsOnly, openedAtMs).body,
  }));
}

/** All calls of the filter with the size of their stored data. */
export function storageRequest(question: OverviewRequest, openedAtMs: number): CountBody {
  return { ...bodyOf(question, "", true, openedAtMs).body, include_total_storage_size: true };
}

/** The count of a filter that the user compares, or the problems of the filter. */
export function comparedRequest(
  question: OverviewRequest,
  text: string,
  openedAtMs: number,
): { body: CountBody; problems: readonly QueryProblem[] } {
  // Problems of the page's own filter are shown at the filter.
  const own = compileSelection({ ...bounds(question), query: text });
  return { body: bodyOf(question, text, false, openedAtMs).body, problems: own.problems };
}

function bounds({ projectId }: OverviewRequest) {
  return { projectId, areRootsOnly: false, fromMs: null, toMs: null };
}
