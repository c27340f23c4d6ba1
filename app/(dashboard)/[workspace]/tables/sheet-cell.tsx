import { formatCount } from "@/lib/format/count";
import { type CellText, cellText } from "./prepare-cell";
import { DIGEST_ID, INDEX_ID, type SheetColumn } from "./prepare-sheet";

const DIGEST_LENGTH = 8;

/** A cell of a table: the row number, the digest, or a value in one line. */
export function CellContent({ column, value }: { column: SheetColumn; value: unknown }) {
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
