import { z } from "zod";

/** A table that this person opened in this browser. */
export interface RecentTable {
  readonly digest: string;
  /** `NAME:DIGEST` of the object that it was opened from; null when it was opened by its digest. */
  readonly dataset: string | null;
  readonly openedMs: number;
}

const MAX_RECENT_TABLES = 12;

const stored = z.array(z.object({ digest: z.string(), dataset: z.string().nullable(), openedMs: z.number() }));

/** What was stored; nothing when it cannot be read, since it is only a convenience. */
export function parseRecent(text: string | null): readonly RecentTable[] {
  try {
    const parsed = stored.safeParse(JSON.parse(text ?? "[]"));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}

/** The newest first, each table once; an origin that was known stays known. */
export function withRecent(recent: readonly RecentTable[], opened: RecentTable): readonly RecentTable[] {
  const before = recent.find((entry) => entry.digest === opened.digest);
  const entry = { ...opened, dataset: opened.dataset ?? before?.dataset ?? null };
  return [entry, ...recent.filter(({ digest }) => digest !== opened.digest)].slice(0, MAX_RECENT_TABLES);
}
