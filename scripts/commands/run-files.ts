import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { asyncBufferFromFile } from "hyparquet";
import { errorMessage } from "@/lib/guard/error-message";
import { decodeText } from "@/lib/import/decode-text";
import { readRunValue } from "@/lib/import/runs/read-run-value";
import type { RunValue } from "@/lib/import/runs/run-entry";
import type { FileValue } from "@/lib/import/values/file-value";
import { readFileValues } from "@/lib/import/values/file-values";
import { ImportFileError } from "@/lib/import/values/import-file-error";
import { parquetRows } from "@/lib/import/values/parquet-rows";
import { type FolderFile, findFiles } from "./folder-files";
import { CommandLineError } from "./import-target";

const TRAINER_STATE = "trainer_state.json";

/** Folders and files of validation: their rollouts were not trained on. */
const VALIDATION =
  /(?:^|[/\\])(?:val|valid|validation|eval|evals|evaluation|test)(?:_[^/\\]*)?(?:\.jsonl|\.parquet)?(?:[/\\]|$)/;

/** All rollouts that prime-rl finished during a step; those that it trained on are beside them. */
const NOT_TRAINED = /[/\\]step_\d+[/\\]train[/\\]all[/\\]/;

const isRunFile = (path: string) =>
  (/\.(?:jsonl|parquet)$/.test(path) || path.endsWith(TRAINER_STATE)) &&
  !VALIDATION.test(path) &&
  !NOT_TRAINED.test(path);

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
  | { readonly kind: "value"; readonly filePosition: string; readonly value: RunValue }
  | { readonly kind: "skipped"; readonly filePosition: string; readonly reason: string; readonly isLast: boolean };

const NOT_A_RUN = "This is neither a rollout nor the metrics of a step, as verl, prime-rl, TRL or ART write them.";

function runFileValue(found: FileValue, path: string, isLast: boolean): RunFileValue {
  const { filePosition } = found;
  if (found.kind === "unreadable") return { kind: "skipped", filePosition, reason: found.reason, isLast };
  const value = readRunValue(found.value, path);
  if (value === null) return { kind: "skipped", filePosition, reason: NOT_A_RUN, isLast };
  return { kind: "value", filePosition, value };
}

/** Yields the values of the rows of a Parquet file. The file of a running program may be incomplete. */
async function* readParquetFile(path: string): AsyncGenerator<RunFileValue> {
  let row = 0;
  const position = () => `row ${row}`;
  try {
    for await (const { row: value } of parquetRows(await asyncBufferFromFile(path))) {
      row += 1;
      yield runFileValue({ kind: "value", filePosition: position(), value }, path, false);
    }
  } catch (error) {
    row += 1;
    const reason = `Not readable as Parquet: ${errorMessage(error)}`;
    yield { kind: "skipped", filePosition: position(), reason, isLast: true };
  }
}

/**
 * Yields the values of a file: the rows of a Parquet file, the entries of a JSON list, or JSON objects, one per line or
 * printed over several lines.
 */
export async function* readRunFile(path: string): AsyncGenerator<RunFileValue> {
  if (path.endsWith(".parquet")) {
    yield* readParquetFile(path);
    return;
  }
  let held: FileValue | null = null;
  try {
    for await (const found of readFileValues(decodeText(createReadStream(path)), JSON.parse)) {
      if (held !== null) yield runFileValue(held, path, false);
      held = found;
    }
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error;
    // A program creates its file before it writes to it.
    const isEmpty = (await stat(path)).size === 0;
    if (!isEmpty) yield { kind: "skipped", filePosition: "line 1", reason: error.message, isLast: true };
  }
  if (held !== null) yield runFileValue(held, path, true);
}
