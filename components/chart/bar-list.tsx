import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";

export interface BarListRow {
  readonly key: string;
  readonly label: string;
  readonly value: ReactNode;
  readonly note: string;
  readonly href: string;
  /** The segments of the bar, as shares of the width. */
  readonly parts: readonly { readonly key: string; readonly share: number; readonly color: string }[];
}

/** A list of names, each with a value and a segmented bar, and each a link. */
export function BarList({ label, rows }: { label: string; rows: readonly BarListRow[] }) {
  return (
    <ul aria-label={label} className="pt-0.5">
      {rows.map((row) => (
        <li key={row.key}>
          <Link
            href={row.href}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2.5 gap-y-[3px] py-1.5 pr-3 pl-4 text-small outline-offset-[-2px] hover:bg-hover max-md:pl-3"
          >
            <span className="truncate text-code" title={row.label}>
              {row.label}
            </span>
            <span className="whitespace-nowrap">
              {row.value} <span className="text-micro text-ink-3">{row.note}</span>
            </span>
            <span aria-hidden="true" className="col-span-2 flex h-2 gap-px">
              {row.parts.map((part) => (
                <i
                  key={part.key}
                  className="min-w-px rounded-[1px]"
                  style={{ width: `${part.share * 100}%`, background: part.color }}
                />
              ))}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
