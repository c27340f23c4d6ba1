"use client";

import { useQuery } from "@tanstack/react-query";
import {
  prepareSheet,
  type SheetColumn,
  type SheetModel,
} from "@/app/(dashboard)/[workspace]/tables/sheet/prepare-sheet";
import type { TableLine } from "@/app/(dashboard)/[workspace]/tables/stream/buffered-row";
import { FieldDiscovery } from "@/app/(dashboard)/[workspace]/tables/stream/field-discovery";
import { DIFF_LIMITS } from "@/app/(dashboard)/[workspace]/tables/stream/table-source";
import { type TableListing, useTable } from "@/app/(dashboard)/[workspace]/tables/stream/use-table";
import { runInTimeSlices, type TimeSlicedWork } from "@/lib/scheduling/run-in-time-slices";
import type { Workspace } from "@/lib/workspace/workspace";
import {
  countCellChanges,
  countKinds,
  type DiffKind,
  diffTables,
  keyCandidates,
  type RowDifference,
} from "./prepare-table-diff";

const nothing: ReadonlySet<string> = new Set();
const plainRows = {
  rowDigests: [],
  sort: [],
  window: { from: 0, limit: null },
  expanded: [],
  limits: DIFF_LIMITS,
} as const;

export const NO_KEY = "-";

/** The differences of two tables, available once all rows of both are loaded. */
export interface TableDifference {
  readonly layout: SheetModel;
  readonly keys: readonly SheetColumn[];
  readonly key: SheetColumn | null;
  readonly rows: readonly RowDifference[];
  readonly counts: Readonly<Record<DiffKind, number>>;
  /** The number of changed rows with another value, by column. */
  readonly changes: ReadonlyMap<string, number>;
}

export interface TableDiffState {
  readonly before: TableListing;
  readonly after: TableListing;
  /**
   * Null while rows are missing, since incomplete tables cannot be compared, and while the rows are compared, in
   * slices.
   */
  readonly difference: TableDifference | null;
}

/** True when all rows of a table are loaded. */
export function isFullyLoaded({ stream, source }: TableListing): boolean {
  const { summary, isStreaming, failure } = stream;
  if (isStreaming || failure || summary?.end.kind !== "complete") return false;
  return summary.badLines.length === 0 && !source.isFull();
}

/** Loads two tables and compares them. */
export function useTableDiff(
  workspace: Workspace,
  beforeDigest: string,
  afterDigest: string,
  keyId: string | null,
): TableDiffState {
  const before = useTable({ ...plainRows, workspace, digest: beforeDigest });
  const after = useTable({ ...plainRows, workspace, digest: afterDigest });
  const areWhole = isFullyLoaded(before) && isFullyLoaded(after);
  const [left, right] = [before.stream.rows, after.stream.rows];
  const tables = [workspace.id, beforeDigest, afterDigest];
  const { data: found } = useQuery({
    queryKey: ["columns of tables", ...tables],
    queryFn: ({ signal }) => runInTimeSlices(findColumns(left, right), signal),
    enabled: areWhole,
    ...worked,
  });
  const { data: difference = null } = useQuery({
    queryKey: ["difference of tables", ...tables, keyId],
    queryFn: ({ signal }) => {
      if (!found) throw new Error("Columns unavailable.");
      return runInTimeSlices(compareRows(left, right, found, keyId), signal);
    },
    enabled: areWhole && found !== undefined,
    ...worked,
  });
  return { before, after, difference };
}

/** Results derived from rows are released with the rows. */
const worked = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, structuralSharing: false, retry: false } as const;

interface ComparedColumns {
  readonly layout: SheetModel;
  readonly keys: readonly SheetColumn[];
}

const ROWS_PER_BATCH = 500;

function* findColumns(left: readonly TableLine[], right: readonly TableLine[]): TimeSlicedWork<ComparedColumns> {
  const discovery = new FieldDiscovery(nothing);
  for (const rows of [left, right]) {
    for (let at = 0; at < rows.length; at += ROWS_PER_BATCH) {
      discovery.addPart(rows.slice(at, at + ROWS_PER_BATCH));
      yield;
    }
  }
  const layout = prepareSheet(discovery.root, { folded: nothing, hidden: nothing, frozen: nothing });
  return { layout, keys: yield* keyCandidates(left, right, layout.all) };
}

function* compareRows(
  left: readonly TableLine[],
  right: readonly TableLine[],
  { layout, keys }: ComparedColumns,
  keyId: string | null,
): TimeSlicedWork<TableDifference> {
  const key = keyId === NO_KEY ? null : (layout.all.find(({ id }) => id === keyId) ?? keys[0] ?? null);
  const rows = yield* diffTables(left, right, key);
  return { layout, keys, key, rows, counts: countKinds(rows), changes: yield* countCellChanges(rows, layout.all) };
}
