import { StoreClosed } from "@/service/kernel/errors/store-errors";
import type { Store } from "./store";

/** Rows of a project that cannot be read any more. */
export interface Loss {
  /** Null where the project of the rows cannot be read either. */
  readonly projectId: string | null;
  readonly rows: number;
  /** When the first and the last of these calls started; null where the rows have no such time. */
  readonly first: string | null;
  readonly last: string | null;
}

/** Columns that are read here are small, so that this is quick however large the part is. */
const READ_TIMEOUT_MS = 600_000;

/**
 * Returns whose rows a damaged part has, before it is set aside. Only the columns that say so are read, which are usually not
 * the damaged ones. Names are those of the engine's own tables.
 */
export async function readLosses(store: Store, table: string, part: string): Promise<readonly Loss[]> {
  const [info] = await store.read<{ rows: number }>({
    sql: `SELECT toUInt64(rows) AS rows FROM system.parts
WHERE database = currentDatabase() AND table = '${table}' AND name = '${part}' AND active`,
  });
  if (info === undefined || info.rows === 0) return [];
  return await readLossesWhere(store, { table, where: `_part = '${part}'`, rows: info.rows });
}

interface LostRows {
  readonly table: string;
  /** SQL that chooses them. */
  readonly where: string;
  readonly rows: number;
}

/** Returns whose rows these are, as far as that can be read. Names are those of the engine's own tables. */
export async function readLossesWhere(store: Store, { table, where, rows }: LostRows): Promise<readonly Loss[]> {
  const columns = await store.read<{ name: string }>({
    sql: `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = '${table}'
AND name IN ('project_id', 'started_at')`,
  });
  const names = new Set(columns.map(({ name }) => name));
  const unknown = [{ projectId: null, rows, first: null, last: null }];
  if (!names.has("project_id")) return unknown;
  const time = (of: string) =>
    names.has("started_at")
      ? `formatDateTime(${of}(started_at), '%Y-%m-%dT%H:%i:%SZ')`
      : "CAST(NULL AS Nullable(String))";
  try {
    const losses = await store.read<Loss>({
      sql: `SELECT project_id AS projectId, toUInt64(count()) AS rows, ${time("min")} AS first, ${time("max")} AS last
FROM ${table} WHERE ${where} GROUP BY project_id ORDER BY project_id`,
      // Not from a projection, whose own files may be the damaged ones.
      settings: { optimize_use_projections: 0 },
      timeoutMs: READ_TIMEOUT_MS,
    });
    return sumOf(losses) === rows ? losses : unknown;
  } catch (error) {
    if (error instanceof StoreClosed) throw error;
    return unknown;
  }
}

const sumOf = (losses: readonly Loss[]) => losses.reduce((sum, loss) => sum + loss.rows, 0);

/** Returns one loss for each project. */
export function addedUp(losses: readonly Loss[]): Loss[] {
  const byProject = new Map<string | null, Loss>();
  for (const loss of losses) {
    const known = byProject.get(loss.projectId);
    byProject.set(loss.projectId, known === undefined ? loss : bothOf(known, loss));
  }
  return [...byProject.values()];
}

function bothOf(one: Loss, other: Loss): Loss {
  const times = [one, other].flatMap(({ first, last }) => [first, last]).filter((time) => time !== null);
  times.sort();
  return {
    projectId: one.projectId,
    rows: one.rows + other.rows,
    first: times[0] ?? null,
    last: times.at(-1) ?? null,
  };
}
