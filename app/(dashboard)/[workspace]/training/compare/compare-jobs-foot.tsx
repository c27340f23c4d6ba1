import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { PageFoot } from "@/components/ui/page-head";
import { countOf } from "@/lib/format/count";
import type { ComparedJob } from "./compared-jobs";

/** The number of events and how they are read; then keys. */
export function CompareJobsFoot({ sides }: { sides: readonly ComparedJob[] }) {
  const count = sides.reduce((sum, { state }) => sum + state.log.count, 0);
  const inPhase = (phase: ComparedJob["state"]["phase"]) => sides.filter(({ state }) => state.phase === phase).length;
  const facts = [
    [inPhase("reading"), "reading"],
    [inPhase("listening"), "listening"],
    [inPhase("retrying"), "away"],
    [inPhase("failed"), "not loaded"],
    [inPhase("ended"), "ended"],
  ] as const;
  return (
    <PageFoot
      hints={
        <KeyHints
          hints={[
            keyHint("crosshair", ["ArrowLeft", "ArrowRight"], "step"),
            keyHint("crosshair", ["l"], "live end"),
            keyHint("everywhere", ["?"], "all keys"),
          ]}
        />
      }
    >
      <span role="status">
        {[
          countOf(count, "event"),
          ...facts.flatMap(([amount, word]) => (amount === 0 ? [] : [`${countOf(amount, "job")} ${word}`])),
        ].join(", ")}
      </span>
    </PageFoot>
  );
}
