"use client";

import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import {
  arrangementParams,
  pathsOf,
  readArrangement,
} from "@/app/(dashboard)/[workspace]/traces/columns/prepare-column-params";
import { scoreColumns } from "@/app/(dashboard)/[workspace]/traces/columns/score-columns";
import { withScoreColumns } from "@/app/(dashboard)/[workspace]/traces/columns/traces-columns";
import { selectColumnShape } from "@/components/table/select-column";
import type { ProjectScore } from "@/lib/api/contract/feedback/scores";
import type { ColumnArrangement } from "@/lib/table/column-arrangement";
import { displayOrder } from "@/lib/table/column-arrangement";
import { tracesParams } from "./search-params";

/**
 * Which columns are shown, their order, widths and pins, all stored in the URL.
 *
 * @param common the fields of the scores that most rows have
 */
export function useColumnArrangement(scores: readonly ProjectScore[], common: readonly string[]) {
  const [{ cols, pin, w }, setParams] = useQueryStates(tracesParams, { history: "push" });
  const ofScores = useMemo(() => scoreColumns(scores, cols, common), [scores, cols, common]);
  const columns = useMemo(() => [selectColumnShape, ...withScoreColumns(ofScores)], [ofScores]);
  const arrangement = useMemo(() => readArrangement(columns, { cols, pin, widths: w }), [columns, cols, pin, w]);
  const paths = useMemo(() => pathsOf(cols), [cols]);
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
  const shown = displayOrder([...columns, ...paths.map((id) => ({ id }))], arrangement).filter(
    (id) => !arrangement.hidden.includes(id),
  );
  return { arrangement, arrange, shown, ofScores };
}
