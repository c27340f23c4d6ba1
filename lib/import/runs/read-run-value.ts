import { isMembers, type Members } from "@/lib/json/value/members";
import { artEntry } from "./art-entries";
import { artParquetEntry } from "./art-parquet";
import { primeRlEntry } from "./prime-rl-entries";
import { metricsOf, type RunEntry, type RunValue, stepOf } from "./run-entry";
import { trlCompletionEntry } from "./trl-completions";
import { trlEntries } from "./trl-entries";
import { verlEntry } from "./verl-entries";

/** A file of a step: prime-rl's rollouts that were trained on, in either place, or a file that is named by its step. */
const OF_STEP = /(?:^|[/\\])(?:step_(\d{1,9})[/\\](?:train[/\\]effective[/\\])?[^/\\]*|(\d{1,9})\.(?:jsonl|parquet))$/;

/** The step in a path: `…/step_12/train_rollouts.jsonl`, `…/train/0012.jsonl`, `…/train/0012.parquet`; null without one. */
export function stepInPath(path: string): number | null {
  const [, folder, file] = OF_STEP.exec(path) ?? [];
  const digits = folder ?? file;
  return digits === undefined ? null : Number(digits);
}

/** Times and counters that a logger adds to its metrics. */
const NOT_METRICS = new Set(["step", "time", "training_step", "_step", "_timestamp", "_runtime"]);

/** Members with the time of a line: ISO 8601, or seconds since 1970. */
const TIMES = ["recorded_at", "time", "_timestamp", "timestamp"] as const;
/** A smaller number is a duration. */
const MIN_EPOCH_SECONDS = 1e9;
const MS_PER_SECOND = 1000;

/** Returns the time of a line as ISO 8601; null where it does not say one. */
function timeOf(value: Members): string | null {
  for (const name of TIMES) {
    const time = value[name];
    if (typeof time === "number" && time >= MIN_EPOCH_SECONDS) return new Date(time * MS_PER_SECOND).toISOString();
    // Python writes the time of UTC without a zone.
    const ms =
      typeof time === "string" ? Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time}Z`) : Number.NaN;
    if (Number.isFinite(ms)) return new Date(ms).toISOString();
  }
  return null;
}

/**
 * Metrics of a step, flat in one object: prime-rl's `metrics.jsonl`, ART's `history.jsonl`. Objects and lists are content
 * of other files.
 */
function flatMetrics(value: Members): RunEntry | null {
  const step = stepOf(value.step);
  if (step === null || Object.values(value).some((member) => typeof member === "object" && member !== null))
    return null;
  const metrics = metricsOf(value, NOT_METRICS);
  const at = timeOf(value);
  return Object.keys(metrics).length === 0 ? null : { step, metrics, rollouts: [], ...(at === null ? {} : { at }) };
}

/**
 * Returns what a value of a training program's file says about its run, or null when no known program writes such
 * values. The program is found by the members of the value, not by the name of the file.
 *
 * @param value one line of a JSONL file, a row of a Parquet file, or a whole JSON file
 * @param path of its file; only the number of the step is read from it, where the lines do not contain it
 */
export function readRunValue(value: unknown, path: string): RunValue | null {
  if (!isMembers(value)) return null;
  const steps = trlEntries(value);
  if (steps !== null) return { program: "TRL", entries: steps };
  const completion = trlCompletionEntry(value);
  if (completion !== null) return { program: "TRL", entries: [completion] };
  const verl = verlEntry(value);
  if (verl !== null) return { program: "verl", entries: [verl] };
  const step = stepInPath(path);
  if (step !== null) {
    const group = artEntry(value, step) ?? artParquetEntry(value, step);
    if (group !== null) return { program: "ART", entries: [group] };
    const rollout = primeRlEntry(value, step);
    if (rollout !== null) return { program: "prime-rl", entries: [rollout] };
  }
  const metrics = flatMetrics(value);
  return metrics === null ? null : { program: "recorded_at" in value ? "ART" : null, entries: [metrics] };
}
