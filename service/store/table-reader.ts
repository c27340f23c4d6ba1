import { rowOrder, searchedRow } from "@/service/store/row-order";
import type { SortKey } from "@/service/store/sort-order";
import { SqlParams } from "@/service/store/sql-params";
import type { Store } from "@/service/store/store";
import { StoreError } from "@/service/store/store-errors";

/** Which rows of a table, and in which order. */
export interface RowSelection {
  readonly projectId: string;
  readonly digest: string;
  /** Only rows with these digests, at every place; null for all. */
  readonly rowDigests: readonly string[] | null;
  /** Empty for the order of the table. */
  readonly sortBy: readonly SortKey[];
  /** null for no limit. */
  readonly limit: number | null;
  readonly offset: number;
}

/** A row where it stands in a table; `val` is JSON text on one line. */
export interface PlacedRow {
  readonly position: number;
  readonly digest: string;
  readonly val: string;
}

interface Place {
  readonly position: number;
  readonly digest: string;
  readonly rowId: number;
  readonly sizeBytes: number;
}

/** The first rows come early, later ones in larger pieces. */
const FIRST_PLACES = 200;
const PLACES_AT_ONCE = 4000;
const BYTES_AT_ONCE = 4 * 1024 ** 2;

/**
 * Reads rows in blocks, one when the caller asks for it. Nothing of the engine is held between blocks, so that a slow
 * reader costs nobody anything.
 *
 * A digest that is no table's gives no rows. Throws `InvalidRequest` for a sort field that is no path.
 */
export function readRows(store: Store, selection: RowSelection, signal: AbortSignal): AsyncIterable<PlacedRow[]> {
  const params = new SqlParams();
  if (selection.sortBy.length === 0) return rowsInTableOrder(store, selection, signal);
  return sortedRows(store, selection, rowOrder(selection.sortBy, params), params, signal);
}

/** The places of a selection in SQL: those of a table that is wholly written. */
function placesSql({ projectId, digest, rowDigests }: RowSelection, params: SqlParams): string {
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
  let size = FIRST_PLACES;
  while (left > 0) {
    const params = new SqlParams();
    const count = Math.min(size, left);
    // Without a filter no position is missing, so the upper bound keeps the engine from reading to the table's end.
    const until = selection.rowDigests === null ? ` AND position < ${params.bind(from + count, "UInt64")}` : "";
    const places = await store.read<Place>({
      sql: `SELECT position, row_digest AS digest, row_id AS rowId, size_bytes AS sizeBytes FROM table_positions FINAL
        WHERE ${placesSql(selection, params)} AND position >= ${params.bind(from, "UInt64")}${until}
        ORDER BY position LIMIT ${params.bind(count, "UInt64")} OFFSET ${params.bind(skip, "UInt64")}`,
      params: params.values(),
      signal,
    });
    for (const some of cutBySize(places)) yield await readPlaces(store, selection.projectId, some, signal);
    const last = places.at(-1);
    if (last === undefined || places.length < count) return;
    from = last.position + 1;
    skip = 0;
    left -= places.length;
    size = PLACES_AT_ONCE;
  }
}

function* cutBySize(places: readonly Place[]): Generator<Place[], void, void> {
  let some: Place[] = [];
  let bytes = 0;
  for (const place of places) {
    if (some.length > 0 && bytes + place.sizeBytes > BYTES_AT_ONCE) {
      yield some;
      some = [];
      bytes = 0;
    }
    some.push(place);
    bytes += place.sizeBytes;
  }
  if (some.length > 0) yield some;
}

async function readPlaces(
  store: Store,
  projectId: string,
  places: readonly Place[],
  signal: AbortSignal,
): Promise<PlacedRow[]> {
  const ids = places.map(({ rowId }) => rowId);
  const values = await readRowValues(store, projectId, ids, signal);
  return places.map(({ position, digest, rowId }) => ({ position, digest, val: values.get(rowId) ?? "" }));
}

/**
 * The JSON text of rows, by row id. Up to some thousand ids.
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

/** The engine sorts, on disk where it is much, and hands the rows out in order. */
async function* sortedRows(
  store: Store,
  selection: RowSelection,
  order: string,
  params: SqlParams,
  signal: AbortSignal,
): AsyncGenerator<PlacedRow[], void, void> {
  const { projectId, limit, offset } = selection;
  const places = placesSql(selection, params);
  const page = limit === null ? "" : `LIMIT ${params.bind(limit, "UInt64")}`;
  const blocks = store.stream({
    sql: `SELECT position, digest, val FROM (
        SELECT place.position AS position, place.row_digest AS digest, row.val AS val, row.searched AS searched
        FROM (
          SELECT row_id, val, ${searchedRow} AS searched FROM table_rows
          WHERE project_id = ${params.bind(projectId, "String")}
            AND row_id IN (SELECT row_id FROM table_positions WHERE ${places})
        ) AS row
        INNER JOIN (SELECT position, row_id, row_digest FROM table_positions FINAL WHERE ${places}) AS place
        ON row.row_id = place.row_id
      ) ORDER BY ${order} ${page} OFFSET ${params.bind(offset, "UInt64")}`,
    params: params.values(),
    settings: { max_bytes_before_external_sort: 512 * 1024 ** 2 },
    signal,
  });
  for await (const block of blocks) yield block.rows<PlacedRow>();
}
