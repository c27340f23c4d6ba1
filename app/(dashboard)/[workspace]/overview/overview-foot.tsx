import type { OverviewAnswer } from "@/app/(dashboard)/[workspace]/overview/question/use-overview";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { PageFoot } from "@/components/ui/page-head";
import { countOf } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatTime } from "@/lib/format/time";
import { zoneName } from "@/lib/format/time-zone";

type OverviewFootProps = { overview: OverviewAnswer; isCounting: boolean; isLive: boolean };

/** The number of calls, the time and the duration of the request; then the keys of the page. */
export function OverviewFoot({ overview, isCounting, isLive }: OverviewFootProps) {
  const { answer, failure } = overview;
  return (
    <PageFoot
      hints={
        isCounting ? (
          <KeyHints hints={[keyHint("everywhere", ["?"], "all keys")]} />
        ) : (
          <KeyHints
            hints={[
              keyHint("overview", ["j", "k"], "op"),
              keyHint("overview", ["Enter"], "open traces"),
              keyHint("overview", ["f"], "filter"),
              keyHint("everywhere", ["/"], "find op"),
              keyHint("overview", ["r"], "refresh"),
              keyHint("everywhere", ["?"], "all keys"),
            ]}
          />
        )
      }
    >
      {isCounting ? <span>Counts only</span> : null}
      {answer === null || isCounting ? null : (
        <>
          <span>{countOf(answer.result.totals.call_count, "call")} counted</span>
          <span>in {formatDuration(answer.durationMs)}</span>
          <span>
            {isLive ? "as of" : "paused at"} {formatTime(answer.requestedAtMs, answer.requestedAtMs)}{" "}
            {zoneName(answer.requestedAtMs)}
          </span>
        </>
      )}
      {answer !== null && failure !== null && !isCounting ? <span className="text-warn">refresh failed</span> : null}
    </PageFoot>
  );
}
