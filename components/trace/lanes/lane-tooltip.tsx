import { KindGlyph } from "@/components/glyph/kind-glyph";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { countOf } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { statusName } from "@/lib/format/status";
import { descendantCount, kindOf, noteOf, statusOf, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";

type LaneTooltipProps = {
  x: number;
  y: number;
  skeleton: TraceSkeleton;
  row: number;
  name: string;
  durationMs: number | null;
};

const WIDTH_PX = 260;
const OFFSET_PX = 14;

/** The details of the call under the pointer, next to it and never over it. */
export function LaneTooltip({ x, y, skeleton, row, name, durationMs }: LaneTooltipProps) {
  const isRight = x + WIDTH_PX + OFFSET_PX > window.innerWidth;
  const isLow = y > window.innerHeight * 0.7;
  const status = statusOf(skeleton, row);
  const note = noteOf(skeleton, row);
  const self = skeleton.selfMs[row] ?? Number.NaN;
  return (
    <div
      aria-hidden="true"
      style={{
        width: WIDTH_PX,
        left: isRight ? x - WIDTH_PX - OFFSET_PX : x + OFFSET_PX,
        ...(isLow ? { bottom: window.innerHeight - y + OFFSET_PX } : { top: y + OFFSET_PX }),
      }}
      className="pointer-events-none fixed z-40 rounded-control bg-surface px-2.5 py-2 text-micro leading-4 text-ink-2 shadow-pop"
    >
      <div className="flex items-center gap-1.5 text-ink">
        <KindGlyph kind={kindOf(skeleton, row)} className="flex-none" />
        <span className="truncate text-code font-medium">{name}</span>
      </div>
      <dl className="mt-1 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3">
        <dt className="text-ink-3">Status</dt>
        <dd className="flex items-center gap-1">
          <StatusGlyph status={status} label="" />
          {statusName(status)}
        </dd>
        <dt className="text-ink-3">Duration</dt>
        <dd>{formatDuration(durationMs)}</dd>
        <dt className="text-ink-3">Self time</dt>
        <dd>{formatDuration(Number.isNaN(self) ? null : self)}</dd>
        <dt className="text-ink-3">Starts after</dt>
        <dd>{formatDuration(skeleton.startMs[row] ?? 0)}</dd>
        <dt className="text-ink-3">Descendants</dt>
        <dd>{countOf(descendantCount(skeleton, row), "call")}</dd>
      </dl>
      {note === "" ? null : <p className={status === "error" ? "mt-1 text-err" : "mt-1"}>{note}</p>}
      <p className="mt-1 text-ink-3">Click to select, double-click to zoom</p>
    </div>
  );
}
