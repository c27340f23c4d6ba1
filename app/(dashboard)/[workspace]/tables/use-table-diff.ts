"use client";

import { useMemo } from "react";
import type { Workspace } from "@/components/layout/use-workspace";
import { FieldDiscovery } from "./field-discovery";
import { prepareSheet, type Sheet, type SheetColumn } from "./prepare-sheet";
import {
  countChanges,
  countKinds,
  type DiffKind,
  diffTables,
  keyCandidates,
  type RowDifference,
} from "./prepare-table-diff";
import { diffRoom } from "./table-source";
import { type TableListing, useTable } from "./use-table";

const nothing: ReadonlySet<string> = new Set();
const plainRows = { rowDigests: [], sort: [], window: { from: 0, limit: null }, expanded: [], room: diffRoom } as const;

export const NO_KEY = "-";

/** What is known of the differences of two tables, once all rows of both have come. */
export interface TableDifference {
  readonly layout: Sheet;
  readonly keys: readonly SheetColumn[];
  readonly key: SheetColumn | null;
  readonly rows: readonly RowDifference[];
  readonly counts: Readonly<Record<DiffKind, number>>;
  /** Changed rows with another value in a column, by column. */
  readonly changes: ReadonlyMap<string, number>;
}

export interface TableDiffState {
  readonly before: TableListing;
  readonly after: TableListing;
  /** Null while rows are missing: differences of a part would not be differences of the tables. */
  readonly difference: TableDifference | null;
}

/** Whether all rows of a table are here. */
export function isWhole({ stream, source }: TableListing): boolean {
  const { summary, isStreaming, failure } = stream;
  if (isStreaming || failure || summary?.end.kind !== "complete") return false;
  return summary.badLines.length === 0 && !source.isFull();
}

/** Reads two tables and compares them. */
export function useTableDiff(
  workspace: Workspace,
  beforeDigest: string,
  afterDigest: string,
  keyId: string | null,
): TableDiffState {
  const before = useTable({ ...plainRows, workspace, digest: beforeDigest });
  const after = useTable({ ...plainRows, workspace, digest: afterDigest });
  const areWhole = isWhole(before) && isWhole(after);
  const [left, right] = [before.stream.rows, after.stream.rows];
  const found = useMemo(() => {
    if (!areWhole) return null;
    const discovery = new FieldDiscovery(nothing);
    discovery.addPart(left);
    discovery.addPart(right);
    const layout = prepareSheet(discovery.root, { folded: nothing, hidden: nothing, frozen: nothing });
    return { layout, keys: keyCandidates(left, right, layout.all) };
  }, [areWhole, left, right]);
  const difference = useMemo((): TableDifference | null => {
    if (!found) return null;
    const { layout, keys } = found;
    const key = keyId === NO_KEY ? null : (layout.all.find(({ id }) => id === keyId) ?? keys[0] ?? null);
    const rows = diffTables(left, right, key);
    return { layout, keys, key, rows, counts: countKinds(rows), changes: countChanges(rows, layout.all) };
  }, [found, keyId, left, right]);
  return { before, after, difference };
}
