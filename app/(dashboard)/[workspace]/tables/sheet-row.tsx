import { memo } from "react";
import { classNames } from "@/components/ui/class-names";
import type { TableRow } from "@/lib/api/contract/tables";
import { formatCount } from "@/lib/format/count";
import { type CellText, cellText, cellValue } from "./prepare-cell";
import { valueContains } from "./prepare-find";
import { DIGEST_ID, INDEX_ID, type SheetColumn } from "./prepare-sheet";
import { cellElementId } from "./sheet";
import type { DrawnColumns } from "./use-drawn-columns";

type SheetRowProps = {
  row: TableRow;
  /** Position among the loaded rows. */
  index: number;
  ariaRowIndex: number;
  height: number;
  drawn: DrawnColumns;
  frozenLefts: readonly number[];
  /** The column of the cursor when it stands in this row. */
  cursorColumnId: string | null;
  words: string;
  onCursorElement: (element: HTMLElement | null) => void;
};

const DIGEST_LENGTH = 8;

/** One row of the sheet. Drawn again only when something of it changed, so that scrolling stays cheap. */
export const SheetRow = memo(function SheetRow(props: SheetRowProps) {
  const { row, index, height, drawn, frozenLefts, cursorColumnId, words } = props;
  const isCursorRow = cursorColumnId !== null;
  const cells = drawn.columns.map((column, at) => {
    const isCursor = column.id === cursorColumnId;
    const left = frozenLefts[at];
    const value = cellValue(row, column);
    const isMarked = words !== "" && column.id !== INDEX_ID && valueContains(value, words);
    return (
      // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid is a gridcell, which can be selected
      <td
        key={column.id}
        id={cellElementId({ row: index, columnId: column.id })}
        ref={isCursor ? props.onCursorElement : undefined}
        data-column={column.id}
        aria-colindex={(drawn.positions[at] ?? 0) + 1}
        aria-selected={isCursor}
        style={left === undefined ? { height } : { height, left }}
        className={classNames(
          "truncate border-r border-b border-line px-2 py-0",
          left !== undefined && "sticky z-[1] bg-bg",
          isCursorRow && "bg-hover",
          column.id === INDEX_ID && "bg-sunken text-right text-ink-3",
          column.id === INDEX_ID && isCursorRow && "text-ink",
          column.isNumeric && "text-right",
          isMarked && "bg-warn-tint",
          isCursor && "bg-accent-tint outline-2 -outline-offset-2 outline-focus",
        )}
      >
        <CellContent column={column} value={value} />
      </td>
    );
  });
  return (
    <tr data-index={index} aria-rowindex={props.ariaRowIndex}>
      {cells.slice(0, drawn.frozenCount)}
      <td aria-hidden="true" className="p-0" />
      {cells.slice(drawn.frozenCount)}
      <td aria-hidden="true" className="border-b border-line p-0" />
    </tr>
  );
});

function CellContent({ column, value }: { column: SheetColumn; value: unknown }) {
  if (column.id === INDEX_ID) return <>{formatCount(typeof value === "number" ? value : null)}</>;
  if (column.id === DIGEST_ID) {
    const digest = String(value);
    return (
      <span className="text-code text-ink-2" title={digest}>
        {digest.slice(0, DIGEST_LENGTH)}
      </span>
    );
  }
  return <ValueText cell={cellText(value)} />;
}

const looks: Record<CellText["kind"], string> = {
  missing: "text-ink-3",
  null: "text-code-null italic",
  number: "",
  boolean: "text-code text-code-bool",
  word: "text-code",
  prose: "",
  list: "text-code text-ink-2",
  dictionary: "text-code text-ink-2",
  bytes: "text-ink-3 italic",
};

/** One line of a value. */
export function ValueText({ cell }: { cell: CellText }) {
  if (cell.kind === "missing") return <span className="text-ink-3">–</span>;
  return (
    <span className={looks[cell.kind]}>
      {cell.count === null ? null : <span className="mr-1 text-micro text-ink-3">{cell.count}</span>}
      {cell.text}
    </span>
  );
}
