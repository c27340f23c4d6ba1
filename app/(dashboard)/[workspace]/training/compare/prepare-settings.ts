import { plainNumber, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { JobRecord } from "@/lib/api/contract/training/training-jobs";
import { formatCount } from "@/lib/format/count";
import { trainedFrom } from "@/lib/training/jobs/trained-from";

/** A setting with the value of each job; null where a job has none, or it is unknown. */
export interface SettingRow {
  readonly name: string;
  readonly values: readonly (string | null)[];
  /** All jobs have the same value. */
  readonly isSame: boolean;
}

/** Returns the settings of the jobs: model, data and configuration. Configuration that no job sets is omitted. */
export function settingRows(records: readonly (JobRecord | null)[]): readonly SettingRow[] {
  const configs = records.map((record) => record?.experimental_config ?? {});
  const names = [...new Set(configs.flatMap((config) => Object.keys(config)))];
  const own = (name: string, textOf: (record: JobRecord) => string | null) =>
    row(
      name,
      records.map((record) => record && textOf(record)),
    );
  return [
    own("model", ({ model_name }) => model_name),
    own("base model", ({ base_model }) => base_model),
    own("trained from", trainedFrom),
    own("trainer", ({ trainer }) => trainer),
    own("gradient steps", ({ num_sequences: count }) => (count === null ? null : formatCount(count))),
    ...names.map((name) =>
      row(
        name,
        configs.map((config) => settingText(config[name])),
      ),
    ),
  ].filter(({ values }) => values.some((value) => value !== null));
}

function row(name: string, values: readonly (string | null)[]): SettingRow {
  return { name, values, isSame: values.every((value) => value === values[0]) };
}

function settingText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  // Exact, since the last digit may differ.
  const number = plainNumber(value);
  if (typeof number === "number") return String(number);
  return typeof value === "string" ? value : stringifyJson(value);
}
