"use client";

import { useQueryState } from "nuqs";
import { useMemo } from "react";
import { scoreColumns } from "@/app/(dashboard)/[workspace]/traces/columns/score-columns";
import { withScoreColumns } from "@/app/(dashboard)/[workspace]/traces/columns/traces-columns";
import { selectColumnShape } from "@/components/table/select-column";
import { columnParams, useColumnParams } from "@/components/table/use-column-params";
import type { ProjectScore } from "@/lib/api/contract/feedback/scores";
import { isColumnPath, pathsOf } from "@/lib/calls/path-columns";
import { isScoreField } from "@/lib/score/score-field";
import { displayOrder } from "@/lib/table/column-arrangement";

const isAdded = (id: string) => isColumnPath(id) || isScoreField(id);

/**
 * Which columns are shown, their order, widths and pins, all stored in the URL.
 *
 * @param common the fields of the scores that most rows have
 */
export function useColumnArrangement(scores: readonly ProjectScore[], common: readonly string[]) {
  const [cols] = useQueryState("cols", columnParams.cols);
  const ofScores = useMemo(() => scoreColumns(scores, cols, common), [scores, cols, common]);
  const columns = useMemo(() => [selectColumnShape, ...withScoreColumns(ofScores)], [ofScores]);
  const { arrangement, arrange } = useColumnParams(columns, isAdded);
  const paths = useMemo(() => pathsOf(cols), [cols]);
  const shown = displayOrder([...columns, ...paths.map((id) => ({ id }))], arrangement).filter(
    (id) => !arrangement.hidden.includes(id),
  );
  return { arrangement, arrange, shown, ofScores };
}
