import { StatusGlyph } from "@/components/glyph/status-glyph";
import { Button } from "@/components/ui/button";
import type { StreamSummary } from "@/lib/api/client/json-lines";
import { countOf, formatCount } from "@/lib/format/count";

type CutShortBandProps = {
  summary: StreamSummary;
  /** The number of rows shown, including earlier pages. */
  shownCount: number;
  /** The total number of rows, where known. */
  totalCount: number | null;
  onResume: () => void;
  isResuming: boolean;
};

/** Marks an incomplete stream: rows are kept, and the rest can be loaded. */
export function CutShortBand({ summary, shownCount, totalCount, onResume, isResuming }: CutShortBandProps) {
  const { end } = summary;
  if (end.kind === "complete") return null;
  const what = end.kind === "stopped" ? "Stopped by you" : "Stream ended early";
  return (
    <div
      role="alert"
      className="flex min-h-[34px] flex-none flex-wrap items-center gap-2 border-y border-warn-line bg-warn-tint py-1 pr-2.5 pl-4 text-small"
    >
      <StatusGlyph status="warning" label="" />
      <span>
        {what} at <b>{formatCount(shownCount)}</b>
        {totalCount === null ? null : ` of about ${formatCount(totalCount)}`}
      </span>
      {end.kind === "cut-short" ? <span className="text-code text-ink-2">{end.reason}</span> : null}
      <Button size="small" className="ml-auto" onClick={onResume} isBusy={isResuming}>
        Resume
      </Button>
    </div>
  );
}

/** The numbers of lines that could not be parsed. */
export function BadLinesNote({ summary }: { summary: StreamSummary }) {
  const { badLines } = summary;
  if (badLines.length === 0) return null;
  const numbers = badLines.slice(0, 5).map((bad) => bad.line);
  const [first] = badLines;
  return (
    <div
      role="alert"
      className="flex min-h-[34px] flex-none flex-wrap items-center gap-2 border-y border-warn-line bg-warn-tint py-1 pr-2.5 pl-4 text-small"
    >
      <StatusGlyph status="warning" label="" />
      <span>
        {countOf(badLines.length, "line")} could not be read: {numbers.join(", ")}
        {badLines.length > numbers.length ? " and more" : ""}
      </span>
      <span className="truncate text-code text-ink-2">{first?.reason}</span>
    </div>
  );
}
