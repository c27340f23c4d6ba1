import { existsSync } from "node:fs";
import { installedChromium } from "@/scripts/checks/runners/chromium";
import type { Benchmark } from "./benchmarks";

/** The parts of this machine that benchmarks need. */
export interface Surroundings {
  /** The browser's program. */
  readonly chromium: string | undefined;
  readonly hasDashboard: boolean;
}

export function readSurroundings(): Surroundings {
  return {
    chromium: process.env.HEDDLE_CHROMIUM ?? installedChromium(),
    hasDashboard: existsSync(".next/BUILD_ID"),
  };
}

/** Why a benchmark cannot or should not run here, as the end of a sentence; null when it can. */
export function reasonToLeaveOut(
  { needs, small }: Benchmark,
  { chromium, hasDashboard }: Surroundings,
  isSmall: boolean,
): string | null {
  if (isSmall && typeof small === "string") return small;
  if (needs === "browser" && chromium === undefined) return "there is no Chromium; set HEDDLE_CHROMIUM to its path";
  // A full run builds what is missing; the small mode has no time for that.
  if (isSmall && needs !== undefined && !hasDashboard) return "the dashboard is not built; npm start builds it";
  return null;
}
