import { failureParts } from "@/service/traces/calls/failure-parts";
import type { Services } from "@/service/traces/handlers/handler";
import { type EngineTime, engineTimeNow, microsOf } from "@/service/traces/store/engine/timestamps";
import {
  type FailureParts,
  type FailureRow,
  type FailureSelection,
  type FailureTotalsRow,
  failuresQuery,
  failureTotalsQuery,
} from "@/service/traces/store/figures/failure-query";
import { rangeCondition } from "@/service/traces/store/figures/figures-query";
import { conditionsOfKind, type IssueName } from "@/service/traces/store/figures/issue-conditions";
import {
  callsOfIssue,
  type IssueAttributesRow,
  type IssueCallRow,
  type IssueReleaseRow,
  type IssueUserRow,
  issueAttributesQuery,
  issueCallsQuery,
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

/** Issues of exceptions, and ops of one score, whose calls one list counts. */
const MAX_COUNTED = 500;

/** Scores and problems of answers whose calls one list counts: each is a query. */
const MAX_COUNTED_CONDITIONS = 20;

const MAX_RELEASES = 20;
/** Releases that are read: also those without calls of the issue, which may have ended it. */
const MAX_READ_RELEASES = 60;
/** The newest ones have marks. */
const MAX_MARKED_RELEASES = 12;
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

/** An issue, with the start of its first call. */
interface KnownIssue extends IssueName {
  readonly firstAt: EngineTime;
}

interface ProjectIssue extends KnownIssue {
  readonly projectId: string;
}

const AFFECTED = [USER_FIELD, THREAD_FIELD];

const NO_CALLS: IssueCounts = { calls: 0, counts: [0, 0], partCounts: [] };

/** Counts the calls of the issues of a project in a range. */
export async function readIssueCounts(
  { store, signal }: Reader,
  projectId: string,
  range: IssueRange,
  known: readonly KnownIssue[],
) {
  const conditions = [rangeCondition(range)];
  const selection = { projectId, conditions, affected: AFFECTED };
  const [totals] = await store.read<FailureTotalsRow>({ ...failureTotalsQuery(selection), signal });
  const [earliest = null] = known.map(({ firstAt }) => firstAt).sort();
  const parts = failureParts(PARTS, range.after ?? earliest, range.before ?? engineTimeNow());
  const counted = { ...selection, limit: MAX_COUNTED, parts };
  const failed = totals?.errors ? await store.read<FailureRow>({ ...failuresQuery(counted), signal }) : [];
  const kinds = new Map(known.flatMap(({ kind, pattern }) => conditional({ kind, pattern })));
  const { scored, uncounted } = await countByConditions({ store, signal }, counted, [...kinds.values()]);
  const counts = new Map([
    ...failed.map((row) => [issueDigest({ ...row, kind: "exception" }), row] as const),
    ...scored,
  ]);
  const areExceptionsCut = isCutShort(failed);
  const isCounted = (issue: IssueName) => {
    const [key] = conditional(issue)[0] ?? [];
    return key === undefined ? !areExceptionsCut : !uncounted.has(key);
  };
  return {
    totals,
    isCut: areExceptionsCut || uncounted.size > 0,
    /** Null where it is not known: the list is cut. */
    of: (issue: IssueName): IssueCounts | null =>
      counts.get(issueDigest(issue)) ?? (isCounted(issue) ? NO_CALLS : null),
  };
}

const isCutShort = (rows: readonly FailureRow[]): boolean => (rows[0]?.places ?? 0) > rows.length;

/** What is counted by conditions instead of exceptions: a score, or a problem of answers. */
type Conditional = { readonly kind: Exclude<IssueName["kind"], "exception">; readonly pattern: string };

/** Returns that of an issue, by a key; nothing for an issue of exceptions. */
function conditional({ kind, pattern }: Pick<IssueName, "kind" | "pattern">): (readonly [string, Conditional])[] {
  return kind === "exception" ? [] : [[`${kind} ${pattern}`, { kind, pattern }]];
}

/** Counts calls by op for each score and each problem of answers, and says for which that is not known. */
async function countByConditions({ store, signal }: Reader, counted: FailureSelection, kinds: readonly Conditional[]) {
  const keyOf = ({ kind, pattern }: Conditional) => `${kind} ${pattern}`;
  const uncounted = new Set(kinds.slice(MAX_COUNTED_CONDITIONS).map(keyOf));
  const scored: (readonly [digest: string, row: FailureRow])[] = [];
  for (const { kind, pattern } of kinds.slice(0, MAX_COUNTED_CONDITIONS)) {
    const { scope, isOfIssue } = conditionsOfKind(kind, pattern);
    const conditions = [...counted.conditions, ...scope, isOfIssue];
    const query = failuresQuery({ ...counted, conditions, isByConditions: true });
    const rows = await store.read<FailureRow>({ ...query, signal });
    if (isCutShort(rows)) uncounted.add(keyOf({ kind, pattern }));
    scored.push(...rows.map((row) => [issueDigest({ kind, op: row.op, pattern }), row] as const));
  }
  return { scored, uncounted };
}

/** Returns the releases whose calls of an issue failed, at any time. */
export async function readFailedReleases({ store, signal }: Reader, issue: ProjectIssue): Promise<string[]> {
  const query = issueReleasesQuery({ ...issue, conditions: [] }, 1000);
  const releases = await store.read<IssueReleaseRow>({ ...query, signal });
  return releases.flatMap(({ release, calls }) => (calls > 0 ? [release] : []));
}

/** Reads what the page of an issue shows of its calls in a range. */
export async function readIssueFigures({ store, signal }: Reader, issue: ProjectIssue, range: IssueRange) {
  const { projectId, kind, op, pattern } = issue;
  const selection = { projectId, kind, op, pattern, conditions: [rangeCondition(range)] };
  const read = <Row extends object>(query: { sql: string }) => store.read<Row>({ ...query, signal });
  const [[opTotals], releases, users, candidates, attributes] = await Promise.all([
    read<OpTotalsRow>(opTotalsQuery(selection)),
    read<IssueReleaseRow>(issueReleasesQuery(selection, MAX_READ_RELEASES)),
    read<IssueUserRow>(issueUsersQuery(selection, MAX_USERS)),
    read<IssueCallRow>(issueCallsQuery(selection, EXAMPLE_CANDIDATES)),
    read<IssueAttributesRow>(issueAttributesQuery(selection, MAX_COMPARED)),
  ]);
  // The page draws the same range.
  const parts = failureParts(PARTS, range.after ?? issue.firstAt, range.before ?? engineTimeNow());
  const conditions = [...callsOfIssue(issue), ...selection.conditions];
  const counted = { projectId, conditions, affected: AFFECTED, limit: 1, parts, isByConditions: kind !== "exception" };
  const [counts] = await read<FailureRow>(failuresQuery(counted));
  const [ofIssue = [], others = []] = [1, 0].map((side) =>
    attributes.flatMap((row) => (row.isOfIssue === side ? [row.attributes] : [])),
  );
  return {
    op: opTotals ?? { opCalls: 0, opUsers: 0, opThreads: 0 },
    counts: counts ?? NO_CALLS,
    releases: releases.filter(({ calls }) => calls > 0).slice(0, MAX_RELEASES),
    marked: markedReleases(releases, parts),
    users,
    examples: differingExamples(candidates, MAX_EXAMPLES),
    common: [...commonValues(ofIssue, others)],
    compared: { issue: ofIssue.length, others: others.length },
  };
}

/**
 * Returns the newest releases whose first call in the range is the first of the release, the earliest first. What is seen in
 * the first part of the range may be older than it.
 */
function markedReleases(releases: readonly IssueReleaseRow[], parts: FailureParts | null) {
  if (parts === null) return [];
  const { fromMicros, toMicros, count } = parts;
  const secondPart = fromMicros + (toMicros - fromMicros) / BigInt(count);
  return releases
    .filter(({ opFirstAt }) => microsOf(opFirstAt) >= secondPart)
    .sort((left, right) => (left.opFirstAt < right.opFirstAt ? -1 : 1))
    .slice(-MAX_MARKED_RELEASES);
}

/** The parts of the answer are always there, also for a range without calls. */
export const wholeParts = (counts: IssueCounts): number[] =>
  counts.partCounts.length === 0 ? new Array<number>(PARTS).fill(0) : [...counts.partCounts];
