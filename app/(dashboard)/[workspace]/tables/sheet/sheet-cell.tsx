import { ValueCell } from "@/components/json/value-cell";
import { formatCount } from "@/lib/format/count";
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
  return <ValueCell value={value} />;
}
