"use client";

import { Download, GitCompareArrows, MessageSquareText, MessagesSquare, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { metricFigures } from "@/app/(dashboard)/[workspace]/training/[jobId]/metrics/metric-table-csv";
import { openedLater } from "@/components/dialog/opened-later";
import { useKeys } from "@/components/keyboard/use-keys";
import type { JobCancelling } from "@/components/training/jobs/cancel-job";
import { JobPriority } from "@/components/training/jobs/job-priority";
import { JobStatusTag } from "@/components/training/jobs/job-status";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { PageHead } from "@/components/ui/page-head";
import { overlayJobsHref } from "@/lib/address/compare-jobs-href";
import type { JobRecord, JobStatus } from "@/lib/api/contract/training/training-jobs";
import { saveCsv } from "@/lib/chart/export-chart";
import { formatShortId } from "@/lib/format/identifier";
import { isGoingOn } from "@/lib/training/jobs/job-status";
import { modelAddress, playgroundHref } from "@/lib/training/jobs/model-address";
import type { MetricTable } from "@/lib/training/metrics/metric-table";
import type { Workspace } from "@/lib/workspace/workspace";
import { splitProject } from "@/lib/workspace/workspace";

const CancelJob = openedLater(async () => (await import("@/components/training/jobs/cancel-job")).CancelJob);

type JobHeadProps = {
  workspace: Workspace;
  jobId: string;
  record: JobRecord | null;
  cancel: JobCancelling;
  status: JobStatus;
  table: MetricTable;
};

/** The name of the job, its status, and its actions. */
export function JobHead({ workspace, jobId, record, cancel, status, table }: JobHeadProps) {
  const [isAsking, setIsAsking] = useState(false);
  const chat = chatHref(workspace, record);
  const router = useRouter();
  useKeys("job", chat === null ? {} : { c: () => router.push(chat) });
  return (
    <PageHead title={record?.model_name ?? "Training job"}>
      <JobStatusTag status={status} />
      <span className="truncate text-code text-ink-3 max-md:hidden" title={jobId}>
        {formatShortId(jobId)}
      </span>
      <CopyButton text={jobId} label="Copy job id" copiedMessage="Job id copied" className="max-md:hidden" />
      <div className="ml-auto flex flex-none items-center gap-1.5">
        {record && status === "queued" && typeof record.priority === "number" ? (
          <JobPriority connectionId={workspace.connectionId} jobId={jobId} priority={record.priority} />
        ) : null}
        {record && isGoingOn(status) ? (
          <Button
            size="small"
            onClick={() => setIsAsking(true)}
            icon={<X size={13} strokeWidth={1.7} aria-hidden="true" />}
          >
            Cancel
          </Button>
        ) : null}
        <Button asChild size="small">
          <Link href={`/${workspace.slug}/training/${encodeURIComponent(jobId)}/rollouts`}>
            <MessagesSquare size={13} strokeWidth={1.7} aria-hidden="true" />
            Rollouts
          </Link>
        </Button>
        <Button asChild size="small" className="max-md:hidden">
          <Link href={overlayJobsHref(workspace.slug, [jobId])}>
            <GitCompareArrows size={13} strokeWidth={1.7} aria-hidden="true" />
            Compare with a job
          </Link>
        </Button>
        <Button
          size="small"
          className="max-md:hidden"
          disabled={table.series.length === 0}
          onClick={() => saveCsv(metricFigures(table), `job-${jobId}`)}
          icon={<Download size={13} strokeWidth={1.7} aria-hidden="true" />}
        >
          Metrics
        </Button>
        {chat === null ? null : (
          <Button asChild size="small" kind="primary">
            <Link href={chat} aria-label={`Chat with step ${record?.step}`}>
              <MessageSquareText size={13} strokeWidth={1.7} aria-hidden="true" />
              <span>
                Chat<span className="max-md:hidden"> with step {record?.step}</span>
              </span>
            </Link>
          </Button>
        )}
      </div>
      {isAsking ? <CancelJob cancel={cancel} onClose={() => setIsAsking(false)} /> : null}
    </PageHead>
  );
}

/** The new checkpoint, next to the base model. */
function chatHref(workspace: Workspace, record: JobRecord | null): string | null {
  if (!record?.checkpoint_id || record.step === null) return null;
  const model = { ...splitProject(record.project_id), name: record.model_name };
  return playgroundHref(workspace.slug, [modelAddress(model, record.step), modelAddress(model, 0)]);
}
