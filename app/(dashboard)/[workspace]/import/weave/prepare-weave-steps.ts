import { countOf, formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import type { WeaveCount, WeaveStep } from "@/lib/import/weave/weave-service";
import type { WeaveState } from "./use-weave-import";

/** One kind of record, as far as it is imported. */
export interface WeaveStepRow {
  readonly step: WeaveStep;
  readonly name: string;
  /** What becomes of it. */
  readonly becomes: string;
  /** Null when unknown. */
  readonly total: number | null;
  /** Null before the import. */
  readonly count: WeaveCount | null;
  /** From 0 to 1; null where it is unknown or the step has not begun. */
  readonly share: number | null;
}

const STEPS = ["objects", "calls", "feedback"] as const;

const NAMES: Readonly<Record<WeaveStep, readonly [string, string]>> = {
  objects: ["Object versions", "versions of objects, with tables, files, tags"],
  calls: ["Calls", "calls with their ids"],
  feedback: ["Feedback", "feedback on the same calls"],
};

/** Returns the kinds of records of the other project with their figures. */
export function weaveStepRows(state: WeaveState): WeaveStepRow[] {
  if (!("content" in state)) return [];
  const { calls, objects, feedback } = state.content;
  const totals: Readonly<Record<WeaveStep, number | null>> = {
    objects: objects.reduce((sum, { versions }) => sum + versions, 0),
    calls,
    feedback,
  };
  const counts = state.kind === "done" ? state.report.counts : "progress" in state ? state.progress?.counts : undefined;
  return STEPS.map((step) => {
    const [name, becomes] = NAMES[step];
    const count = counts?.[step] ?? null;
    const total = totals[step];
    const share = count === null || total === null || count.read === 0 ? null : Math.min(1, count.read / total);
    return { step, name, becomes, total, count, share };
  });
}

/** The running step in words: `12,000 of 100,000 calls, 3,100 a second, about 28 s left`. */
export function weaveRunText(state: Extract<WeaveState, { kind: "running" }>): string {
  const { progress, runCalls, runMs } = state;
  if (progress === null) return "Starting";
  const { step, counts } = progress;
  const { read, total } = counts[step];
  const name = NAMES[step][0].toLowerCase();
  const done =
    total === null ? `${formatCount(read)} ${name}` : `${formatCount(read)} of ${formatCount(total)} ${name}`;
  if (step !== "calls" || runMs < 1000 || runCalls === 0) return done;
  const perMs = runCalls / runMs;
  const left = total === null ? "" : `, about ${formatDuration(Math.max(0, total - read) / perMs)} left`;
  return `${done}, ${formatCount(Math.round(perMs * 1000))} a second${left}`;
}

/** The number of all records, as far as it is known. */
export function weaveTotal(rows: readonly WeaveStepRow[]): number {
  return rows.reduce((sum, row) => sum + (row.total ?? 0), 0);
}

/** The share of all records that are read, from 0 to 1. */
export function weaveShare(rows: readonly WeaveStepRow[]): number {
  const total = weaveTotal(rows);
  const read = rows.reduce((sum, { count, total: of }) => sum + Math.min(count?.read ?? 0, of ?? 0), 0);
  return total === 0 ? 0 : read / total;
}

/** `12 objects, 3,400 calls and 20 feedback records`, for the button. */
export function weaveContentText(rows: readonly WeaveStepRow[]): string {
  const texts = rows.flatMap(({ step, total }) => {
    if (total === null || total === 0) return [];
    return step === "objects" ? [countOf(total, "version")] : step === "calls" ? [countOf(total, "call")] : [];
  });
  return texts.join(" and ");
}
