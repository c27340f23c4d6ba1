import { StatusGlyph } from "@/components/glyph/status-glyph";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/lib/format/count";

type StreamProgressProps = {
  rowCount: number;
  /** The noun of the rows: `threads`, `rows`. */
  noun: string;
  /** The expected number of rows; null where unknown. */
  totalCount: number | null;
  durationMs: number;
  onStop: () => void;
};

/** The footer of a page while rows stream in: count, rate, and Stop. */
export function StreamProgress({ rowCount, noun, totalCount, durationMs, onStop }: StreamProgressProps) {
  const total = totalCount === null ? ` ${noun} so far` : ` of about ${formatCount(totalCount)} ${noun}`;
  return (
    <>
      <span className="flex items-center gap-1.5 text-accent-text">
        <StatusGlyph status="running" label="" />
        Streaming {formatCount(rowCount)}
        {total}
      </span>
      <Button kind="ghost" size="small" onClick={onStop}>
        Stop
      </Button>
      {durationMs > 0 ? <span>{formatCount(Math.round((rowCount / durationMs) * 1000))} rows/s</span> : null}
    </>
  );
}
