import { PlaceList } from "@/app/(dashboard)/[workspace]/import/parts/place-list";
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
