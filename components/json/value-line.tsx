import type { CellText } from "@/lib/json/value/value-line";

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
export function ValueTextView({ cell }: { cell: CellText }) {
  if (cell.kind === "missing") return <span className="text-ink-3">–</span>;
  return (
    <span className={looks[cell.kind]}>
      {cell.count === null ? null : <span className="mr-1 text-micro text-ink-3">{cell.count}</span>}
      {cell.text}
    </span>
  );
}
