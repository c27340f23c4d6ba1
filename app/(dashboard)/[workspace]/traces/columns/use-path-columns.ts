"use client";

import { useMemo } from "react";
import type { CallListRow } from "@/app/(dashboard)/[workspace]/traces/rows/prepare-call-row";
import type { TableColumn } from "@/components/table/table-column";
import { pathColumn } from "./path-columns";
import { tracesColumns } from "./traces-columns";

/** Returns the columns of the list followed by those of paths. */
export function usePathColumns(
  paths: readonly string[],
  numericPaths: ReadonlySet<string>,
): readonly TableColumn<CallListRow>[] {
  return useMemo(
    () => [...tracesColumns, ...paths.map((path) => pathColumn(path, numericPaths.has(path)))],
    [paths, numericPaths],
  );
}
