import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";

/** Before this, a rate reflects the start rather than the stream. */
const RATE_AFTER_MS = 800;

/** Rows per second; null while it is too early to estimate. */
export function rowRate(rowCount: number, durationMs: number): number | null {
  return durationMs < RATE_AFTER_MS || rowCount === 0 ? null : (rowCount / durationMs) * 1000;
}

/** The progress text while rows arrive: `Streaming 182,400 rows` and, when the total is available, `67%, 3 s left`. */
export function streamingText(
  rowCount: number,
  totalCount: number | null,
  durationMs: number,
): { count: string; rest: string } {
  const count = `Streaming ${formatCount(rowCount)} ${rowCount === 1 ? "row" : "rows"}`;
  if (totalCount === null || totalCount <= 0) return { count: `${count} so far`, rest: "" };
  const percent = `${Math.floor(Math.min(1, rowCount / totalCount) * 100)}%`;
  const rate = rowRate(rowCount, durationMs);
  if (rate === null) return { count, rest: percent };
  const leftMs = (Math.max(0, totalCount - rowCount) / rate) * 1000;
  return { count, rest: `${percent}, ${formatDuration(Math.ceil(leftMs / 1000) * 1000).replace(/\.\d+/, "")} left` };
}
