import type { Checkpoint } from "@/components/training/models/use-checkpoints";
import type { CheckpointEvaluation } from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { parseTime } from "@/lib/format/time";

/** A figure of a checkpoint and its difference from the base. */
interface CheckpointFigure {
  readonly value: number | null;
  readonly fromBase: number | null;
}

export interface JobCheckpointRow {
  readonly id: string;
  readonly step: number;
  /** True if the job of the page created it. */
  readonly isOwn: boolean;
  /** True for the best checkpoint by the evaluation of the model. */
  readonly isBest: boolean;
  /** The score of its evaluation. */
  readonly score: CheckpointFigure;
  readonly callId: string | null;
  /** Metrics of the trainer, in the order of the columns. */
  readonly figures: readonly CheckpointFigure[];
  readonly savedMs: number | null;
}

export interface JobCheckpoints {
  /** The score that decides which checkpoint is the best; null if none is set. */
  readonly scoreName: string | null;
  /** Metrics that are columns. */
  readonly columns: readonly string[];
  /** Newest first. */
  readonly rows: readonly JobCheckpointRow[];
}

/** Patterns of the metrics that get a column if checkpoints have them, in order. */
const COLUMNS = [
  /^reward$/,
  /(^|\/)reward$/,
  /^kl_policy_ref$/,
  /(^|[./_])kl/,
  /^entropy$/,
  /^loss$/,
  /^grad_norm$/,
] as const;
const MAX_COLUMNS = 4;

function columnsOf(checkpoints: readonly Checkpoint[]): readonly string[] {
  const names = [...new Set(checkpoints.flatMap(({ metrics }) => Object.keys(metrics)))].sort();
  const found = new Set<string>();
  for (const pattern of COLUMNS) {
    const name = names.find((one) => pattern.test(one));
    // One column for rewards and one for KL is enough: several patterns may match similar metrics.
    const isKnown = [...found].some(
      (one) => (/kl/.test(one) && /kl/.test(name ?? "")) || (/reward/.test(one) && /reward/.test(name ?? "")),
    );
    if (name !== undefined && !isKnown && found.size < MAX_COLUMNS) found.add(name);
  }
  return [...found];
}

const numberOf = (value: unknown) => {
  const number = plainNumber(value);
  return typeof number === "number" && Number.isFinite(number) ? number : null;
};

const difference = (value: number | null, base: number | null) =>
  value === null || base === null || value === base ? null : value - base;

/**
 * Returns the checkpoints of a job's model, with their difference from the first one that has the figure.
 *
 * @param checkpoints in ascending order of steps
 */
export function jobCheckpoints(
  checkpoints: readonly Checkpoint[],
  evaluation: CheckpointEvaluation | null,
  jobId: string,
): JobCheckpoints {
  const columns = columnsOf(checkpoints);
  const scoreName = evaluation?.settings?.score ?? null;
  const runs = new Map(evaluation?.checkpoints.map(({ step, run }) => [step, run]) ?? []);
  const scoreOf = (step: number) => {
    const figures = runs.get(step)?.figures ?? null;
    return figures?.scores.find(({ id }) => id === scoreName)?.mean ?? null;
  };
  const first = (values: readonly (number | null)[]) => values.find((value) => value !== null) ?? null;
  const baseScore = first(checkpoints.map(({ step }) => scoreOf(step)));
  const bases = columns.map((name) => first(checkpoints.map(({ metrics }) => numberOf(metrics[name]))));
  const rows = checkpoints.map(({ id, step, metrics, created_at, training_job_id }) => {
    const score = scoreOf(step);
    return {
      id,
      step,
      isOwn: training_job_id === jobId,
      isBest: evaluation?.best?.step === step,
      score: { value: score, fromBase: difference(score, baseScore) },
      callId: runs.get(step)?.call_id ?? null,
      figures: columns.map((name, index) => {
        const value = numberOf(metrics[name]);
        return { value, fromBase: difference(value, bases[index] ?? null) };
      }),
      savedMs: parseTime(created_at),
    };
  });
  return { scoreName, columns, rows: rows.reverse() };
}
