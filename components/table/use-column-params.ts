"use client";

import { parseAsArrayOf, parseAsString, useQueryStates } from "nuqs";
import { useMemo } from "react";
import type { ArrangedColumn, ColumnArrangement } from "@/lib/table/column-arrangement";
import { arrangementParams, readArrangement } from "@/lib/table/column-params";
import { parseAsWidths } from "./widths-param";

/** The columns of a list in the address. */
export const columnParams = {
  /** Shown columns in order. */
  cols: parseAsArrayOf(parseAsString),
  /** Columns that stay while others scroll. */
  pin: parseAsArrayOf(parseAsString).withDefault([]),
  w: parseAsWidths.withDefault({}),
};

/**
 * Which columns are shown, their order, widths and pins, all stored in the URL.
 *
 * @param isAdded true for the id of a column that the user may add to the listed ones
 */
export function useColumnParams(columns: readonly ArrangedColumn[], isAdded?: (id: string) => boolean) {
  const [{ cols, pin, w }, setParams] = useQueryStates(columnParams, { history: "push" });
  const arrangement = useMemo(
    () => readArrangement(columns, { cols, pin, widths: w }, isAdded),
    [columns, cols, pin, w, isAdded],
  );
  const arrange = (next: ColumnArrangement) => {
    const { widths, ...params } = arrangementParams(columns, next);
    const isOnlyWidth = params.cols?.join() === cols?.join() && params.pin.join() === pin.join();
    const change = {
      cols: params.cols === null ? null : [...params.cols],
      pin: params.pin.length === 0 ? null : [...params.pin],
      w: Object.keys(widths).length === 0 ? null : widths,
    };
    // A width changes with each step of a drag: the back button skips all of them.
    void setParams(change, { history: isOnlyWidth ? "replace" : "push" });
  };
  return { arrangement, arrange };
}
