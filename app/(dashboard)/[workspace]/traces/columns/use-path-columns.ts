"use client";

import { useMemo } from "react";
import type { CallListRow } from "@/app/(dashboard)/[workspace]/traces/rows/prepare-call-row";
import type { TableColumn } from "@/components/table/table-column";
import { pathColumn } from "./path-columns";
import { tracesColumns } from "./traces-columns";

/** The columns of the list with those of paths behind them. */
export function usePathColumns(
  paths: readonly string[],
  numericPaths: ReadonlySet<string>,
): readonly TableColumn<CallListRow>[] {
  return useMemo(
    () => [...tracesColumns, ...paths.map((path) => pathColumn(path, numericPaths.has(path)))],
    [paths, numericPaths],
  );
}
