import { StatusGlyph } from "@/components/glyph/status-glyph";
import { Button } from "@/components/ui/button";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { failureText } from "@/lib/failure/failure-text";
import { formatTime } from "@/lib/format/time";
import { zoneName } from "@/lib/format/time-zone";

type StaleNoteProps = { failure: ServiceFailure; requestedAtMs: number; onRetry: () => void };

/** The figures stay, with a note that the refresh failed. */
export function StaleNote({ failure, requestedAtMs: askedAtMs, onRetry }: StaleNoteProps) {
  return (
    <div
      role="alert"
      className="flex min-h-[34px] flex-none flex-wrap items-center gap-2 border-y border-warn-line bg-warn-tint py-1 pr-2.5 pl-4 text-small"
    >
      <StatusGlyph status="warning" label="" />
      <span>
        {failureText(failure).title}. These figures are from {formatTime(askedAtMs, askedAtMs)} {zoneName(askedAtMs)}.
      </span>
      <span className="text-ink-2">{failure.message}</span>
      <Button size="small" className="ml-auto" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
