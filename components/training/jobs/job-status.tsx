import { StatusGlyph } from "@/components/glyph/status-glyph";
import { Tag } from "@/components/ui/tag";
import type { JobStatus } from "@/lib/api/contract/training/training-jobs";
import { jobStatusGlyph, jobStatusName } from "@/lib/training/jobs/job-status";

const tones: Record<JobStatus, "ok" | "err" | "run" | "plain"> = {
  queued: "plain",
  running: "run",
  completed: "ok",
  failed: "err",
  cancelled: "plain",
};

/** The status of a job as a word. */
export function JobStatusTag({ status }: { status: JobStatus }) {
  return (
    <Tag tone={tones[status]}>
      <StatusGlyph status={jobStatusGlyph(status)} label="" />
      {jobStatusName(status)}
    </Tag>
  );
}
