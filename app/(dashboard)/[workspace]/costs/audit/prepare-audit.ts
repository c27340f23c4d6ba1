import type {
  AuditDifference,
  AuditLeftOut,
  AuditSummary,
  CostAuditLine,
  leftOutReasons,
} from "@/lib/api/contract/costs/cost-audit";
import type { RequestOf } from "@/lib/api/contract/operations";
import { resolveTimeRange, type TimeRange } from "@/lib/filter/time-range";
import { countOf } from "@/lib/format/count";
import { MISSING } from "@/lib/format/missing";
import { formatDateTime, formatUtcDay, parseTime } from "@/lib/format/time";

type Reason = (typeof leftOutReasons)[number];

/** Calls that are left out of the sums for one reason, or whose cost is not the sender's. */
export interface LeftOutGroup {
  readonly reason: Reason;
  readonly count: number;
  /** The first ones. */
  readonly lines: readonly AuditLeftOut[];
}

/** What an audit has found so far. */
export interface AuditFindings {
  readonly checkedCalls: number;
  /** Null until the service has counted them. */
  readonly callCount: number | null;
  readonly differences: readonly AuditDifference[];
  /** Without reasons that no call has. */
  readonly leftOut: readonly LeftOutGroup[];
  /** Null before the end. */
  readonly summary: AuditSummary | null;
}

const REASONS: readonly Reason[] = ["reported_below", "reported_twice", "no_price", "cost_differs"];

/** Returns the request for the calls of a range. A relative range ends at `nowMs`. */
export function auditBody(projectId: string, range: TimeRange, nowMs: number): RequestOf<"cost.audit"> {
  const { fromMs, toMs } = resolveTimeRange(range, nowMs);
  const iso = (timeMs: number | null) => (timeMs === null ? null : new Date(timeMs).toISOString());
  const before = toMs ?? (range.kind === "relative" ? nowMs : null);
  return { project_id: projectId, after: iso(fromMs), before: iso(before) };
}

/** Sorts the lines of an audit, which may go on. */
export function auditFindings(lines: readonly CostAuditLine[]): AuditFindings {
  const differences: AuditDifference[] = [];
  const leftOut: AuditLeftOut[] = [];
  let summary: AuditSummary | null = null;
  let [checkedCalls, callCount]: [number, number | null] = [0, null];
  for (const line of lines) {
    if (line.kind === "difference") differences.push(line);
    else if (line.kind === "left_out") leftOut.push(line);
    else if (line.kind === "summary") summary = line;
    else [checkedCalls, callCount] = [line.checked_calls, line.call_count];
  }
  const groups = REASONS.map((reason): LeftOutGroup => {
    const ofReason = leftOut.filter((line) => line.reason === reason);
    return { reason, lines: ofReason, count: summary?.left_out_counts[reason] ?? ofReason.length };
  });
  return {
    checkedCalls: summary?.checked_calls ?? checkedCalls,
    callCount,
    differences,
    leftOut: groups.filter(({ count }) => count > 0),
    summary,
  };
}

/** Returns the number of all differences, listed or not. */
export const differenceCount = ({ difference_counts }: AuditSummary): number =>
  Object.values(difference_counts).reduce((sum, count) => sum + count, 0);

interface Verdict {
  readonly tone: "ok" | "warn" | "err";
  readonly text: string;
}

const DAY_S = 86_400;

/** Returns the result of a complete audit in a sentence. */
export function auditVerdict(summary: AuditSummary): Verdict {
  const { checked_calls, bucket_seconds, incomplete_reason, changed_bucket_count } = summary;
  const count = differenceCount(summary);
  const calls = `${countOf(checked_calls, "call")} recomputed`;
  if (count > 0) return { tone: "err", text: `${countOf(count, "difference")} found; ${calls}.` };
  if (incomplete_reason !== null) return { tone: "warn", text: `The sums were not compared. ${incomplete_reason}` };
  const width =
    bucket_seconds === 3600 ? "hour" : bucket_seconds === DAY_S ? "day" : countOf(bucket_seconds / DAY_S, "day");
  const changed =
    changed_bucket_count === 0
      ? ""
      : ` ${countOf(changed_bucket_count, "sum")} changed while calls were read, and could not be compared.`;
  return {
    tone: changed === "" ? "ok" : "warn",
    text: `No differences: ${calls}, compared by model and ${width}.${changed}`,
  };
}

/** What was compared, in words: `Hour of 19 Nov 14:00`. */
export function placeText({ place, bucket }: AuditDifference, bucketSeconds: number): string {
  if (place === "call") return "Stored with the call";
  const startMs = parseTime(bucket);
  const time = startMs === null ? MISSING : bucketSeconds < DAY_S ? formatDateTime(startMs) : formatUtcDay(startMs);
  return `${place === "figures" ? "Shown" : "Kept"} for ${time}`;
}

/** A value with all digits that decide: `12,345`, `$0.012345678`. */
export function auditValueText(value: AuditDifference["value"], shown: AuditDifference["shown"]): string {
  if (shown === null) return "nothing";
  if (typeof shown === "string") return shown;
  const text = new Intl.NumberFormat("en-US", { maximumFractionDigits: 9 }).format(shown);
  return value === "cost_usd" ? `$${text}` : text;
}
