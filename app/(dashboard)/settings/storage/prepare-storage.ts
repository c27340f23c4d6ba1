import type { DamagedTable } from "@/lib/api/contract/admin/service-info";
import { countOf } from "@/lib/format/count";

/** Returns what is missing, in one sentence; null when everything can be read. */
export function damageText(damaged: readonly DamagedTable[]): string | null {
  const parts = damaged.reduce((sum, { part_count: count }) => sum + count, 0);
  if (parts === 0) return null;
  return `${countOf(parts, "part")} of the stored data cannot be read. Lists, counts and charts lack their rows.`;
}

/** Returns the text at the foot of the page. */
export function storageFoot(damaged: readonly DamagedTable[]): string {
  return damaged.length === 0 ? "No damaged parts" : `${countOf(damaged.length, "table")} with damaged parts`;
}
