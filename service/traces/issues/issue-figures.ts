import { failureParts } from "@/service/traces/calls/failure-parts";
import type { Services } from "@/service/traces/handlers/handler";
import { type EngineTime, engineTimeNow } from "@/service/traces/store/engine/timestamps";
import {
  type FailureRow,
  type FailureTotalsRow,
  failuresQuery,
  failureTotalsQuery,
} from "@/service/traces/store/figures/failure-query";
import { rangeCondition } from "@/service/traces/store/figures/figures-query";
import {
  type IssueAttributesRow,
  type IssueCallRow,
  type IssueReleaseRow,
  type IssueSelection,
  type IssueUserRow,
  issueAttributesQuery,
  issueCallsQuery,
  issueCondition,
  issueReleasesQuery,
  issueUsersQuery,
  type OpTotalsRow,
  opTotalsQuery,
  THREAD_FIELD,
  USER_FIELD,
} from "@/service/traces/store/figures/issue-figures";
import { commonValues } from "./common-values";
import { differingExamples } from "./differing-examples";
import { issueDigest } from "./issue-digest";

/** Parts of the range in which calls are counted over time. */
const PARTS = 30;

/** Issues whose calls one list counts. */
const MAX_COUNTED = 500;

const MAX_RELEASES = 20;
const MAX_USERS = 5;
const MAX_EXAMPLES = 20;
/** The newest calls, of which examples are chosen. */
const EXAMPLE_CANDIDATES = 200;
/** Calls of each side whose attributes are compared. */
const MAX_COMPARED = 500;

export interface IssueRange {
  readonly after: EngineTime | null;
  readonly before: EngineTime | null;
}

/** What is counted of one issue in a range. */
export type IssueCounts = Pick<FailureRow, "calls" | "counts" | "partCounts">;

type Reader = Pick<Services, "store"> & { readonly signal: AbortSignal };
type Named = Pick<IssueSelection, "projectId" | "op" | "pattern">;

const AFFECTED = [USER_FIELD, THREAD_FIELD];

const NO_CALLS: IssueCounts = { calls: 0, counts: [0, 0], partCounts: [] };

/** Counts the calls of a project in a range, by issue. */
export async function readIssueCounts({ store, signal }: Reader, projectId: string, range: IssueRange) {
  const conditions = [rangeCondition(range)];
  const selection = { projectId, conditions, affected: AFFECTED };
  const [totals] = await store.read<FailureTotalsRow>({ ...failureTotalsQuery(selection), signal });
  const parts = failureParts(PARTS, range.after ?? totals?.firstFailedAt ?? null, range.before ?? engineTimeNow());
  const rows =
    totals?.errors === 0
      ? []
      : await store.read<FailureRow>({ ...failuresQuery({ ...selection, limit: MAX_COUNTED, parts }), signal });
  const isCut = (rows[0]?.places ?? 0) > rows.length;
  const byDigest = new Map(rows.map((row) => [issueDigest(row.op, row.pattern), row] as const));
  return {
    totals,
    isCut,
    /** Null where it is not known: the list is cut. */
    of: (digest: string): IssueCounts | null => byDigest.get(digest) ?? (isCut ? null : NO_CALLS),
  };
}

/** Returns the releases whose calls of an issue failed, at any time. */
export async function readFailedReleases({ store, signal }: Reader, issue: Named): Promise<string[]> {
  const query = issueReleasesQuery({ ...issue, conditions: [] }, 1000);
  return (await store.read<IssueReleaseRow>({ ...query, signal })).map(({ release }) => release);
}

/** Reads what the page of an issue shows of its calls in a range. */
export async function readIssueFigures({ store, signal }: Reader, issue: Named, range: IssueRange) {
  const { projectId, op, pattern } = issue;
  const selection = { projectId, op, pattern, conditions: [rangeCondition(range)] };
  const read = <Row extends object>(query: { sql: string }) => store.read<Row>({ ...query, signal });
  const [[opTotals], releases, users, candidates, attributes] = await Promise.all([
    read<OpTotalsRow>(opTotalsQuery(selection)),
    read<IssueReleaseRow>(issueReleasesQuery(selection, MAX_RELEASES)),
    read<IssueUserRow>(issueUsersQuery(selection, MAX_USERS)),
    read<IssueCallRow>(issueCallsQuery(selection, EXAMPLE_CANDIDATES)),
    read<IssueAttributesRow>(issueAttributesQuery(selection, MAX_COMPARED)),
  ]);
  const conditions = [issueCondition(issue), ...selection.conditions];
  const first = range.after ?? (await firstOf({ store, signal }, projectId, conditions));
  const parts = failureParts(PARTS, first, range.before ?? engineTimeNow());
  const [counts] = await read<FailureRow>(
    failuresQuery({ projectId, conditions, affected: AFFECTED, limit: 1, parts }),
  );
  const [ofIssue = [], others = []] = [1, 0].map((side) =>
    attributes.flatMap((row) => (row.isOfIssue === side ? [row.attributes] : [])),
  );
  return {
    op: opTotals ?? { opCalls: 0, opUsers: 0, opThreads: 0 },
    counts: counts ?? NO_CALLS,
    releases,
    users,
    examples: differingExamples(candidates, MAX_EXAMPLES),
    common: [...commonValues(ofIssue, others)],
    compared: { issue: ofIssue.length, others: others.length },
  };
}

async function firstOf(
  { store, signal }: Reader,
  projectId: string,
  conditions: IssueSelection["conditions"],
): Promise<EngineTime | null> {
  const query = failureTotalsQuery({ projectId, conditions, affected: [] });
  const [totals] = await store.read<FailureTotalsRow>({ ...query, signal });
  return totals?.errors ? totals.firstFailedAt : null;
}

/** The parts of the answer are always there, also for a range without calls. */
export const wholeParts = (counts: IssueCounts): number[] =>
  counts.partCounts.length === 0 ? new Array<number>(PARTS).fill(0) : [...counts.partCounts];
