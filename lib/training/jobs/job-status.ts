import type { JobStatus } from "@/lib/api/contract/training/training-jobs";
import type { Status } from "@/lib/format/status";

const looks: Record<JobStatus, { status: Status; label: string }> = {
  queued: { status: "queued", label: "Queued" },
  running: { status: "running", label: "Running" },
  completed: { status: "ok", label: "Completed" },
  failed: { status: "error", label: "Failed" },
  cancelled: { status: "cancelled", label: "Cancelled" },
};

export function jobStatusName(status: JobStatus): string {
  return looks[status].label;
}

export function jobStatusGlyph(status: JobStatus): Status {
  return looks[status].status;
}

/** True if a job may still change. */
export function isGoingOn(status: JobStatus): boolean {
  return status === "queued" || status === "running";
}
