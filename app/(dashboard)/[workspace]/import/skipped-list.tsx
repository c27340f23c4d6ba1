import type { ReactNode } from "react";
import { formatCount } from "@/lib/format/count";
import type { FilePreview } from "./prepare-file-preview";

/** The values that cannot be read, each with its exact position and reason. */
export function SkippedList({ preview }: { preview: FilePreview }) {
  const more = preview.skippedCount - preview.skipped.length;
  return (
    <PlaceList
      label="Values that cannot be read"
      title="Cannot be read"
      count={preview.skippedCount}
      rows={preview.skipped.map(({ filePosition, reason }) => ({ place: filePosition, reason }))}
    >
      {more > 0 ? <li className="py-1.5 text-ink-3">and {formatCount(more)} more</li> : null}
    </PlaceList>
  );
}

/** Readable values that are not stored, or stored as something else: each reason with its first position. */
export function LeftOutList({ preview }: { preview: FilePreview }) {
  const rows = preview.leftOut.map(({ filePosition, count, reason }) => ({
    place: count > 1 ? `${filePosition} (×${formatCount(count)})` : filePosition,
    reason,
  }));
  return <PlaceList label="Values that are left out" title="Left out or changed" count={rows.length} rows={rows} />;
}

type PlaceListProps = {
  label: string;
  title: string;
  count: number;
  rows: readonly { readonly place: string; readonly reason: string }[];
  children?: ReactNode;
};

function PlaceList({ label, title, count, rows, children }: PlaceListProps) {
  return (
    <section aria-label={label} className="grid gap-1.5">
      <h2 className="font-medium">
        {title} <span className="font-normal text-ink-3">{formatCount(count)}</span>
      </h2>
      <ul className="border-y border-line text-small">
        {rows.map(({ place, reason }) => (
          <li
            key={`${place} ${reason}`}
            className="grid grid-cols-[150px_minmax(0,1fr)] gap-x-3 border-b border-line py-1.5 last:border-b-0 max-md:grid-cols-1"
          >
            <span className="text-code">{place}</span>
            <span className="text-ink-2 [overflow-wrap:anywhere]">{reason}</span>
          </li>
        ))}
        {children}
      </ul>
    </section>
  );
}
