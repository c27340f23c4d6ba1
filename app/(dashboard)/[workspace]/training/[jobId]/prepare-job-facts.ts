import { plainNumber, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { JobRecord } from "@/lib/api/contract/training/training-jobs";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { MISSING } from "@/lib/format/missing";
import { formatClock, formatFullTime, formatTime, parseTime } from "@/lib/format/time";
import type { JobProgress } from "@/lib/training/jobs/job-progress";
import { isGoingOn } from "@/lib/training/jobs/job-status";
import { formatMetric } from "@/lib/training/metrics/format-metric";

interface Fact {
  readonly label: string;
  readonly value: string;
  readonly title?: string;
}

type JobFactsInput = { record: JobRecord | null; progress: JobProgress; nowMs: number };

/** Returns the row of facts: unknown facts are a dash, and facts that the service cannot report are omitted. */
export function jobFacts({ record, progress, nowMs }: JobFactsInput): readonly Fact[] {
  const startedMs = parseTime(record?.training_start) ?? progress.startedMs;
  const endedMs = parseTime(record?.training_end) ?? progress.endedMs;
  const total = progress.totalSteps ?? record?.num_sequences ?? null;
  const { etaMs, stepMs } = progress;
  return [
    {
      label: "Gradient step",
      value: `${formatCount(progress.doneSteps)}${total === null ? "" : ` of ${formatCount(total)}`}`,
    },
    { label: "Started", value: formatTime(startedMs, nowMs), title: formatFullTime(startedMs) },
    { label: "Elapsed", value: startedMs === null ? MISSING : formatDuration((endedMs ?? nowMs) - startedMs) },
    endedMs === null
      ? { label: "ETA", value: etaMs === null ? MISSING : `${formatDuration(etaMs)}, at ${formatClock(nowMs + etaMs)}` }
      : { label: "Ended", value: formatTime(endedMs, nowMs), title: formatFullTime(endedMs) },
    { label: "Per step", value: formatDuration(stepMs) },
    ...recordFacts(record),
  ];
}

function recordFacts(record: JobRecord | null): readonly Fact[] {
  if (record === null) return [];
  const { status, step, previous_step: previous, base_model: base, trainer } = record;
  // The step number is assigned when a job starts: a failed or cancelled job never created its checkpoint.
  const isWithout = !isGoingOn(status) && record.checkpoint_id === null;
  const from = previous === null || previous === 0 ? "base" : `step ${previous}`;
  return [
    { label: "Checkpoint", value: step === null || isWithout ? MISSING : `step ${step} from ${from}` },
    ...configFacts(record.experimental_config ?? {}),
    { label: "Base", value: base, title: base },
    ...(trainer === null ? [] : [{ label: "Trainer", value: trainer, title: trainer }]),
  ];
}

/** The settings that were specified; a null is unset. */
function configFacts(config: Readonly<Record<string, unknown>>): readonly Fact[] {
  return Object.entries(config).flatMap(([name, value]) => {
    if (value === null || value === undefined) return [];
    const number = plainNumber(value);
    const text = typeof number === "number" ? formatMetric(name, number) : stringifyJson(value);
    return [{ label: name, value: text }];
  });
}
