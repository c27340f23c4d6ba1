import { plainNumber, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { isMembers } from "@/lib/json/value/members";
import { originLines, versionsOf } from "./run-origin-lines";
import { prepareRunSettings } from "./run-settings";
import { modelText } from "./run-words";

/** A setting with the value of each run; null where a run has none, or it is not loaded. */
export interface ComparedSetting {
  readonly name: string;
  readonly values: readonly (string | null)[];
  /** True if all runs have the same value. */
  readonly isSame: boolean;
}

/** Returns the members of a configuration by path: `actor.optim.lr`. A list is one value. */
function flattened(value: unknown, path: string): readonly (readonly [path: string, text: string])[] {
  // Exact, since the last digit may differ.
  const number = plainNumber(value);
  if (typeof number === "number") return [[path, String(number)]];
  if (value === null || value === undefined) return [];
  if (isMembers(value) && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([name, member]) => flattened(member, path === "" ? name : `${path}.${name}`));
  }
  return [[path, typeof value === "string" ? value : stringifyJson(value)]];
}

function settingsOf(run: TrainingRunDetail): ReadonlyMap<string, string> {
  const lines = run.settings === null ? [] : prepareRunSettings({ ...run, config: null });
  return new Map([
    ["Model", modelText(run)],
    ...lines.map(({ label, value }) => [label, value] as const),
    ...flattened(run.config ?? {}, "").filter(([path]) => path !== ""),
    ...originLines(run.origin).map(({ label, value }) => [label, value] as const),
    ...versionsOf(run.origin).map(([name, version]) => [`version of ${name}`, version] as const),
  ]);
}

/** Returns the settings of runs side by side: models, prompts and tasks, then the configuration by path, and where they were started. */
export function comparedSettings(runs: readonly (TrainingRunDetail | null)[]): readonly ComparedSetting[] {
  const all = runs.map((run) => (run === null ? null : settingsOf(run)));
  const names = [...new Set(all.flatMap((settings) => [...(settings?.keys() ?? [])]))];
  return names.map((name) => {
    const values = all.map((settings) => settings?.get(name) ?? null);
    const known = values.filter((_, index) => all[index] !== null);
    return { name, values, isSame: known.every((value) => value === known[0]) };
  });
}
