import { memo } from "react";
import { KindGlyph } from "@/components/glyph/kind-glyph";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { kindName } from "@/lib/calls/call-kind";
import { classNames } from "@/lib/style/class-names";
import { KINDS, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";

/** The colors of the kinds in the trace. */
export const KindLegend = memo(function KindLegend({
  skeleton,
  className,
}: {
  skeleton: TraceSkeleton;
  className?: string;
}) {
  return (
    <ul
      aria-label="Kinds"
      className={classNames(
        "flex h-7 flex-none items-center gap-[11px] overflow-x-auto border-t border-line px-4 text-micro whitespace-nowrap text-ink-2 [scrollbar-width:none]",
        className,
      )}
    >
      {KINDS.filter((_, number) => skeleton.kind.includes(number)).map((kind) => (
        <li key={kind} className="flex items-center gap-[5px]">
          <KindGlyph kind={kind} />
          <span aria-hidden="true">{kindName(kind)}</span>
        </li>
      ))}
      {skeleton.errorCount > 0 ? (
        <li className="flex items-center gap-[5px]">
          <StatusGlyph status="error" />
          <span aria-hidden="true">error</span>
        </li>
      ) : null}
    </ul>
  );
});
