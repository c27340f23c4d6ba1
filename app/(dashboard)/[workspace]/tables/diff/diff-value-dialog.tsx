"use client";

import { cellValue } from "@/app/(dashboard)/[workspace]/tables/sheet/cell-value";
import type { SheetColumn } from "@/app/(dashboard)/[workspace]/tables/sheet/prepare-sheet";
import { ViewDialog } from "@/components/dialog/view-dialog";
import { DiffView } from "@/components/diff/diff-view";
import { useComparison } from "@/components/diff/use-comparison";
import { JsonViewer } from "@/components/json/json-viewer";
import { MediaStrip } from "@/components/media/media-strip";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { isCellChanged, type RowDifference } from "./prepare-table-diff";

type DiffValueDialogProps = { difference: RowDifference; column: SheetColumn; onClose: () => void };

/** The full value of a cell of a comparison: the changed lines, or the value when nothing changed. */
export function DiffValueDialog({ difference, column, onClose }: DiffValueDialogProps) {
  const { before, after } = difference;
  const row = after ?? before;
  return (
    <ViewDialog
      title={column.path === null ? "Row" : column.id}
      description={`${difference.kind === "same" ? "unchanged" : difference.kind}, digest ${row?.digest.slice(0, 12) ?? ""}`}
      size="large"
      isFilling
      onClose={onClose}
    >
      {before &&
      after &&
      (column.path === null || isCellChanged(difference, column)) &&
      difference.kind === "changed" ? (
        <Changed difference={difference} column={column} />
      ) : (
        <JsonViewer
          label={column.path === null ? "row" : column.id}
          value={column.path === null ? row?.val : row && (cellValue(row, column) ?? null)}
          isFilling
        />
      )}
    </ViewDialog>
  );
}

function Changed({ difference: { before, after }, column }: Pick<DiffValueDialogProps, "difference" | "column">) {
  const sideValue = (row: RowDifference["before"]) =>
    row === null ? null : column.path === null ? row.val : (cellValue(row, column) ?? null);
  const [left, right] = [sideValue(before), sideValue(after)];
  const isText = typeof left === "string" && typeof right === "string";
  const comparison = useComparison(
    { key: `${before?.digest} ${column.id}`, value: left },
    { key: `${after?.digest} ${column.id}`, value: right },
    isText ? "text" : "json",
  );
  if (comparison.isError) {
    return (
      <p role="alert" className="text-small text-err">
        {failureOf(comparison.error).message}
      </p>
    );
  }
  if (!comparison.data) return <ProgressBar label="Comparing" />;
  return (
    <>
      <MediaStrip label="Media before" value={left} />
      <MediaStrip label="Media after" value={right} />
      <DiffView comparison={comparison.data} layout="unified" isJson={!isText} />
    </>
  );
}
