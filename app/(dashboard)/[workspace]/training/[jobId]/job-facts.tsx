import { useMemo } from "react";
import { StepStrip } from "@/components/training/lists/step-strip";
import { useBatches } from "@/components/training/trajectories/use-batches";
import { Quantity } from "@/components/ui/quantity";
import type { JobRecord, JobStatus } from "@/lib/api/contract/training/training-jobs";
import { formatCount } from "@/lib/format/count";
import type { JobProgress } from "@/lib/training/jobs/job-progress";
import { isGoingOn } from "@/lib/training/jobs/job-status";
import type { MetricTable } from "@/lib/training/metrics/metric-table";
import { jobFacts } from "./prepare-job-facts";

type JobFactsProps = {
  connectionId: string;
  record: JobRecord | null;
  progress: JobProgress;
  status: JobStatus;
  table: MetricTable;
  version: number;
  nowMs: number;
};

/** Step, time, time left and settings; then a mark for each step. */
export function JobFacts({ connectionId, record, progress, status, table, version, nowMs }: JobFactsProps) {
  // The section of groups below reads the same list.
  const batches = useBatches(connectionId, record?.batch_id ? record.model_id : null, false);
  const data = batches.data?.items.find(({ id }) => id === record?.batch_id) ?? null;
  const facts = jobFacts({ record, progress, nowMs, data, table });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table grows in place, and its version says so
  const rewards = useMemo(() => table.seriesOf("reward")?.values ?? [], [table, version]);
  const total = progress.totalSteps ?? record?.num_sequences ?? null;
  const done = progress.doneSteps;
  return (
    <div className="grid flex-none gap-2 px-4 pb-3 max-md:px-3">
      <dl className="flex min-w-0 flex-wrap gap-x-5 gap-y-1.5">
        {facts.map(({ label, value, title }) => (
          <div
            key={label}
            className="min-w-0 border-line [&:not(:last-child)]:border-r [&:not(:last-child)]:pr-5"
            title={title}
          >
            <dt className="text-micro text-ink-3">{label}</dt>
            <dd className="truncate text-small leading-[17px] font-medium">
              <Quantity text={value} />
            </dd>
          </div>
        ))}
      </dl>
      <StepStrip
        label={`${formatCount(done)}${total === null ? "" : ` of ${formatCount(total)}`} gradient steps done`}
        done={done}
        total={total}
        values={rewards}
        isRunning={isGoingOn(status)}
      />
    </div>
  );
}
