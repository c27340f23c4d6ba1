import { ArrowDown, ArrowUp } from "lucide-react";
import type { PeriodDelta } from "@/lib/format/period-delta";
import { classNames } from "@/lib/style/class-names";

const tones = { better: "text-ok", worse: "text-err", plain: "text-ink-3" } as const;

/** The change of a figure against another range, with its arrow. */
export function DeltaText({ delta, isCompared }: { delta: PeriodDelta | null; isCompared: boolean }) {
  if (!isCompared) return <span />;
  if (delta === null) return <span className="text-micro text-ink-3">–</span>;
  const Arrow = delta.direction === "up" ? ArrowUp : ArrowDown;
  return (
    <span className={classNames("flex items-center gap-[3px] text-micro whitespace-nowrap", tones[delta.tone])}>
      {delta.direction === "same" || delta.direction === "new" ? null : (
        <Arrow size={11} strokeWidth={2} aria-hidden="true" />
      )}
      {delta.text}
    </span>
  );
}
