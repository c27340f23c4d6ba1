import { type Removal, removedSql } from "@/service/traces/store/calls/removal";
import type { Store } from "@/service/traces/store/engine/store";

interface StoredRemoval extends Removal {
  readonly isDone: 0 | 1;
  readonly isRemembered: 0 | 1;
}

/**
 * Returns SQL that is true for the calls that retention removed since a time, or is removing: a part that lay aside
 * meanwhile has them still. Null when there are none.
 *
 * Of a removal whose ids are forgotten, also calls that it kept fulfill the condition, unless it must be exact.
 */
export async function removedSinceSql(
  store: Store,
  since: Date,
  { isExact = false }: { readonly isExact?: boolean } = {},
): Promise<string | null> {
  const removals = await store.read<StoredRemoval>({
    sql: `SELECT removal AS number, project_id AS projectId, toString(removals.before) AS before, commit_number AS commit,
  is_done AS isDone, removal IN (SELECT removal FROM removed_calls) AS isRemembered
FROM removals FINAL WHERE is_done = 0 OR removed_at >= {since:DateTime64(3, 'UTC')} ORDER BY removal`,
    params: { since: since.toISOString().replace("T", " ").replace("Z", "") },
  });
  const chosen = isExact ? removals.filter(({ isDone, isRemembered }) => isDone === 0 || isRemembered === 1) : removals;
  if (chosen.length === 0) return null;
  return chosen.map((removal) => `(${conditionOf(removal)})`).join(" OR ");
}

function conditionOf(removal: StoredRemoval): string {
  const { number, isDone, isRemembered } = removal;
  const all = removedSql(removal, "");
  if (isDone === 0 || isRemembered === 0) return all;
  return `${all} AND id IN (SELECT id FROM removed_calls WHERE removal = ${number})`;
}
