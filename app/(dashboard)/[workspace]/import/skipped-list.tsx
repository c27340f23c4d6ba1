import { formatCount } from "@/lib/format/count";
import type { FilePreview } from "./prepare-file-preview";

/** The values that cannot be read, each with its exact position and reason. */
export function SkippedList({ preview }: { preview: FilePreview }) {
  const more = preview.skippedCount - preview.skipped.length;
  return (
    <section aria-label="Values that cannot be read" className="grid gap-1.5">
      <h2 className="font-medium">
        Cannot be read <span className="font-normal text-ink-3">{formatCount(preview.skippedCount)}</span>
      </h2>
      <ul className="border-y border-line text-small">
        {preview.skipped.map(({ filePosition: place, reason }) => (
          <li
            key={place}
            className="grid grid-cols-[150px_minmax(0,1fr)] gap-x-3 border-b border-line py-1.5 last:border-b-0 max-md:grid-cols-1"
          >
            <span className="text-code">{place}</span>
            <span className="text-ink-2 [overflow-wrap:anywhere]">{reason}</span>
          </li>
        ))}
        {more > 0 ? <li className="py-1.5 text-ink-3">and {formatCount(more)} more</li> : null}
      </ul>
    </section>
  );
}
