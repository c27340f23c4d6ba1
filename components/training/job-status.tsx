import { type Status, StatusGlyph } from "@/components/ui/glyph/status-glyph";
import { Tag } from "@/components/ui/tag";
import type { JobStatus } from "@/lib/api/contract/training";

const looks: Record<JobStatus, { glyph: Status; label: string; tone: "ok" | "err" | "run" | "plain" }> = {
  queued: { glyph: "queued", label: "Queued", tone: "plain" },
  running: { glyph: "running", label: "Running", tone: "run" },
  completed: { glyph: "ok", label: "Completed", tone: "ok" },
  failed: { glyph: "error", label: "Failed", tone: "err" },
  cancelled: { glyph: "cancelled", label: "Cancelled", tone: "plain" },
};

/** The state of a job in a word. */
export function JobStatusTag({ status }: { status: JobStatus }) {
  const { glyph, label, tone } = looks[status];
  return (
    <Tag tone={tone}>
      <StatusGlyph status={glyph} label="" />
      {label}
    </Tag>
  );
}

export function jobStatusName(status: JobStatus): string {
  return looks[status].label;
}

export function jobStatusGlyph(status: JobStatus): Status {
  return looks[status].glyph;
}

/** Whether a job may still change. */
export function isGoingOn(status: JobStatus): boolean {
  return status === "queued" || status === "running";
}
