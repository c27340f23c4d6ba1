import { VerdictTag } from "@/components/training/runs/run-tags";
import type { TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";

/** How the run goes: a word, and a sentence with the figures that it rests on. */
export function VerdictBand({ run: { verdict } }: { run: TrainingRunDetail }) {
  return (
    <section
      aria-label="Verdict"
      className="flex flex-none items-baseline gap-2.5 px-4 pb-3 max-md:flex-wrap max-md:px-3"
    >
      <VerdictTag verdict={verdict} />
      <p className="min-w-0 text-base leading-5">{verdict.sentence}</p>
    </section>
  );
}
