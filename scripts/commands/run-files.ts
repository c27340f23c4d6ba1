import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import { errorMessage } from "@/lib/failure/error-message";
import { parquetRows } from "@/lib/import/runs/parquet-rows";
import { parsePythonJson } from "@/lib/import/runs/parse-python-json";
import { readRunValue } from "@/lib/import/runs/read-run-value";
import type { RunValue } from "@/lib/import/runs/run-entry";
import { type FolderFile, findFiles } from "./folder-files";
import { CommandLineError } from "./import-target";

const TRAINER_STATE = "trainer_state.json";

/** Folders and files of validation: their rollouts were not trained on. */
const VALIDATION =
  /(?:^|[/\\])(?:val|valid|validation|eval|evals|evaluation|test)(?:_[^/\\]*)?(?:\.jsonl|\.parquet)?(?:[/\\]|$)/;

const isRunFile = (path: string) =>
  (/\.(?:jsonl|parquet)$/.test(path) || path.endsWith(TRAINER_STATE)) && !VALIDATION.test(path);

/**
 * Returns the files of a training run by their last change: the file itself, or those below a folder, without
 * validation.
 *
 * @throws CommandLineError when there is no such file or folder
 */
export async function findRunFiles(path: string): Promise<readonly FolderFile[]> {
  const stats = await stat(path).catch(() => null);
  if (stats === null) throw new CommandLineError(`File or folder ${path} not found.`);
  if (stats.isFile()) return [{ path, bytes: stats.size, modifiedMs: stats.mtimeMs }];
  return await findFiles(path, isRunFile);
}

/** A value of a file, or why it is not one of a training run. */
export type RunFileValue =
  | { readonly kind: "value"; readonly value: RunValue }
  | { readonly kind: "skipped"; readonly line: number; readonly reason: string; readonly isLast: boolean };

const NOT_A_RUN = "This is neither a rollout nor the metrics of a step, as verl, prime-rl, TRL or ART write them.";

function runFileValue(value: unknown, line: number, path: string, isLast: boolean): RunFileValue {
  const found = readRunValue(value, path);
  return found === null ? { kind: "skipped", line, reason: NOT_A_RUN, isLast } : { kind: "value", value: found };
}

function read(text: string, line: number, path: string, isLast: boolean): RunFileValue {
  try {
    return runFileValue(parsePythonJson(text), line, path, isLast);
  } catch (error) {
    return { kind: "skipped", line, reason: `Not JSON: ${errorMessage(error)}`, isLast };
  }
}

/** Yields the values of the rows of a Parquet file, whose numbers count as lines. The file of a running program may be incomplete. */
async function* readParquetFile(path: string): AsyncGenerator<RunFileValue> {
  let row = 0;
  try {
    for await (const value of parquetRows(path)) {
      row += 1;
      yield runFileValue(value, row, path, false);
    }
  } catch (error) {
    yield { kind: "skipped", line: row + 1, reason: `Not readable as Parquet: ${errorMessage(error)}`, isLast: true };
  }
}

/** Yields the values of a file: one for each line of a JSONL file or row of a Parquet file, one for any other file. */
export async function* readRunFile(path: string): AsyncGenerator<RunFileValue> {
  if (path.endsWith(".parquet")) {
    yield* readParquetFile(path);
    return;
  }
  if (!path.endsWith(".jsonl")) {
    yield read(await readFile(path, "utf8"), 1, path, true);
    return;
  }
  const lines = createInterface({ input: createReadStream(path, "utf8"), crlfDelay: Number.POSITIVE_INFINITY });
  let [number, held] = [0, ""];
  for await (const line of lines) {
    if (held.trim() !== "") yield read(held, number, path, false);
    number += 1;
    held = line;
  }
  if (held.trim() !== "") yield read(held, number, path, true);
}
