import type { EvaluationRun, EvaluationRunDetail } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import { scoreValue, type TrialKey, type TrialResult } from "@/service/evaluation/evaluation-runs/trials/trial-result";

type ModelProgress = EvaluationRun["models"][number];

/** The figures of one model. */
type ModelFigures = Pick<ModelProgress, "done" | "errors" | "running" | "tokens" | "cost_usd" | "scores">;

type TrialEvent = EvaluationRunDetail["latest"][number];

const MAX_EVENTS = 20;
/** Milliseconds over which the rate is measured. */
const RATE_SPAN_MS = 120_000;
/** Fewer rows have no interval. */
const MIN_ROWS_FOR_INTERVAL = 10;

/** Values of one scorer for one model: their sum and number by row. */
interface ScoreSums {
  readonly sums: Float64Array;
  readonly counts: Uint32Array;
  scored: number;
  failed: number;
}

interface ModelTotals {
  done: number;
  errors: number;
  tokens: number;
  costUsd: number | null;
  readonly scores: ScoreSums[];
  /** By scorer, then rows × trials: one character each. */
  readonly marks: Uint8Array[];
}

const WAITING = ".".charCodeAt(0);
const RUNNING = "r".charCodeAt(0);
const FAILED = "e".charCodeAt(0);
const UNSCORED = "n".charCodeAt(0);

/** The digit of a score from 0 to 1; scores outside of it are at its ends. */
function markOf(score: unknown): number {
  const value = scoreValue(score);
  return value === null ? UNSCORED : 48 + Math.round(Math.min(1, Math.max(0, value)) * 9);
}

/** Student's t for 95 %, within 0.03 from ten rows on. */
const criticalValue = (count: number) => 1.96 + 2.5 / (count - 1);

/** The figures of a run while it goes on, kept up to date with every trial. */
export class RunTotals {
  readonly #rows: number;
  readonly #trials: number;
  readonly #scorers: readonly string[];
  readonly #models: ModelTotals[];
  readonly #running = new Map<string, TrialKey>();
  readonly #doneByRow: Uint32Array;
  readonly #ends: number[] = [];
  readonly #firstErrors: TrialEvent[] = [];
  readonly #latest: TrialEvent[] = [];
  /** Of ended trials, which estimates of the next one are made from. */
  spentUsd = 0;

