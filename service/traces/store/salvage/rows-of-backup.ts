import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { MissingRows } from "@/lib/api/contract/admin/missing-rows";
import { PARKED_COMMITS } from "@/service/traces/store/calls/call-visibility";
import type { AsidePart } from "@/service/traces/store/engine/damaged-parts";
import type { Loss } from "@/service/traces/store/engine/part-losses";
import type { Store } from "@/service/traces/store/engine/store";
import {
  attachCopies,
  detachCopies,
  detachedFolder,
  dropSalvageTables,
  notedAs,
  SALVAGE_TABLES,
} from "./attach-copies";
import { copyPart, countRowsOf, partNameOf } from "./copy-part";
import { removedSinceSql } from "./removed-meanwhile";
import { readShape, type TableShape } from "./table-shape";

const { from: FROM, to: TO } = SALVAGE_TABLES;

/**
 * Tables whose rows come back from a backup. Those of the others may have been replaced or deleted by a row that is
 * lost, and would return as they were.
 */
export const REPAIRED_TABLES: readonly string[] = [
  ...["call_rows", "object_values", "table_rows", "table_positions", "tables"],
];

export interface RepairedPart {
  readonly table: string;
  readonly cameBack: number;
  /** Calls of the part that someone deleted: they are not missing. */
  readonly deleted: number;
  /** How many are still missing; null where it is not known how many the part had. */
  readonly stillMissing: number | null;
}

/**
 * Stores the rows again that are missing because of a damaged part and are in a backup: those that the table has
 * nowhere, and that were neither deleted nor removed by retention.
 *
 * @param traces the folder of the engine in the unpacked backup
 * @param missing what the part is marked with
 */
export async function repairPart(
  store: Store,
  part: AsidePart,
  missing: readonly MissingRows[],
  traces: string,
): Promise<RepairedPart> {
  const { table } = part;
  await dropSalvageTables(store);
  for (const name of [FROM, TO]) await store.command(`CREATE TABLE ${name} AS ${table}`);
  await attachBackup(store, table, traces);
  const shape = await readShape(store, table);
  const deleted: RowsOfProject[] = [];
  for (const loss of missing) {
    const absent = absentSql(table, shape, loss);
    const wanted = [absent, ...(table === "call_rows" ? await wantedCallsSql(store) : [])].join("\nAND ");
    await store.command(`INSERT INTO ${TO} (${shape.columns.join(", ")}) SELECT ${await valuesSql(store, table, shape)}
FROM ${FROM} WHERE ${wanted} LIMIT 1 BY ${shape.key}`);
    if (table === "call_rows") deleted.push(...(await countRows(store, FROM, `${absent} AND ${DELETED_SQL}`)));
  }
  const back = await countRows(store, TO, "1");
  const left = remaining(missing, [...back, ...deleted]);
  const note = { since: new Date().toISOString(), reason: "", state: "begun" as const, parts: [], missing: null };
  await attachCopies(store, part, await notedAs(part, note, { parts: await detachCopies(store), missing: left }));
  const stillMissing = left === null ? null : sumOf(left);
  return { table, cameBack: sumOf(back), deleted: sumOf(deleted), stillMissing };
}

interface RowsOfProject {
  readonly projectId: string;
  readonly rows: number;
}

const countRows = (store: Store, table: string, where: string) =>
  store.read<RowsOfProject>({
    sql: `SELECT project_id AS projectId, toUInt64(count()) AS rows FROM ${table} WHERE ${where} GROUP BY project_id`,
  });

const sumOf = (counts: readonly { readonly rows: number }[]) => counts.reduce((sum, { rows }) => sum + rows, 0);

