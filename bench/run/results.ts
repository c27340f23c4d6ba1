import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { RESULTS_FOLDER } from "@/bench/report/report";
import type { Result } from "@/bench/report/result";

/** Kept results are committed: the last one of each benchmark, and of its small mode. */
const KEPT_FOLDER = "bench/results";

const last = (name: string) => `${RESULTS_FOLDER}/${name}.json`;
const kept = (name: string, isSmall: boolean) => `${KEPT_FOLDER}/${name}${isSmall ? ".small" : ""}.json`;

function read(file: string): Result | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Result) : null;
}

/** Deletes the last result, so that a run that fails leaves none. */
export function forgetLast(name: string): void {
  rmSync(last(name), { force: true });
}

export function readLast(name: string): Result | null {
  return read(last(name));
}

export function readKept(name: string, isSmall: boolean): Result | null {
  return read(kept(name, isSmall));
}

/** Keeps the last result in place of the one that was kept before. @returns its file */
export function keepLast(name: string, isSmall: boolean): string {
  mkdirSync(KEPT_FOLDER, { recursive: true });
  const file = kept(name, isSmall);
  copyFileSync(last(name), file);
  return file;
}
