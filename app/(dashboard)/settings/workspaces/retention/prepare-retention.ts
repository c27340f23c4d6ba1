import type { z } from "zod";
import type { retentionPreviewResult, retentionResult, retentionSet } from "@/lib/api/contract/admin/retention";
import { formatBytes } from "@/lib/format/bytes";
import { countOf } from "@/lib/format/count";
import { formatTime, parseTime } from "@/lib/format/time";

export type RetentionLimits = z.output<typeof retentionSet>;
export type RetentionPreview = z.output<typeof retentionPreviewResult>;

/** The fields as they are typed; empty for no limit. */
export interface RetentionDraft {
  readonly max_age_days: string;
  /** In gigabytes. */
  readonly max_bytes: string;
}

const BYTES_PER_GB = 1e9;

export function retentionDraftOf(limits: z.output<typeof retentionResult>): RetentionDraft {
  const { max_age_days: days, max_bytes: bytes } = limits;
  return {
    max_age_days: days === null ? "" : String(days),
    max_bytes: bytes === null ? "" : String(bytes / BYTES_PER_GB),
  };
}

/** Returns the limits of a draft, not yet checked. A text that is not a number becomes one that no check accepts. */
export function limitsOf(draft: RetentionDraft, projectId: string): RetentionLimits {
  const days = numberIn(draft.max_age_days);
  const gigabytes = numberIn(draft.max_bytes);
  return {
    project_id: projectId,
    max_age_days: days,
    max_bytes: gigabytes === null ? null : Math.round(gigabytes * BYTES_PER_GB),
  };
}

function numberIn(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}

/** Returns what is deleted: `12,400 calls of 1,240 traces, 31 MB, from before 3 Oct 14:30, will be deleted.` */
export function deletedText({ calls, traces, bytes, before }: RetentionPreview, nowMs: number): string {
  const time = before === null ? "" : `, from before ${formatTime(parseTime(before), nowMs)}`;
  return `${countOf(calls, "call")} of ${countOf(traces, "trace")}, ${formatBytes(bytes)}${time}, will be deleted.`;
}

/** Returns what is kept: `210.0 MB remain, the oldest call from 3 Oct 14:31.` */
export function remainingText({ oldest_remaining, remaining_bytes }: RetentionPreview, nowMs: number): string {
  if (oldest_remaining === null) return "No calls remain.";
  return `${formatBytes(remaining_bytes)} remain, the oldest call from ${formatTime(parseTime(oldest_remaining), nowMs)}.`;
}
