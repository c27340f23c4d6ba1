import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { PageFoot } from "@/components/ui/page-head";
import { countOf } from "@/lib/format/count";
import { formatShortId } from "@/lib/format/identifier";
import type { FollowState } from "@/lib/training/events/job-follower";

const PHASE_LABELS = {
  reading: "reading",
  listening: "listening",
  retrying: "service unavailable, retrying",
  ended: "job ended",
  failed: "stopped reading",
} as const;

/** The number of events and how they are read; then keys. */
export function JobFoot({ follow: { log, phase } }: { follow: FollowState }) {
  const { last } = log;
  return (
    <PageFoot
      hints={
        <KeyHints
          hints={[
            keyHint("crosshair", ["ArrowLeft", "ArrowRight"], "step"),
            keyHint("crosshair", ["l"], "live end"),
            keyHint("job", ["c"], "chat with the checkpoint"),
            keyHint("everywhere", ["?"], "all keys"),
          ]}
        />
      }
    >
      <span role="status">
        {countOf(log.count, "event")}, {PHASE_LABELS[phase]}
      </span>
      {last ? <span className="max-md:hidden">after {formatShortId(last.id)}</span> : null}
    </PageFoot>
  );
}
