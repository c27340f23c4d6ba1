import { KeyHint } from "@/components/keyboard/key-hint";
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
        <>
          <KeyHint at="job" keys={["ArrowLeft", "ArrowRight"]}>
            step
          </KeyHint>
          <KeyHint at="job" keys={["l"]}>
            live end
          </KeyHint>
          <KeyHint at="job" keys={["c"]}>
            chat with the checkpoint
          </KeyHint>
          <KeyHint at="everywhere" keys={["?"]}>
            all keys
          </KeyHint>
        </>
      }
    >
      <span role="status">
        {countOf(log.count, "event")}, {PHASE_LABELS[phase]}
      </span>
      {last ? <span className="max-md:hidden">after {formatShortId(last.id)}</span> : null}
    </PageFoot>
  );
}
