import { StoreError } from "@/service/kernel/errors/store-errors";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { Query, Store } from "@/service/traces/store/engine/store";
import type { SortKey } from "@/service/traces/store/expression/sort-order";
import { rowOrder, SEARCHED_ROW_SQL } from "./row-order";

/** Which rows of a table to read, and in which order. */
export interface RowSelection {
  readonly projectId: string;
  readonly digest: string;
  /** Only rows with these digests, at every position; null for all. */
  readonly rowDigests: readonly string[] | null;
  /** Empty for the order of the table. */
  readonly sortBy: readonly SortKey[];
  /** null for no limit. */
  readonly limit: number | null;
  readonly offset: number;
}

/** A row at its position in a table; `val` is JSON text on one line. */
export interface PositionedRow {
  readonly position: number;
  readonly digest: string;
  readonly val: string;
}

interface RowPosition {
  readonly position: number;
  readonly digest: string;
  readonly rowId: number;
  readonly sizeBytes: number;
}

/** Rows per block: the first rows arrive early, later ones in larger blocks. */
const FIRST_READ_ROWS = 200;
const ROWS_PER_READ = 4000;
const BYTES_PER_READ = 4 * 1024 ** 2;

/**
 * Reads rows in blocks, one whenever the caller asks for it. No engine resources are held between blocks, so a slow
 * reader costs nothing.
 *
 * An unknown table digest yields no rows. Reading throws `InvalidRequestError` for a sort field that is not a path.
 */
export function readRows(store: Store, selection: RowSelection, signal: AbortSignal): AsyncIterable<PositionedRow[]> {
  if (selection.sortBy.length === 0) return rowsInTableOrder(store, selection, signal);
  return sortedRows(store, selection, signal);
}

/** Returns SQL for the positions of a selection, in a completely written table. */
function rowPositionsSql({ projectId, digest, rowDigests }: RowSelection, params: SqlParams): string {
  const project = params.bind(projectId, "String");
  const table = params.bind(digest, "String");
  const rows = rowDigests === null ? "" : ` AND row_digest IN ${params.bind(rowDigests, "Array(String)")}`;
  return (
    `project_id = ${project} AND table_digest = ${table}${rows} AND ` +
    `(SELECT count() FROM tables WHERE project_id = ${project} AND digest = ${table}) > 0`
  );
}

async function* rowsInTableOrder(store: Store, selection: RowSelection, signal: AbortSignal) {
  let from = selection.rowDigests === null ? selection.offset : 0;
  let skip = selection.rowDigests === null ? 0 : selection.offset;
  let left = selection.limit ?? Number.POSITIVE_INFINITY;
  let size = FIRST_READ_ROWS;
  while (left > 0) {
    const params = new SqlParams();
    const count = Math.min(size, left);
    // Without a filter no position is missing, so the upper bound keeps the engine from reading to the end of the
    // table.
    const until = selection.rowDigests === null ? ` AND position < ${params.bind(from + count, "UInt64")}` : "";
    const places = await store.read<RowPosition>({
      sql: `SELECT position, row_digest AS digest, row_id AS rowId, size_bytes AS sizeBytes FROM table_positions FINAL
        WHERE ${rowPositionsSql(selection, params)} AND position >= ${params.bind(from, "UInt64")}${until}
        ORDER BY position LIMIT ${params.bind(count, "UInt64")} OFFSET ${params.bind(skip, "UInt64")}`,
      params: params.values(),
      signal,
    });
    for (const batch of cutBySize(places)) yield await readRowPositions(store, selection.projectId, batch, signal);
    const last = places.at(-1);
    if (last === undefined || places.length < count) return;
    from = last.position + 1;
    skip = 0;
    left -= places.length;
    size = ROWS_PER_READ;
  }
}

function* cutBySize(places: readonly RowPosition[]): Generator<RowPosition[], void, void> {
  let batch: RowPosition[] = [];
  let bytes = 0;
  for (const place of places) {
    if (batch.length > 0 && bytes + place.sizeBytes > BYTES_PER_READ) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(place);
    bytes += place.sizeBytes;
  }
  if (batch.length > 0) yield batch;
}

async function readRowPositions(
  store: Store,
  projectId: string,
  places: readonly RowPosition[],
  signal: AbortSignal,
): Promise<PositionedRow[]> {
  const ids = places.map(({ rowId }) => rowId);
  const values = await readRowValues(store, projectId, ids, signal);
  return places.map(({ position, digest, rowId }) => ({ position, digest, val: values.get(rowId) ?? "" }));
}

/**
 * Returns the JSON text of rows, by row id. Up to some thousand ids.
 * @throws StoreError when a row is missing
 */
