import { kindFill } from "@/components/glyph/kind-dyes";
import { formatDuration } from "@/lib/format/duration";
import { classNames } from "@/lib/style/class-names";
import { type TimeWindow, windowShareOf } from "@/lib/trace/time/time-window";
import type { TreeRow } from "@/lib/trace/tree/tree-rows";

/** Limits as shares of the width: nothing beyond them is visible, and browsers misplace very long boxes. */
const clamped = (share: number) => Math.min(1.5, Math.max(-0.5, share));

/** A note needs this share of the track after its bar. */
const NOTE_BEFORE = 0.84;

/**
 * A call on the time axis. Leaves are 10 px high, parents 4 px and paler; errors are hatched; running calls have no
 * end.
 */
export function CallBar({ row, window }: { row: TreeRow; window: TimeWindow }) {
  const left = windowShareOf(window, row.startMs);
  const right = windowShareOf(window, row.endMs);
  if (right < 0 || left > 1) return <Beyond isAfter={left > 1} />;
  const [from, to] = [clamped(left), clamped(right)];
  const isError = row.status === "error";
  const isUnknown = row.durationMs === null;
  return (
    <>
      <b
        aria-hidden="true"
        style={{ left: `${from * 100}%`, width: isUnknown ? "18px" : `${(to - from) * 100}%` }}
        className={classNames(
          "absolute min-w-0.5 rounded-bar",
          row.hasChildren ? "top-[11px] h-1" : "top-2 h-2.5",
          isError
            ? "bg-[repeating-linear-gradient(135deg,var(--err)_0_3px,var(--bg)_3px_4.2px)] shadow-[0_0_0_1px_var(--err)]"
            : isUnknown
              ? "border border-r-0 border-dashed border-line-input"
              : classNames(kindFill(row.kind), row.hasChildren && "opacity-55"),
          row.isOpen && "rounded-r-none [mask-image:linear-gradient(to_right,black_calc(100%-14px),transparent)]",
        )}
      />
      {isError && row.note !== "" && right < NOTE_BEFORE ? (
        <em
          style={{ left: `calc(${to * 100}% + 6px)` }}
          className="absolute top-[5px] right-0 truncate text-micro leading-4 text-err not-italic"
        >
          {row.note}
        </em>
      ) : null}
    </>
  );
}

/** The call is before or after the visible range. */
function Beyond({ isAfter }: { isAfter: boolean }) {
  return (
    <i
      aria-hidden="true"
      className={classNames(
        "absolute top-[11px] h-1 w-1 rounded-full bg-line-strong",
        isAfter ? "right-0.5" : "left-0.5",
      )}
    />
  );
}

/** The bar as text for screen readers. */
export function barText(row: TreeRow): string {
  const start = `starts after ${formatDuration(row.startMs)}`;
  if (row.isOpen) return `${start}, still running`;
  return row.durationMs === null ? `${start}, end not recorded` : start;
}
