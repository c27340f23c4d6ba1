import type { RequestOf } from "@/lib/api/contract/operations";
import { compileSelection } from "@/lib/calls/calls-query";
import { readGrouping } from "@/lib/calls/grouping";
import { ofSource, type SourceChoice } from "@/lib/calls/source-choice";
import type { QueryProblem } from "@/lib/filter/query-text";
import { resolveTimeRange, type TimeRange } from "@/lib/filter/time-range";
import { bucketZone } from "@/lib/format/time-zone";

export const comparisons = ["previous", "week"] as const;

/** The range that the figures are compared with: the one before, or the same range a week ago. */
export type Comparison = (typeof comparisons)[number];

/** The query of the page: calls, time range, comparison and grouping. */
export interface OverviewRequest {
  readonly projectId: string;
  readonly query: string;
  readonly areRootsOnly: boolean;
  readonly source: SourceChoice;
  readonly range: TimeRange;
  readonly comparison: Comparison;
  readonly groupName: string;
}

export type StatsBody = RequestOf<"calls.stats">;

/** More bands of a stack cannot be told apart, nor named beside its title. */
const MAX_SERIES = 4;
/** The maximum of groups that the service returns. */
const MAX_OPS = 200;
const MAX_MODELS = 50;

const WEEK_MS = 604_800_000;

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The range that the figures are compared with; null when the range itself has no beginning. */
export function comparedSpan(range: TimeRange, comparison: Comparison, nowMs: number): Span | null {
  const { fromMs, toMs } = resolveTimeRange(range, nowMs);
  if (fromMs === null) return null;
  const endMs = toMs ?? nowMs;
  const backMs = comparison === "week" ? WEEK_MS : endMs - fromMs;
  return backMs > 0 ? { fromMs: fromMs - backMs, toMs: endMs - backMs } : null;
}

/** Returns the filter of the figures: that of the page, and where the calls come from. */
export const countedQuery = ({ query, source }: OverviewRequest): string => ofSource(query, source);

/** The calls of a question, to count them by where they come from. */
export function countedCalls(question: OverviewRequest, nowMs: number) {
  const { project_id, filter, query, after, before } = statsBody(question, nowMs).body;
  return { project_id, filter, ...(query === undefined ? {} : { query }), after, before };
}

const iso = (timeMs: number) => new Date(timeMs).toISOString();

/** The request of the page, and the unsupported terms. A relative range is measured from `nowMs`. */
export function statsBody(
  question: OverviewRequest,
  nowMs: number,
): { body: StatsBody; problems: readonly QueryProblem[] } {
  const { projectId, areRootsOnly, range, comparison, groupName } = question;
  const query = countedQuery(question);
  const selection = compileSelection({ projectId, query, areRootsOnly, fromMs: null, toMs: null });
  const { fromMs, toMs } = resolveTimeRange(range, nowMs);
  const { by } = readGrouping(groupName);
  const compared = comparedSpan(range, comparison, nowMs);
  const endMs = toMs ?? (range.kind === "relative" ? nowMs : null);
  const body: StatsBody = {
    project_id: projectId,
    filter: selection.filter,
    ...(selection.query === undefined ? {} : { query: selection.query }),
    after: fromMs === null ? null : iso(fromMs),
    before: endMs === null ? null : iso(endMs),
    ...bucketZone(),
    previous: compared && { after: iso(compared.fromMs), before: iso(compared.toMs) },
    groups: [
      { by, limit: MAX_SERIES, with_buckets: true },
      { by: "op", limit: MAX_OPS },
      { by: "model", limit: MAX_MODELS },
      // The table of ops becomes a table of the values of the chosen group.
      ...(by === "op" ? [] : [{ by, limit: MAX_OPS }]),
    ],
  };
  return { body, problems: selection.problems };
}
