import type { Checkpoint } from "@/components/training/models/use-checkpoints";
import type { ModelRecord } from "@/components/training/models/use-model";
import { formatCount } from "@/lib/format/count";
import { modelAddress } from "@/lib/training/jobs/model-address";

/** A model or checkpoint that the prompts run on. */
export interface ArenaColumn {
  /** The key in the URL: a step, or the name of another model. */
  readonly key: string;
  readonly label: string;
  /** The model name in a completion request. */
  readonly model: string;
  /** Null for another model. */
  readonly step: number | null;
  readonly checkpointId: string | null;
  /** True when it was deleted, or never existed. */
  readonly isGone: boolean;
}

/** More columns are too narrow to be read. */
export const MAX_COLUMNS = 6;

const DEFAULT_COUNT = 4;

/** The base and up to three evenly spaced checkpoints, including the newest. */
export function defaultColumns(checkpoints: readonly Pick<Checkpoint, "step">[]): readonly string[] {
  const steps = checkpoints.map(({ step }) => step);
  if (steps.length <= DEFAULT_COUNT) return steps.map(String);
  const last = steps.length - 1;
  const places = Array.from({ length: DEFAULT_COUNT }, (_, index) => Math.round((index * last) / (DEFAULT_COUNT - 1)));
  return places.flatMap((place) => (steps[place] === undefined ? [] : [String(steps[place])]));
}

/** The columns for the keys of a URL; each once, up to the maximum. */
export function arenaColumns(
  keys: readonly string[],
  record: ModelRecord,
  checkpoints: readonly Checkpoint[],
): readonly ArenaColumn[] {
  return [...new Set(keys)].slice(0, MAX_COLUMNS).map((key) => arenaColumn(key, record, checkpoints));
}

const STEP = /^\d{1,9}$/;

function arenaColumn(key: string, record: ModelRecord, checkpoints: readonly Checkpoint[]): ArenaColumn {
  if (!STEP.test(key)) return { key, label: key, model: key, step: null, checkpointId: null, isGone: false };
  const step = Number(key);
  const checkpointOfStep = checkpoints.find((checkpoint) => checkpoint.step === step);
  return {
    key,
    label: step === 0 ? record.base_model : `step ${formatCount(step)}`,
    model: modelAddress(record, step),
    step,
    checkpointId: checkpointOfStep?.id ?? null,
    isGone: checkpointOfStep === undefined,
  };
}

/** Checkpoints without a column, newest first. */
export function availableSteps(checkpoints: readonly Checkpoint[], keys: readonly string[]): readonly number[] {
  return checkpoints.flatMap(({ step }) => (keys.includes(String(step)) ? [] : [step])).reverse();
}
