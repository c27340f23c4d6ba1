"use client";

import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import type { Narrowing } from "./narrowing";
import { type Condition, conditionParam, meetsAll, parseConditions, withCondition } from "./prepare-conditions";
import { tablesParams } from "./search-params";
import type { TableLine } from "./stored-row";
import { useRowScan } from "./use-row-scan";

/** The loaded rows that meet the conditions of the address; all of them where there is none. */
export function useNarrowing(rows: readonly TableLine[], count: number): Narrowing {
  const [{ only }, setParams] = useQueryStates(tablesParams, { history: "push" });
  const conditions = useMemo(() => parseConditions(only), [only]);
  const test = useMemo(
    () => (conditions.length === 0 ? null : (row: TableLine) => meetsAll(row, conditions)),
    [conditions],
  );
  const scan = useRowScan(rows, count, test);
  const setConditions = (next: readonly Condition[]) => void setParams({ only: next.map(conditionParam), cell: null });
  return {
    conditions,
    setConditions,
    add: (condition: Condition) => setConditions(withCondition(conditions, condition)),
    rows: test === null ? rows : scan.rows,
    searchedCount: test === null ? null : scan.searchedCount,
  };
}
