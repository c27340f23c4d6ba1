import { plainNumber, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { JobRecord } from "@/lib/api/contract/training/training-jobs";
import { countOf, formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { MISSING } from "@/lib/format/missing";
import { formatClock, formatFullTime, formatTime, parseTime } from "@/lib/format/time";
import { formatTokens } from "@/lib/format/tokens";
import type { JobProgress } from "@/lib/training/jobs/job-progress";
import { queueText } from "@/lib/training/jobs/job-queue";
import { isGoingOn } from "@/lib/training/jobs/job-status";
import { trainedFrom } from "@/lib/training/jobs/trained-from";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import type { MetricTable } from "@/lib/training/metrics/metric-table";
import type { Batch } from "@/lib/training/trajectories/trajectory-batch";

/** The counts of a job's trajectories. */
type JobData = Pick<Batch, "group_count" | "trajectory_count" | "exception_count">;

/** The tokens of a gradient step, by the names that trainers use. */
const TOKEN_PATHS = ["num_trainable_tokens", "num_tokens", "tokens"] as const;

const RATE_PATHS = ["learning_rate", "lr"] as const;

interface Fact {
  readonly label: string;
  readonly value: string;
  readonly title?: string;
  /** Shown on request. */
  readonly isMore?: boolean;
}

type JobFactsInput = {
  record: JobRecord | null;
  progress: JobProgress;
  nowMs: number;
  /** The job's data; null until it is loaded, and where the service does not list it. */
  data?: JobData | null;
  /** Numbers of the events. */
  table?: Pick<MetricTable, "seriesOf">;
};

/** Returns the row of facts: unknown facts are a dash, and facts that the service cannot report are omitted. */
export function jobFacts({ record, progress, nowMs, data = null, table }: JobFactsInput): readonly Fact[] {
  const startedMs = parseTime(record?.training_start) ?? progress.startedMs;
  const endedMs = parseTime(record?.training_end) ?? progress.endedMs;
  const total = progress.totalSteps ?? record?.num_sequences ?? null;
  const { etaMs, stepMs } = progress;
  return [
    {
      label: "Gradient step",
      value: `${formatCount(progress.doneSteps)}${total === null ? "" : ` of ${formatCount(total)}`}`,
    },
    { label: "Started", value: formatTime(startedMs, nowMs), title: formatFullTime(startedMs), isMore: true },
    { label: "Elapsed", value: startedMs === null ? MISSING : formatDuration((endedMs ?? nowMs) - startedMs) },
    endedMs === null
      ? { label: "ETA", value: etaMs === null ? MISSING : `${formatDuration(etaMs)}, at ${formatClock(nowMs + etaMs)}` }
      : { label: "Ended", value: formatTime(endedMs, nowMs), title: formatFullTime(endedMs) },
    { label: "Per step", value: formatDuration(stepMs) },
    ...dataFacts(data, table),
    ...recordFacts(record, table),
  ];
}

/** `50 groups × 4 trajectories`; groups of different sizes are summed: `50 groups, 180 trajectories`. */
export function dataText({
  group_count: groups,
  trajectory_count: trajectories,
  exception_count: exceptions,
}: JobData): string {
  const isEven = groups > 0 && exceptions === 0 && trajectories % groups === 0;
  if (isEven) return `${countOf(groups, "group")} × ${formatCount(trajectories / groups)}`;
  return `${countOf(groups, "group")}, ${countOf(trajectories, "trajectory", "trajectories")}`;
}

const sumOf = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0);

function dataFacts(data: JobData | null, table: JobFactsInput["table"]): readonly Fact[] {
  const tokens = TOKEN_PATHS.flatMap((path) => table?.seriesOf(path) ?? [])[0];
  return [
    ...(data === null ? [] : [{ label: "Data", value: dataText(data) }]),
    ...(tokens === undefined
      ? []
      : [
          {
            label: "Tokens",
            value: formatTokens(sumOf(tokens.values)),
            title: `Trained tokens: the sum of ${tokens.path}`,
          },
        ]),
  ];
}

function recordFacts(record: JobRecord | null, table: JobFactsInput["table"]): readonly Fact[] {
  const rates = rateFacts(record, table);
  if (record === null) return rates;
  const { status, step, base_model: base, trainer } = record;
  // The step number is assigned when a job starts: a failed or cancelled job never created its checkpoint.
  const isWithout = !isGoingOn(status) && record.checkpoint_id === null;
  return [
    { label: "Checkpoint", value: step === null || isWithout ? MISSING : `step ${step} from ${trainedFrom(record)}` },
    ...rates,
    ...queueFacts(record),
    ...configFacts(record.experimental_config ?? {}),
    { label: "Base", value: base, title: base },
    ...(trainer === null ? [] : [{ label: "Trainer", value: trainer, title: trainer, isMore: true }]),
  ];
}

/** The place in the queue of a job that waits; the device of one that has started. */
function queueFacts({ queue_position: position, device }: JobRecord): readonly Fact[] {
  return [
    ...(position == null
      ? []
      : [
          {
            label: "Queue",
            value: position === 1 ? "next" : `number ${formatCount(position)}`,
            title: queueText(position),
          },
        ]),
    ...(device == null ? [] : [{ label: "Device", value: device }]),
  ];
}

/** The learning rate of the settings, or the last one that the trainer used. */
function rateFacts(record: JobRecord | null, table: JobFactsInput["table"]): readonly Fact[] {
  const given = plainNumber(record?.experimental_config?.learning_rate);
  const used = RATE_PATHS.flatMap((path) => table?.seriesOf(path) ?? [])[0]?.values.at(-1);
  const rate = typeof given === "number" ? given : used;
  return rate === undefined ? [] : [{ label: "Learning rate", value: formatMetric("learning_rate", rate) }];
}

/** The other settings that were specified; a null is unset. */
function configFacts(config: Readonly<Record<string, unknown>>): readonly Fact[] {
  return Object.entries(config).flatMap(([name, value]) => {
    if (value === null || value === undefined || name === "learning_rate") return [];
    const number = plainNumber(value);
    const text = typeof number === "number" ? formatMetric(name, number) : stringifyJson(value);
    return [{ label: name, value: text, isMore: true }];
  });
}
