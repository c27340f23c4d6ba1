import { isJsonObject } from "@/lib/guard/json-object";

/** A table that was opened in this browser. */
export interface RecentTable {
  readonly digest: string;
  /** `NAME:DIGEST` of the object from which it was opened; null when it was opened by its digest. */
  readonly dataset: string | null;
  readonly openedMs: number;
}

const MAX_RECENT_TABLES = 12;

/** Returns an item of the stored list; null when it is not a table. */
function recentTable(item: unknown): RecentTable | null {
  if (!isJsonObject(item)) return null;
  const { digest, dataset, openedMs } = item;
  if (typeof digest !== "string" || typeof openedMs !== "number") return null;
  return typeof dataset === "string" || dataset === null ? { digest, dataset, openedMs } : null;
}

/** Parses the stored list; empty when it cannot be parsed, since it is only a convenience. */
export function parseRecent(text: string | null): readonly RecentTable[] {
  try {
    const read: unknown = JSON.parse(text ?? "[]");
    if (!Array.isArray(read)) return [];
    const tables = read.map(recentTable);
    return tables.every((table) => table !== null) ? tables : [];
  } catch {
    return [];
  }
}

/** Adds a table, newest first and each table once; an existing origin is kept. */
export function withRecent(recent: readonly RecentTable[], opened: RecentTable): readonly RecentTable[] {
  const before = recent.find((entry) => entry.digest === opened.digest);
  const entry = { ...opened, dataset: opened.dataset ?? before?.dataset ?? null };
  return [entry, ...recent.filter(({ digest }) => digest !== opened.digest)].slice(0, MAX_RECENT_TABLES);
}