  constructor(size: { models: number; rows: number; trials: number; scorers: readonly string[] }) {
    this.#rows = size.rows;
    this.#trials = size.trials;
    this.#scorers = size.scorers;
    this.#doneByRow = new Uint32Array(size.rows);
    this.#models = Array.from({ length: size.models }, () => ({
      done: 0,
      errors: 0,
      tokens: 0,
      costUsd: 0,
      scores: size.scorers.map(() => ({
        sums: new Float64Array(size.rows),
        counts: new Uint32Array(size.rows),
        scored: 0,
        failed: 0,
      })),
      marks: size.scorers.map(() => new Uint8Array(size.rows * size.trials).fill(WAITING)),
    }));
  }

  get done(): number {
    return this.#models.reduce((sum, { done }) => sum + done, 0);
  }

  get errors(): number {
    return this.#models.reduce((sum, { errors }) => sum + errors, 0);
  }

  get costUsd(): number | null {
    return this.#models.reduce<number | null>(
      (sum, { costUsd }) => (sum === null || costUsd === null ? null : sum + costUsd),
      0,
    );
  }

  get tokens(): number {
    return this.#models.reduce((sum, { tokens }) => sum + tokens, 0);
  }

  begin(key: TrialKey): void {
    this.#running.set(JSON.stringify([key.modelIndex, key.position, key.trial]), key);
    this.#mark(key, () => RUNNING);
  }

  /** Forgets a trial that was interrupted. */
  leave(key: TrialKey): void {
    if (this.#running.delete(JSON.stringify([key.modelIndex, key.position, key.trial]))) this.#mark(key, () => WAITING);
  }

  add(result: TrialResult): void {
    const model = this.#models[result.modelIndex];
    if (!model || result.position >= this.#rows) return;
    this.leave(result);
    const endedMs = Date.parse(result.endedAt);
    const hasFailed = result.error !== null || Object.keys(result.scorerErrors).length > 0;
    model.done += 1;
    model.errors += hasFailed ? 1 : 0;
    model.tokens += result.tokens;
    model.costUsd = model.costUsd === null || result.costUsd === null ? null : model.costUsd + result.costUsd;
    this.spentUsd += result.costUsd ?? 0;
    this.#doneByRow[result.position] = (this.#doneByRow[result.position] ?? 0) + 1;
    this.#ends.push(endedMs);
    for (const [index, name] of this.#scorers.entries()) this.#addScore(model.scores[index], name, result);
    this.#mark(result, (name) =>
      result.error !== null || Object.hasOwn(result.scorerErrors, name) ? FAILED : markOf(result.scores[name]),
    );
    this.#addEvent(result, hasFailed);
  }

  #addScore(sums: ScoreSums | undefined, name: string, { position, error, scorerErrors, scores }: TrialResult): void {
    if (!sums) return;
    if (error !== null || Object.hasOwn(scorerErrors, name)) {
      sums.failed += 1;
      return;
    }
    const value = scoreValue(scores[name]);
    if (value === null) return;
    sums.scored += 1;
    sums.sums[position] = (sums.sums[position] ?? 0) + value;
    sums.counts[position] = (sums.counts[position] ?? 0) + 1;
  }

  #addEvent(result: TrialResult, hasFailed: boolean): void {
    const value = this.#scorers.map((name) => scoreValue(result.scores[name])).find((one) => one !== null);
    const [failedScorer] = Object.entries(result.scorerErrors);
    const event: TrialEvent = {
      model_index: result.modelIndex,
      position: result.position,
      trial: result.trial,
      call_id: result.callId,
      ended_at: result.endedAt,
      error: result.error ?? (failedScorer ? `${failedScorer[0]}: ${failedScorer[1]}` : null),
      value: value ?? null,
    };
    if (hasFailed && this.#firstErrors.length < MAX_EVENTS) this.#firstErrors.push(event);
    this.#latest.unshift(event);
    this.#latest.length = Math.min(this.#latest.length, MAX_EVENTS);
  }

  #mark({ modelIndex, position, trial }: TrialKey, markFor: (scorer: string) => number): void {
    const model = this.#models[modelIndex];
    for (const [index, name] of this.#scorers.entries()) {
      const marks = model?.marks[index];
      if (marks) marks[position * this.#trials + trial] = markFor(name);
    }
  }

  /** Trials that ended in the last minutes, per minute; null when none did. */
  ratePerMinute(nowMs = Date.now()): number | null {
    const from = nowMs - RATE_SPAN_MS;
    const recent = this.#ends.filter((end) => end > from);
    const [first] = recent;
    if (first === undefined || recent.length < 2) return null;
    return (recent.length / Math.max(nowMs - Math.min(...recent.slice(0, 100)), 1000)) * 60_000;
  }

  get firstErrors(): readonly TrialEvent[] {
    return this.#firstErrors;
  }

  get latest(): readonly TrialEvent[] {
    return this.#latest;
  }

  get rowsComplete(): number {
    const all = this.#models.length * this.#trials;
    return this.#doneByRow.reduce((sum, done) => sum + (done === all ? 1 : 0), 0);
  }

  models(): ModelFigures[] {
    const running = [...this.#running.values()];
    return this.#models.map(({ done, errors, tokens, costUsd, scores }, index) => ({
      done,
      errors,
      running: running.filter(({ modelIndex }) => modelIndex === index).length,
      tokens,
      cost_usd: costUsd,
      scores: scores.map((sums, scorer) => ({ name: this.#scorers[scorer] ?? "", ...figuresOf(sums) })),
    }));
  }

  /** Positions of rows with a trial that runs or has ended, in the order of the rows: none moves while others end. */
  positions(): number[] {
    const running = new Set([...this.#running.values()].map(({ position }) => position));
    return Array.from(this.#doneByRow.keys()).filter((at) => running.has(at) || (this.#doneByRow[at] ?? 0) > 0);
  }

  /** The marks of a row for one scorer, by model. */
  marksOf(position: number, scorerIndex: number): { marks: string[]; done: number } {
    const from = position * this.#trials;
    const marks = this.#models.map((model) =>
      Buffer.from(model.marks[scorerIndex]?.subarray(from, from + this.#trials) ?? []).toString("latin1"),
    );
    return { marks, done: this.#doneByRow[position] ?? 0 };
  }
}

/** The mean of the row means, with its interval over rows: trials of one row are not independent. */
function figuresOf({ sums, counts, scored, failed }: ScoreSums) {
  const means: number[] = [];
  for (const [row, count] of counts.entries()) if (count > 0) means.push((sums[row] ?? 0) / count);
  if (means.length === 0) return { mean: null, low: null, high: null, scored, failed };
  const mean = means.reduce((sum, value) => sum + value, 0) / means.length;
  if (means.length < MIN_ROWS_FOR_INTERVAL) return { mean, low: null, high: null, scored, failed };
  const variance = means.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (means.length - 1);
  const half = criticalValue(means.length) * Math.sqrt(variance / means.length);
  return { mean, low: mean - half, high: mean + half, scored, failed };
}
