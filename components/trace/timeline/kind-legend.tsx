import { memo } from "react";
import { classNames } from "@/components/ui/class-names";
import { KindGlyph } from "@/components/ui/glyph/kind-glyph";
import { StatusGlyph } from "@/components/ui/glyph/status-glyph";
import { kindName } from "@/lib/calls/call-kind";
import { KINDS, type TraceSkeleton } from "../skeleton/trace-skeleton";

/** Which dye is which kind, of those that the trace holds. */
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
