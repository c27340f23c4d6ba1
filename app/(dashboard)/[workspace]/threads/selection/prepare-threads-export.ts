import type { Thread } from "@/lib/api/contract/calls/threads";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { BYTE_ORDER_MARK, delimitedLine } from "@/lib/export/delimited-text";

export const threadFormats = ["csv", "tsv", "json", "jsonl"] as const;
export type ThreadFormat = (typeof threadFormats)[number];

export const threadMediaTypes: Readonly<Record<ThreadFormat, string>> = {
  csv: "text/csv;charset=utf-8",
  tsv: "text/tab-separated-values;charset=utf-8",
  json: "application/json",
  jsonl: "application/x-ndjson",
};

const columns = [
  ...(["thread_id", "turn_count", "start_time", "last_updated", "first_turn_id", "last_turn_id"] as const),
  ...(["p50_turn_duration_ms", "p99_turn_duration_ms"] as const),
];

/** Converts threads to a file with the names of the interface; JSON includes all values from the service. */
export function threadsFile(threads: readonly Thread[], format: ThreadFormat): string {
  if (format === "jsonl") return threads.map((thread) => `${stringifyJson(thread)}\n`).join("");
  if (format === "json") return `[\n${threads.map((thread) => stringifyJson(thread)).join(",\n")}\n]\n`;
  const rows = threads.map((thread) => columns.map((name) => cellText(thread[name])));
  const lines = [columns, ...rows].map((cells) => delimitedLine(cells, format)).join("");
  return format === "csv" ? `${BYTE_ORDER_MARK}${lines}` : lines;
}

/** A missing value is an empty cell. */
function cellText(value: string | number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

/** `airline-threads-2026-11-20.csv` */
export function threadsFileName(projectId: string, format: ThreadFormat, nowMs: number): string {
  const project = (projectId.split("/").at(-1) ?? projectId).replace(/[^\w.-]+/g, "-");
  return `${project}-threads-${new Date(nowMs).toISOString().slice(0, 10)}.${format}`;
}
