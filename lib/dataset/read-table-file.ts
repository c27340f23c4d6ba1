import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { isJsonObject } from "@/lib/guard/json-object";
import { type DelimitedRecord, readDelimited } from "@/lib/import/values/delimited-values";
import type { FileValue } from "@/lib/import/values/file-value";
import { readFileValues } from "@/lib/import/values/file-values";
import { ImportFileError } from "@/lib/import/values/import-file-error";
import { type Dictionary, isDictionary } from "@/lib/json/value/value-kind";

/** The kind of a file by its name, also of a compressed one: a list or lines of JSON are distinguished by their content. */
export type TableFileKind = "csv" | "tsv" | "json";

export function fileKind(name: string): TableFileKind {
  const ending = name
    .toLowerCase()
    .replace(/\.(?:gz|zst)$/, "")
    .split(".")
    .at(-1);
  return ending === "csv" || ending === "tsv" ? ending : ending === "tab" ? "tsv" : "json";
}

/** Limited by the page's memory: the browser builds the whole table before it is sent. */
export const MAX_ROWS = 1_000_000;

/**
 * Returns the rows of a file, all of them or none.
 *
 * @throws ImportFileError with the position of the first invalid row
 */
export async function readTableFile(
  chunks: AsyncIterable<string>,
  kind: TableFileKind,
): Promise<readonly Dictionary[]> {
  if (kind === "json") return await rowsOfValues(readFileValues(chunks));
  return withRows(await delimitedRows(chunks, kind === "csv" ? "," : "\t"));
}

function withRows(rows: readonly Dictionary[]): readonly Dictionary[] {
  if (rows.length === 0) throw new ImportFileError("The file has no rows.");
  return rows;
}

function checkCount(rows: readonly unknown[]): void {
  if (rows.length > MAX_ROWS) throw new ImportFileError("The file has more than a million rows. Send it with an SDK.");
}

/**
 * Returns the values of a file as rows.
 *
 * @throws ImportFileError with the position of the first invalid row
 */
export async function rowsOfValues(
  values: AsyncIterable<FileValue>,
  { isNanMissing = false }: { readonly isNanMissing?: boolean } = {},
): Promise<readonly Dictionary[]> {
  const rows: Dictionary[] = [];
  for await (const item of values) {
    if (item.kind === "unreadable") throw new ImportFileError(`At ${item.filePosition}: ${item.reason}`);
    if (item.nonFiniteCount !== undefined && !isNanMissing)
      throw new ImportFileError(`At ${item.filePosition}: JSON has no NaN or Infinity. Write null or a text.`);
    if (!isDictionary(item.value))
      throw new ImportFileError(`At ${item.filePosition}: a row must be an object with fields.`);
    rows.push(item.value);
    checkCount(rows);
  }
  return withRows(rows);
}

/** Columns of an exported table that are not part of its values. */
const EXPORT_COLUMNS = ["original_index", "row_digest"];

async function delimitedRows(chunks: AsyncIterable<string>, delimiter: "," | "\t"): Promise<readonly Dictionary[]> {
  const records: DelimitedRecord[] = [];
  for await (const record of readDelimited(chunks, delimiter)) {
    records.push(record);
    checkCount(records);
  }
  const [heads = [], ...cells] = records;
  const isExport = EXPORT_COLUMNS.every((name, index) => heads[index] === name);
  const firstColumn = isExport ? EXPORT_COLUMNS.length : 0;
  const names = heads.slice(firstColumn);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new ImportFileError(`Two columns are named "${twice}".`);
  const columns = names.map((name, index) => ({
    path: headPath(name, index),
    read: cellReader(
      cells.map((record) => record[firstColumn + index] ?? ""),
      isExport,
    ),
  }));
  return cells.map((record, index) => {
    if (record.length > heads.length) {
      throw new ImportFileError(`Record ${index + 2} has ${record.length} cells, but the header has ${heads.length}.`);
    }
    const row: Record<string, unknown> = Object.create(null);
    for (const [at, { path, read }] of columns.entries()) {
      const text = record[firstColumn + at] ?? "";
      if (text !== "") place(row, path, read(text), index);
    }
    return row;
  });
}

/** A header with dots is a path: `task.id` is the member `id` of `task`. Other names are used unchanged. */
function headPath(name: string, index: number): readonly string[] {
  if (name.trim() === "") return [`column_${index + 1}`];
  return /^[\w$-]+(?:\.[\w$-]+)+$/.test(name) ? name.split(".") : [name];
}

function place(row: Record<string, unknown>, path: readonly string[], value: unknown, index: number): void {
  let at = row;
  for (const part of path.slice(0, -1)) {
    at[part] ??= Object.create(null);
    const below = at[part];
    if (!isJsonObject(below)) {
      throw new ImportFileError(`Record ${index + 2}: "${path.join(".")}" is inside a column that has a value itself.`);
    }
    at = below;
  }
  at[path.at(-1) ?? ""] = value;
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A column is numbers, booleans or JSON only if each of its cells is: ids such as 007 stay strings. */
function cellReader(texts: readonly string[], isExport: boolean): (text: string) => unknown {
  const filled = texts.filter((text) => text !== "");
  const isAll = (fits: (text: string) => boolean) => filled.length > 0 && filled.every(fits);
  if (isAll((text) => JSON_NUMBER.test(text))) return parseJson;
  if (isAll((text) => text === "true" || text === "false")) return (text) => text === "true";
  if (isAll(isNestedJson)) return parseJson;
  return isExport ? withoutGuard : (text) => text;
}

function isNestedJson(text: string): boolean {
  if (!/^[[{]/.test(text)) return false;
  try {
    parseJson(text);
    return true;
  } catch {
    // Looks like JSON but is not: it is a string.
    return false;
  }
}

/** An export puts an apostrophe before text that a spreadsheet would run; reading it back removes the apostrophe. */
function withoutGuard(text: string): string {
  return /^'[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text) ? text.slice(1) : text;
}
