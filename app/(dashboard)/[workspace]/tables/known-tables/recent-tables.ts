import { z } from "zod";

/** A table that was opened in this browser. */
export interface RecentTable {
  readonly digest: string;
  /** `NAME:DIGEST` of the object from which it was opened; null when it was opened by its digest. */
  readonly dataset: string | null;
  readonly openedMs: number;
}

const MAX_RECENT_TABLES = 12;

const stored = z.array(z.object({ digest: z.string(), dataset: z.string().nullable(), openedMs: z.number() }));

/** Parses the stored list; empty when it cannot be parsed, since it is only a convenience. */
export function parseRecent(text: string | null): readonly RecentTable[] {
  try {
    const parsed = stored.safeParse(JSON.parse(text ?? "[]"));
    return parsed.success ? parsed.data : [];
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
