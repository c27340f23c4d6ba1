import { isLosslessNumber } from "lossless-json";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { StoreResultLimit } from "@/service/kernel/errors/store-errors";
import type { ResultTable } from "./store";

/** The longest text of a result: it is in memory as a whole. */
const MAX_BYTES = 64 * 1024 ** 2;

/** The engine's JSONCompact. */
interface JsonCompact {
  readonly meta: readonly { readonly name: string; readonly type: string }[];
  readonly data: readonly (readonly unknown[])[];
  readonly statistics: { readonly rows_read: number; readonly bytes_read: number };
}

/**
 * Reads a result of the engine in the format JSONCompact.
 * @throws StoreResultLimit for one that is too long
 */
export function parseResultTable(bytes: Uint8Array): ResultTable {
  if (bytes.byteLength > MAX_BYTES) throw new StoreResultLimit("The result is larger than 64 MB.");
  // The engine wrote it.
  const { meta, data, statistics } = parseJson(Buffer.from(bytes).toString("utf8")) as JsonCompact;
  return {
    columns: meta.map(({ name, type }) => ({ name, type })),
    rows: data.map((row) => row.map(plainValue)),
    rowsRead: Number(statistics.rows_read),
    bytesRead: Number(statistics.bytes_read),
  };
}

/** An integer that a number does not hold becomes its digits as text, every other number a number. */
function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue);
  if (isLosslessNumber(value)) {
    const digits = value.toString();
    return /^-?\d+$/.test(digits) && !Number.isSafeInteger(Number(digits)) ? digits : Number(digits);
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plainValue(member)]));
}
