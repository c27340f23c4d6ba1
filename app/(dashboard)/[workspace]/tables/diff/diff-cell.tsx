import { cellValue } from "@/app/(dashboard)/[workspace]/tables/sheet/cell-value";
import { INDEX_ID, type SheetColumn } from "@/app/(dashboard)/[workspace]/tables/sheet/prepare-sheet";
import { CellContent } from "@/app/(dashboard)/[workspace]/tables/sheet/sheet-cell";
import { ValueCell } from "@/components/json/value-cell";
import { formatCount } from "@/lib/format/count";
import { MINUS } from "@/lib/format/missing";
import { classNames } from "@/lib/style/class-names";
import { type DiffKind, isCellChanged, type RowDifference } from "./prepare-table-diff";

/** Each kind has a sign and a name, so that color is not the only signal. */
export const signs: Record<DiffKind, { readonly sign: string; readonly name: string; readonly className?: string }> = {
  added: { sign: "+", name: "added", className: "text-ink bg-diff-add" },
  removed: { sign: MINUS, name: "removed", className: "text-ink bg-diff-del" },
  changed: { sign: "≠", name: "changed", className: "text-ink" },
  moved: { sign: "↕", name: "moved", className: "text-ink" },
  same: { sign: "=", name: "unchanged" },
};

/** On the darker backgrounds only the ink color has enough contrast. */
const WORD_CLASS = "truncate rounded-[2px] px-0.5 no-underline [&_*]:text-ink!";

/** A cell of a comparison: one value when both sides are equal, both values when it changed. */
export function DiffCell({ difference, column }: { difference: RowDifference; column: SheetColumn }) {
  const { kind, before, after } = difference;
  if (column.id === INDEX_ID) return <RowNumbers difference={difference} />;
  const row = after ?? before;
  if (!row) return null;
  if (!before || !after || !isCellChanged(difference, column)) {
    return <CellContent column={column} value={cellValue(row, column)} />;
  }
  return (
    <span className={classNames("flex min-w-0 items-center gap-1", kind === "changed" && "cursor-pointer")}>
      <del className={classNames(WORD_CLASS, "max-w-[45%] bg-diff-del-word")}>
        <span className="sr-only">before </span>
        <ValueCell value={cellValue(before, column)} />
      </del>
      <span aria-hidden="true" className="text-ink-3">
        →
      </span>
      <ins className={classNames(WORD_CLASS, "min-w-0 bg-diff-add-word")}>
        <span className="sr-only">after </span>
        <ValueCell value={cellValue(after, column)} />
      </ins>
    </span>
  );
}

/** The sign of the row, and its row numbers before and after. */
function RowNumbers({ difference: { kind, before, after } }: { difference: RowDifference }) {
  const { sign, name } = signs[kind];
  const [left, right] = [before?.original_index, after?.original_index];
  const isOne = left === right || before === null || after === null;
  return (
    <span className="flex items-center justify-between gap-2">
      <span className="font-mono">
        <span aria-hidden="true">{sign}</span>
        <span className="sr-only">{name}</span>
      </span>
      <span>{isOne ? formatCount(right ?? left) : `${formatCount(left)} → ${formatCount(right)}`}</span>
    </span>
  );
}
