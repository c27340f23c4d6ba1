import type { RunOrigin } from "@/lib/api/contract/training-runs/run-origin";

/** A line about where a run was started. */
interface OriginLine {
  readonly label: string;
  readonly value: string;
}

/** Packages that decide how a training goes; all others follow them by name. */
const FIRST_VERSIONS = ["python", "torch", "pytorch", "transformers", "trl", "peft", "verl", "vllm", "sglang"];

const rankOf = (name: string) => {
  const rank = FIRST_VERSIONS.indexOf(name.toLowerCase());
  return rank < 0 ? FIRST_VERSIONS.length : rank;
};

const byImportance = ([left]: readonly [string, string], [right]: readonly [string, string]) =>
  rankOf(left) - rankOf(right) || (left < right ? -1 : 1);

/** Returns the versions of a run's packages, the ones that decide most first. */
export const versionsOf = (origin: RunOrigin | null | undefined): readonly (readonly [string, string])[] =>
  Object.entries(origin?.versions ?? {}).sort(byImportance);

/** Returns where a run was started, in lines, without the versions. */
export function originLines(origin: RunOrigin | null | undefined): readonly OriginLine[] {
  const { program, command, folder, repository, branch, commit, has_changes, host, system, devices } = origin ?? {};
  const lines = [
    ["Program", program],
    ["Command", command],
    ["Folder", folder],
    ["Repository", repository],
    ["Branch", branch],
    ["Commit", commit == null ? null : `${commit}${has_changes === true ? ", with changes" : ""}`],
    ["Host", host],
    ["System", system],
    ["Devices", devices],
  ] as const;
  return lines.flatMap(([label, value]) => (value == null || value === "" ? [] : [{ label, value }]));
}
