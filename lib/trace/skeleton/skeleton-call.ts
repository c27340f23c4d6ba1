import type { Call, CallSkeleton } from "@/lib/api/contract/calls/calls";
import { callKind, callName, callStatus, callUsage, type ModelUsage, usageReport } from "@/lib/calls/call-facts";
import { exceptionLine } from "@/lib/calls/exception-text";
import { preciseTime } from "@/lib/format/time";
import type { UsageReport } from "@/lib/usage/counted-usage";
import { KINDS, STATUSES } from "./trace-skeleton";

/** The fields of a call that the skeleton keeps. */
export interface SkeletonCall {
  readonly id: string;
  readonly parentId: string;
  readonly op: string;
  readonly name: string;
  readonly note: string;
  /** Milliseconds since 1970, with fractions; NaN for an invalid time. */
  readonly startMs: number;
  /** NaN while it runs, and where its end was not recorded. */
  readonly endMs: number;
  readonly status: number;
  readonly kind: number;
  readonly usage: readonly Omit<ModelUsage, "tokensCached">[];
  readonly report?: UsageReport | null;
  readonly threadId: string | null;
  readonly runId: string | null;
  readonly runStep: number | null;
}

/** Fields that the skeleton is built from; other fields of the response are dropped. */
export const SKELETON_COLUMNS = [
  "display_name",
  "parent_id",
  "thread_id",
  "ended_at",
  "exception",
  "summary",
  "attributes",
  "svc_run_id",
  "svc_run_step",
];

const NOTE_LENGTH = 160;

/** Parses a call as a service streams it, complete or with only the tree's fields. */
export function skeletonCall(call: Call | CallSkeleton): SkeletonCall {
  const status = STATUSES.indexOf(callStatus(call) as (typeof STATUSES)[number]);
  const kind = callKind(call);
  const usage = callUsage(call);
  return {
    id: call.id,
    parentId: call.parent_id ?? "",
    op: call.op_name,
    name: callName(call),
    note: call.exception
      ? exceptionLine(call.exception).slice(0, NOTE_LENGTH)
      : kind === "llm"
        ? (usage[0]?.model ?? "")
        : "",
    startMs: preciseTime(call.started_at) ?? Number.NaN,
    endMs: preciseTime(call.ended_at) ?? Number.NaN,
    status: status < 0 ? STATUSES.indexOf("unknown") : status,
    kind: KINDS.indexOf(kind),
    usage,
    report: usageReport(call),
    threadId: call.thread_id ?? null,
    runId: call.svc_run_id ?? null,
    runStep: call.svc_run_step ?? null,
  };
}
