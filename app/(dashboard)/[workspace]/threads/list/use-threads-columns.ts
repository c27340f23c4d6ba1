"use client";

import { useQueryState } from "nuqs";
import { useMemo } from "react";
import { selectColumnShape } from "@/components/table/select-column";
import { columnParams, useColumnParams } from "@/components/table/use-column-params";
import { isScoreField } from "@/lib/score/score-field";
import type { ColumnArrangement } from "@/lib/table/column-arrangement";
import type { ThreadScale } from "@/lib/thread/thread-row";
import { factColumnIds } from "./fact-columns";
import { type ColumnChoice, roomyColumns, threadsColumns } from "./threads-columns";

/** Whether users or tools are among the columns of the address; both are at first. */
export function useAreFactsShown(): boolean {
  const [cols] = useQueryState("cols", columnParams.cols);
  return cols === null || cols.some((id) => factColumnIds.includes(id));
}

/** The columns of the list as the user arranged them; all of it is in the address. */
export function useThreadsColumns(scale: ThreadScale, choice: Omit<ColumnChoice, "isUserShown">) {
  const { hasRoom, hasMessages, hasFigures, hasFacts, scores, commonScores } = choice;
  const [cols] = useQueryState("cols", columnParams.cols);
  const isUserShown = hasRoom && hasFacts && (cols === null || cols.includes("user"));
  const columns = useMemo(
    () => threadsColumns(scale, { hasRoom, hasMessages, hasFigures, hasFacts, isUserShown, scores, commonScores }),
    [scale, hasRoom, hasMessages, hasFigures, hasFacts, isUserShown, scores, commonScores],
  );
  const all = useMemo(() => [selectColumnShape, ...columns], [columns]);
  const { arrangement, arrange } = useColumnParams(all, isScoreField);
  const shown = useMemo(
    (): ColumnArrangement =>
      hasRoom ? arrangement : { ...arrangement, hidden: [...new Set([...arrangement.hidden, ...roomyColumns])] },
    [arrangement, hasRoom],
  );
  return {
    columns,
    arrangement,
    arrange,
    /** What the list shows: beside an open conversation there is room for fewer columns. */
    shown,
    /** Takes an arrangement of what the list shows: what is hidden for want of room is not hidden for good. */
    arrangeShown: (next: ColumnArrangement) =>
      arrange({
        ...next,
        hidden: next.hidden.filter((id) => arrangement.hidden.includes(id) || !shown.hidden.includes(id)),
      }),
  };
}

export type ThreadsColumns = ReturnType<typeof useThreadsColumns>;
