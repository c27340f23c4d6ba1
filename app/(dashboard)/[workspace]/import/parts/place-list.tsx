import type { ReactNode } from "react";
import { formatCount } from "@/lib/format/count";

type PlaceListProps = {
  label: string;
  title: string;
  count: number;
  rows: readonly { readonly place: string; readonly reason: string }[];
  children?: ReactNode;
};

/** A list of reasons, each with its place. */
export function PlaceList({ label, title, count, rows, children }: PlaceListProps) {
  return (
    <section aria-label={label} className="grid gap-1.5">
      <h2 className="font-medium">
        {title} <span className="font-normal text-ink-3">{formatCount(count)}</span>
      </h2>
      <ul className="border-y border-line text-small">
        {rows.map(({ place, reason }) => (
          <li
            key={`${place} ${reason}`}
            className="grid gap-0.5 border-b border-line py-1.5 leading-[17px] last:border-b-0"
          >
            <span className="[overflow-wrap:anywhere]">{reason}</span>
            <span className="text-micro text-ink-3 [overflow-wrap:anywhere]">{place}</span>
          </li>
        ))}
        {children}
      </ul>
    </section>
  );
}
