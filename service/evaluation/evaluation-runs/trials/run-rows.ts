import type { EvaluatedRows, RowFilter } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { isJsonObject } from "@/lib/guard/json-object";
import { textOf, valueAtPath } from "@/service/evaluation/evaluation-runs/scorers/value-at-path";
import { ValidationError } from "@/service/kernel/errors/service-errors";
import { parseRef } from "@/service/kernel/json/refs";
import { readRows } from "@/service/traces/store/tables/table-reader";
import { type RefStores, readRefs } from "@/service/traces/values/ref-values";

/** A row that a run evaluates. */
export interface RunRow {
  /** In the whole table. */
  readonly position: number;
  readonly digest: string;
  readonly row: Readonly<Record<string, unknown>>;
}

export interface RunRows {
  readonly rows: readonly RunRow[];
  readonly rowsInTable: number;
  readonly columns: ReadonlySet<string>;
  /** The name of the Dataset object. */
  readonly datasetName: string;
}

/** Rows are in memory while a run goes on. */
const MAX_RUN_ROWS = 100_000;

/** An error that names a member of the settings. */
export function settingsError(path: readonly (string | number)[], message: string): ValidationError {
  return new ValidationError([{ loc: ["body", "settings", ...path.map(String)], msg: message, type: "value_error" }]);
}

function matches({ column, operator, value }: RowFilter, row: RunRow["row"]): boolean {
  const found = valueAtPath(row, column);
  const isEmpty = found === undefined || found === null || found === "";
  switch (operator) {
    case "is":
      return !isEmpty && textOf(found) === value;
    case "is_not":
      return isEmpty || textOf(found) !== value;
    case "contains":
      return !isEmpty && textOf(found).toLowerCase().includes(value.toLowerCase());
    case "is_empty":
      return isEmpty;
    case "is_not_empty":
      return !isEmpty;
  }
}

/** Returns numbers from 0 to 1 that depend on the seed alone (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Takes a sample, in the order of the table. */
function sampleOf(rows: readonly RunRow[], sample: EvaluatedRows["sample"]): readonly RunRow[] {
  if (sample.kind === "all" || rows.length <= sample.count) return rows;
  if (sample.kind === "first") return rows.slice(0, sample.count);
  const random = randomNumbers(sample.seed);
  const shuffled = [...rows];
  for (let at = 0; at < sample.count; at += 1) {
    const other = at + Math.floor(random() * (shuffled.length - at));
    const [left, right] = [shuffled[at], shuffled[other]];
    if (left && right) [shuffled[at], shuffled[other]] = [right, left];
  }
  return shuffled.slice(0, sample.count).sort((left, right) => left.position - right.position);
}

/** Returns the digest of the table of a Dataset object. @throws ValidationError when there is none */
async function tableOf(stores: RefStores, projectId: string, ref: string, signal: AbortSignal) {
  const at = ["rows", "dataset_ref"];
  const dataset = parseRef(ref);
  if (dataset?.kind !== "object" || dataset.steps.length > 0)
    throw settingsError(at, "Not the ref of a Dataset object");
  // Access was checked for this project.
  if (dataset.project !== projectId) throw settingsError(at, "The table is in another project");
  const [text] = await readRefs(stores, [ref], signal);
  const value = text ? parseJson(text) : null;
  const table = isJsonObject(value) && typeof value.rows === "string" ? parseRef(value.rows) : null;
  if (table?.kind !== "table" || table.project !== projectId)
    throw settingsError(at, "This object has no table, or was deleted");
  return { digest: table.digest, name: dataset.name };
}

/**
 * Reads the rows of a run: those that match all filters, then the sample of them.
 *
 * @throws ValidationError when the dataset has no table, or too many rows; NotFoundError when it never existed
 */
export async function readRunRows(
  stores: RefStores,
  projectId: string,
  selection: EvaluatedRows,
  signal: AbortSignal,
): Promise<RunRows> {
  const { digest, name } = await tableOf(stores, projectId, selection.dataset_ref, signal);
  const found: RunRow[] = [];
  const columns = new Set<string>();
  let rowsInTable = 0;
  const all = { projectId, digest, rowDigests: null, sortBy: [], limit: null, offset: 0 };
  const isFirst = selection.sample.kind === "first" ? selection.sample.count : Number.POSITIVE_INFINITY;
  for await (const block of readRows(stores.store, all, signal)) {
    for (const { position, digest: rowDigest, val } of block) {
      rowsInTable += 1;
      if (found.length >= isFirst) continue;
      const row = parseJson(val);
      if (!isJsonObject(row) || !selection.filters.every((filter) => matches(filter, row))) continue;
      for (const column of Object.keys(row)) columns.add(column);
      found.push({ position, digest: rowDigest, row });
    }
    if (found.length > MAX_RUN_ROWS && selection.sample.kind !== "random")
      throw settingsError(["rows", "sample"], `More than ${MAX_RUN_ROWS} rows: take a sample`);
  }
  return { rows: sampleOf(found, selection.sample), rowsInTable, columns, datasetName: name };
}