export async function readRowValues(
  store: Store,
  projectId: string,
  rowIds: Iterable<number>,
  signal: AbortSignal,
): Promise<Map<number, string>> {
  const ids = [...new Set(rowIds)];
  const rows = await store.read<{ rowId: number; val: string }>({
    sql: "SELECT row_id AS rowId, val FROM table_rows WHERE project_id = {project:String} AND row_id IN {ids:Array(UInt64)}",
    params: { project: projectId, ids },
    signal,
  });
  const values = new Map(rows.map(({ rowId, val }) => [rowId, val]));
  const lost = ids.find((id) => !values.has(id));
  if (lost !== undefined) throw new StoreError(`The row ${lost} of a stored table is missing.`);
  return values;
}

/**
 * Yields sorted rows. The first are found by their sort values alone, without their text. All further ones are sorted
 * by the engine together with their text, on disk when it is large, since reading it afterwards would be scattered.
 */
async function* sortedRows(store: Store, selection: RowSelection, signal: AbortSignal) {
  const { projectId, limit, offset } = selection;
  const few = limit !== null && limit <= ROWS_PER_READ ? limit : FIRST_READ_ROWS;
  if (few === 0) return;
  const span = await denseSpan(store, selection, signal);
  const places = await store.read<RowPosition>({ ...sortedSql(selection, span, "places", few, offset), signal });
  for (const batch of cutBySize(places)) yield await readRowPositions(store, projectId, batch, signal);
  if (places.length < few || limit === few) return;
  const rest = sortedSql(selection, span, "rows", limit === null ? null : limit - few, offset + few);
  for await (const block of store.stream({ ...rest, signal })) yield block.rows<PositionedRow>();
}

/** Maximum number of superfluous rows to read, per row of the table. */
const MAX_EMPTY_READS = 4;

interface RowSpan {
  readonly first: number;
  readonly last: number;
}

/**
 * Returns the first and last row of a selection whose rows are stored together, as rows are that were written together;
 * otherwise null.
 */
async function denseSpan(store: Store, selection: RowSelection, signal: AbortSignal): Promise<RowSpan | null> {
  const params = new SqlParams();
  const [range] = await store.read<RowSpan & { count: number }>({
    sql: `SELECT count() AS count, min(row_id) AS first, max(row_id) AS last FROM table_positions WHERE ${rowPositionsSql(selection, params)}`,
    params: params.values(),
    signal,
  });
  if (range === undefined || range.last - range.first >= range.count * (1 + MAX_EMPTY_READS)) return null;
  return { first: range.first, last: range.last };
}

const SORTED_COLUMNS = {
  places: "position, row_digest AS digest, row_id AS rowId, size_bytes AS sizeBytes",
  rows: "position, row_digest AS digest, val",
} as const;

function sortedSql(
  selection: RowSelection,
  span: RowSpan | null,
  what: keyof typeof SORTED_COLUMNS,
  limit: number | null,
  offset: number,
): Omit<Query, "signal"> {
  const params = new SqlParams();
  const { keys, sql: order } = rowOrder(selection.sortBy, params);
  const places = rowPositionsSql(selection, params);
  const page = limit === null ? "" : `LIMIT ${params.bind(limit, "UInt64")}`;
  const names = keys.map(({ name }) => `, ${name}`).join("");
  const worked = keys.map(({ name, sql }) => `, ${sql} AS ${name}`).join("");
  const val = what === "rows" ? ", val" : "";
  // Looking up a million ids takes longer than sorting: for rows that are stored together the two ends are enough.
  const within = span
    ? `row_id BETWEEN ${params.bind(span.first, "UInt64")} AND ${params.bind(span.last, "UInt64")}`
    : `row_id IN (SELECT row_id FROM table_positions WHERE ${places})`;
  return {
    sql: `SELECT ${SORTED_COLUMNS[what]} FROM (
        SELECT place.position AS position, place.row_digest AS row_digest, place.size_bytes AS size_bytes,
          row.row_id AS row_id${val}${names}
        FROM (
          SELECT row_id${val}, ${SEARCHED_ROW_SQL} AS searched${worked} FROM table_rows
          WHERE project_id = ${params.bind(selection.projectId, "String")}
            AND ${within}
        ) AS row
        INNER JOIN (SELECT position, row_id, row_digest, size_bytes FROM table_positions FINAL WHERE ${places}) AS place
        ON row.row_id = place.row_id
      ) ORDER BY ${order} ${page} OFFSET ${params.bind(offset, "UInt64")}`,
    params: params.values(),
    settings: { max_bytes_before_external_sort: 512 * 1024 ** 2 },
  };
}
