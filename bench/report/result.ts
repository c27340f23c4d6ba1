import { execFileSync } from "node:child_process";
import { cpus, loadavg, platform, release, totalmem } from "node:os";

/** The baseline of a figure, in the same unit. */
export interface Baseline {
  readonly name: string;
  readonly value: number;
}

/** One measured figure. */
export interface ResultRow {
  readonly label: string;
  readonly value: number;
  readonly unit: string;
  /** Null when there is nothing to compare with. */
  readonly baseline: Baseline | null;
  /** The value by the baseline's; null when there is none, or it is zero. */
  readonly ratio: number | null;
}

/** Facts of the machine that figures depend on. */
interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
  /** Processes that wanted to run, on average of the last minute: at the start of the run and at its end. */
  readonly loadBefore: number;
  readonly loadAfter: number;
}

/** The outcome of one run of a benchmark, as it is written to a file. */
export interface Result {
  readonly name: string;
  /** The options that decide how much is measured. */
  readonly size: Readonly<Record<string, string | number>>;
  readonly measuredAt: string;
  /** The commit of the checkout; ends with "+" when files were changed since. */
  readonly commit: string;
  readonly machine: Machine;
  readonly rows: readonly ResultRow[];
  /** Sentences that belong to the figures. */
  readonly notes: readonly string[];
}

/** The load of the machine in the last minute. */
export function loadNow(): number {
  return loadavg()[0] ?? Number.NaN;
}

/** @param loadBefore the load when the run began */
export function machineFacts(loadBefore: number): Machine {
  const all = cpus();
  return {
    processor: all[0]?.model.trim() ?? "unknown",
    cores: all.length,
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    system: `${platform()} ${release()}`,
    node: process.version,
    loadBefore,
    loadAfter: loadNow(),
  };
}

/** The commit of a checkout; "unknown" outside of one. */
export function commitOf(folder: string): string {
  try {
    const git = (...args: string[]) => execFileSync("git", ["-C", folder, ...args], { encoding: "utf8" }).trim();
    const isChanged = git("status", "--porcelain", "--untracked-files=no") !== "";
    return `${git("rev-parse", "--short", "HEAD")}${isChanged ? "+" : ""}`;
  } catch {
    return "unknown";
  }
}
