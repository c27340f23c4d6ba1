import type { Issue, IssueEvent } from "@/lib/api/contract/issues/issues";
import { toWireTime } from "@/service/traces/store/engine/timestamps";
import { issueState } from "./issue-course";
import { type IssueCounts, wholeParts } from "./issue-figures";
import type { IssueEventRecord, IssueRecord } from "./issue-records";

const wireOrNull = (time: string | null): string | null => (time === null ? null : toWireTime(time));

/** Returns an issue as people see it. @param counts null where its calls were not counted */
export function describeIssue(record: IssueRecord, counts: IssueCounts | null, nowMs: number): Issue {
  return {
    id: record.id,
    kind: record.kind,
    op: record.op,
    pattern: record.pattern,
    state: issueState(record, nowMs),
    first_at: toWireTime(record.firstAt),
    last_at: toWireTime(record.lastAt),
    changed_at: wireOrNull(record.changedAt),
    regressed_at: wireOrNull(record.regressedAt),
    regressed_release: record.regressedRelease,
    ignored_until: wireOrNull(record.ignoredUntil),
    ignored_calls: record.ignoredCalls,
    owner: record.owner,
    note: record.note,
    call_count: counts?.calls ?? null,
    user_count: counts?.counts[0] ?? null,
    thread_count: counts?.counts[1] ?? null,
    part_counts: counts === null ? [] : wholeParts(counts),
  };
}

export function describeIssueEvent({ kind, at, userId, detail }: IssueEventRecord): IssueEvent {
  return { kind, at: toWireTime(at), user_id: userId, detail };
}
