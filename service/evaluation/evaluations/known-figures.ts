import type { RunTrials } from "./run-trials";

/** By the run, then by the run that it is compared with, itself where there is none. */
const known = new WeakMap<RunTrials, WeakMap<RunTrials, Map<string, unknown>>>();

/**
 * Returns what was computed of a run under a name before, or computes it. Trials in memory never change, and new ones are
 * another object, with which everything that was computed of the old ones is dropped. Resampling takes most of the time of
 * figures up to 500 examples, and each visit of the list and of a comparison asks for the same ones.
 *
 * @param name says everything else that the value depends on; the same name must always have the same type
 */
export function computedOnce<Value>(run: RunTrials, against: RunTrials, name: string, compute: () => Value): Value {
  const ofRun = known.get(run) ?? new WeakMap<RunTrials, Map<string, unknown>>();
  known.set(run, ofRun);
  const ofBoth = ofRun.get(against) ?? new Map<string, unknown>();
  ofRun.set(against, ofBoth);
  // The same name always has the same type.
  if (ofBoth.has(name)) return ofBoth.get(name) as Value;
  const value = compute();
  ofBoth.set(name, value);
  return value;
}
