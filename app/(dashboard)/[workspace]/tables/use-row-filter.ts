"use client";

import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import type { Narrowing } from "@/app/(dashboard)/[workspace]/tables/find/narrowing";
import {
  type Condition,
  conditionParam,
  matchesAll,
  parseConditions,
  withTableCondition,
} from "@/app/(dashboard)/[workspace]/tables/find/prepare-conditions";
import { useRowScan } from "@/app/(dashboard)/[workspace]/tables/find/use-row-scan";
import type { TableLine } from "@/app/(dashboard)/[workspace]/tables/stream/buffered-row";
import { tablesParams } from "./search-params";

/** Returns the loaded rows that meet the conditions of the address; all loaded rows without conditions. */
export function useRowFilter(rows: readonly TableLine[], count: number): Narrowing {
  const [{ only }, setParams] = useQueryStates(tablesParams, { history: "push" });
  const conditions = useMemo(() => parseConditions(only), [only]);
  const test = useMemo(
    () => (conditions.length === 0 ? null : (row: TableLine) => matchesAll(row, conditions)),
    [conditions],
  );
  const scan = useRowScan(rows, count, test);
  const setConditions = (next: readonly Condition[]) => void setParams({ only: next.map(conditionParam), cell: null });
  return {
    conditions,
    setConditions,
    add: (condition: Condition) => setConditions(withTableCondition(conditions, condition)),
    rows: test === null ? rows : scan.rows,
    searchedCount: test === null ? null : scan.searchedCount,
  };
}