/** Returns what is still missing; null where the number is not known. */
function remaining(missing: readonly MissingRows[], found: readonly RowsOfProject[]): Loss[] | null {
  const counts = new Map<string, number>();
  for (const { projectId, rows } of found) counts.set(projectId, (counts.get(projectId) ?? 0) + rows);
  const left: Loss[] = [];
  // A loss of an unknown project takes what the known ones leave.
  for (const loss of [...missing].sort((a, b) => Number(a.project_id === null) - Number(b.project_id === null))) {
    if (loss.rows === null) return null;
    let rows = loss.rows;
    for (const project of loss.project_id === null ? [...counts.keys()] : [loss.project_id]) {
      const taken = Math.min(rows, counts.get(project) ?? 0);
      counts.set(project, (counts.get(project) ?? 0) - taken);
      rows -= taken;
    }
    if (rows > 0) left.push({ projectId: loss.project_id, rows, first: loss.first, last: loss.last });
  }
  return left;
}

/** Lets the engine read the backup's parts of a table. */
async function attachBackup(store: Store, table: string, traces: string): Promise<void> {
  const folder = await tableFolder(traces, table);
  if (folder === null) return;
  const target = await detachedFolder(store, FROM);
  for (const name of (await readdir(folder)).filter((each) => partNameOf(each) === each)) {
    const rows = await countRowsOf(join(folder, name), "");
    // A part whose rows were all removed.
    if (rows === null) continue;
    await copyPart(join(folder, name), join(target, name), { rows, reference: null, isBare: false });
    await store.command(`ALTER TABLE ${FROM} ATTACH PART '${name}'`);
  }
}

/** Returns the folder with the parts of a table; null where the backup has no such table. */
async function tableFolder(traces: string, table: string): Promise<string | null> {
  const store = join(traces, "store");
  for (const path of await readdir(store, { recursive: true }).catch(() => [])) {
    if (!path.endsWith(`/${table}.sql`)) continue;
    const [, id] = /UUID '([0-9a-f-]{36})'/.exec(await readFile(join(store, path), "utf8")) ?? [];
    if (id !== undefined) return join(store, id.slice(0, 3), id);
  }
  return null;
}

/** The columns as the table has them: no commit is later than the newest one, which a reader would not see. */
async function valuesSql(store: Store, table: string, { columns }: TableShape): Promise<string> {
  if (table !== "call_rows") return columns.join(", ");
  const [last] = await store.read<{ commit: number }>({
    sql: `SELECT maxIf(commit_number, commit_number < ${PARKED_COMMITS}) AS commit FROM call_rows`,
  });
  const commit = `least(commit_number, ${last?.commit ?? 0})`;
  return columns.map((name) => (name === "commit_number" ? commit : name)).join(", ");
}

const text = (value: string) => `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
const time = (value: string) => `parseDateTimeBestEffort(${text(value)}, 'UTC')`;

/** SQL of the rows in the range of a loss that the table has nowhere. */
function absentSql(table: string, shape: TableShape, { project_id: project, first, last }: MissingRows): string {
  const own = project === null ? "" : ` WHERE project_id = ${text(project)}`;
  return [
    ...(project === null ? [] : [`project_id = ${text(project)}`]),
    ...(shape.hasTime && first !== null && last !== null
      ? [`started_at >= ${time(first)}`, `started_at < ${time(last)} + INTERVAL 1 SECOND`]
      : []),
    `(${shape.key}) NOT IN (SELECT ${shape.key} FROM ${table}${own})`,
    // What an earlier loss of the same part has brought back.
    `(${shape.key}) NOT IN (SELECT ${shape.key} FROM ${TO})`,
    ...(table === "call_rows"
      ? [
          // Calls that had not ended have a later row, or never will have one.
          `generation = 0 AND open_number = 0 AND commit_number < ${PARKED_COMMITS}`,
          `(project_id, id) NOT IN (SELECT project_id, id FROM call_rows${own})`,
        ]
      : []),
  ].join("\nAND ");
}

const DELETED_SQL = "(project_id, started_at, id) IN (SELECT project_id, started_at, id FROM deleted_calls)";

/** SQL of the calls that were neither deleted nor removed. */
async function wantedCallsSql(store: Store): Promise<string[]> {
  const removed = await removedSinceSql(store, new Date(0));
  return [`NOT (${DELETED_SQL})`, ...(removed === null ? [] : [`NOT (${removed})`])];
}
