import { Link } from "@/components/ui/link";
import type { MeasuredRow, PreparedRows } from "./prepare-rows";

/** Names with bars, each a link to its calls. */
export function MeasuredRows({ label, prepared }: { label: string; prepared: PreparedRows }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto pb-1">
      <ul aria-label={label}>
        {prepared.rows.map((row) => (
          <Row key={row.key} row={row} />
        ))}
      </ul>
      {prepared.note ? <p className="px-4 py-1 text-micro text-ink-3 max-md:px-3">{prepared.note}</p> : null}
    </div>
  );
}

function Row({ row }: { row: MeasuredRow }) {
  return (
    <li>
      <Link
        href={row.href}
        aria-label={`${row.label}: ${row.value}, ${row.note}`}
        className="grid grid-cols-[minmax(0,1fr)_minmax(24px,22%)_auto_auto] items-center gap-2.5 px-4 py-[3px] text-small outline-offset-[-2px] hover:bg-hover max-md:px-3 max-md:py-1.5"
      >
        <span className="truncate text-code" title={row.label}>
          {row.label}
        </span>
        <span aria-hidden="true" className="flex h-2">
          <i
            className="rounded-[1px] bg-vat-4"
            style={{ width: `${row.share * 100}%`, minWidth: row.share > 0 ? 1 : 0 }}
          />
        </span>
        <span className="min-w-12 text-right">{row.value}</span>
        <span className="min-w-9 text-right text-micro text-ink-3">{row.note}</span>
      </Link>
    </li>
  );
}
