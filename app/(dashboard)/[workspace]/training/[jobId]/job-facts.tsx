import { type ReactNode, useMemo, useState } from "react";
import { StepStrip } from "@/components/training/lists/step-strip";
import type { StepMark } from "@/components/training/lists/step-strip-marks";
import { Button } from "@/components/ui/button";
import { Quantity } from "@/components/ui/quantity";
import type { JobRecord, JobStatus } from "@/lib/api/contract/training/training-jobs";
import { formatCount } from "@/lib/format/count";
import type { JobProgress } from "@/lib/training/jobs/job-progress";
import { isGoingOn } from "@/lib/training/jobs/job-status";
import type { MetricTable } from "@/lib/training/metrics/metric-table";
import type { NotableStep } from "@/lib/training/metrics/notable-steps";
import { notableText } from "@/lib/training/metrics/notable-text";
import type { Batch } from "@/lib/training/trajectories/trajectory-batch";
import { jobFacts } from "./prepare-job-facts";

type JobFactsProps = {
  /** The trajectories of the job; null until they are loaded. */
  data: Batch | null;
  record: JobRecord | null;
  progress: JobProgress;
  status: JobStatus;
  table: MetricTable;
  version: number;
  nowMs: number;
  notable: readonly NotableStep[];
  /** At the end of the facts. */
  children: ReactNode;
};

/** Step, time, time left and settings; then a mark for each step. */
export function JobFacts(props: JobFactsProps) {
  const { data, record, progress, status, table, version, nowMs, notable, children } = props;
  const [isOpen, setIsOpen] = useState(false);
  const facts = jobFacts({ record, progress, nowMs, data, table });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table grows in place, and its version says so
  const rewards = useMemo(() => table.seriesOf("reward")?.values ?? [], [table, version]);
  const total = progress.totalSteps ?? record?.num_sequences ?? null;
  const done = progress.doneSteps;
  const [main, more] = [facts.filter(({ isMore }) => !isMore), facts.filter(({ isMore }) => isMore)];
  return (
    <div className="grid flex-none gap-2 px-4 pb-2.5 max-md:px-3">
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1.5">
        <dl className="flex min-w-0 flex-wrap gap-x-4 gap-y-1.5">
          {(isOpen ? [...main, ...more] : main).map(({ label, value, title }) => (
            <div
              key={label}
              className="min-w-0 border-line [&:not(:last-child)]:border-r [&:not(:last-child)]:pr-4"
              title={title}
            >
              <dt className="text-micro text-ink-3">{label}</dt>
              <dd className="truncate text-small leading-[17px] font-medium">
                <Quantity text={value} />
              </dd>
            </div>
          ))}
        </dl>
        {more.length === 0 ? null : (
          <Button size="small" kind="ghost" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? "Fewer facts" : `${formatCount(more.length)} more`}
          </Button>
        )}
        <span className="ml-auto flex max-md:ml-0">{children}</span>
      </div>
      <StepStrip
        label={`${formatCount(done)}${total === null ? "" : ` of ${formatCount(total)}`} gradient steps done`}
        done={done}
        total={total}
        values={rewards}
        isRunning={isGoingOn(status)}
        marks={stepMarks(notable, record, done)}
      />
    </div>
  );
}

/** The checkpoint at the end of the job, and the notable steps. */
function stepMarks(notable: readonly NotableStep[], record: JobRecord | null, done: number): readonly StepMark[] {
  const warnings = notable.map((one) => ({ at: one.step, kind: "warning" as const, label: notableText(one) }));
  if (!record?.checkpoint_id || record.step === null) return warnings;
  return [...warnings, { at: done, kind: "checkpoint", label: `checkpoint of step ${record.step}` }];
}
