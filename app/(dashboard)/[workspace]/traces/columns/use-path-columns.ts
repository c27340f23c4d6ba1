"use client";

import { useMemo } from "react";
import type { CallListRow } from "@/app/(dashboard)/[workspace]/traces/rows/prepare-call-row";
import type { TableColumn } from "@/components/table/table-column";
import { pathColumn } from "./path-columns";
import { withScoreColumns } from "./traces-columns";

/** Returns the columns of the list, with those of scores, followed by those of paths. */
export function usePathColumns(
  paths: readonly string[],
  numericPaths: ReadonlySet<string>,
  ofScores: readonly TableColumn<CallListRow>[],
): readonly TableColumn<CallListRow>[] {
  return useMemo(
    () => [...withScoreColumns(ofScores), ...paths.map((path) => pathColumn(path, numericPaths.has(path)))],
    [paths, numericPaths, ofScores],
  );
}
