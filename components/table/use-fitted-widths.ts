"use client";

import { useState } from "react";
import { fittedWidths, MEASURED_ROWS } from "./fitted-widths";
import type { TableColumn } from "./table-column";

type FittedWidthsOptions<Row> = {
  columns: readonly TableColumn<Row>[];
  count: number;
  rowAt: (index: number) => Row | undefined;
  /** Identifies the content: other content is measured again. Null while rows of other content are still shown. */
  contentKey: string | null;
};

interface Measured {
  readonly contentKey: string;
  /** The measured columns: one that is shown later is measured then. */
  readonly ids: string;
  readonly widths: ReadonlyMap<string, number>;
}

/** Returns the widths that follow the first rows. Rows that arrive later change none of them. */
export function useFittedWidths<Row>({ columns, count, rowAt, contentKey }: FittedWidthsOptions<Row>) {
  const [measured, setMeasured] = useState<Measured | null>(null);
  const ids = columns.flatMap(({ id, fit }) => (fit === undefined ? [] : [id])).join("\n");
  const isMeasured = measured?.contentKey === contentKey && measured.ids === ids;
  if (contentKey !== null && count > 0 && ids !== "" && !isMeasured) {
    const rows = Array.from({ length: Math.min(count, MEASURED_ROWS) }, (_, index) => rowAt(index));
    setMeasured({
      contentKey,
      ids,
      widths: fittedWidths(
        columns,
        rows.filter((row) => row !== undefined),
      ),
    });
  }
  return measured?.widths ?? NO_WIDTHS;
}

const NO_WIDTHS: ReadonlyMap<string, number> = new Map();
