import { StatusGlyph } from "@/components/glyph/status-glyph";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/lib/format/count";

type StreamProgressProps = {
  rowCount: number;
  /** What the rows are: `threads`, `rows`. */
  noun: string;
  /** Rows that there will be; null where it is not known. */
  totalCount: number | null;
  durationMs: number;
  onStop: () => void;
};

/** For the foot of a page while rows arrive: how many, how fast, and the way to stop it. */
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
