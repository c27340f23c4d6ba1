import { VerdictTag } from "@/components/training/runs/run-tags";
import type { TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { verdictWord } from "@/lib/training/runs/run-words";

/**
 * Returns the sentence without the word that the tag already shows; the service includes it so that the sentence can
 * stand alone.
 */
function sentenceAfter(word: string, sentence: string): string {
  const rest = sentence.startsWith(`${word}: `) ? sentence.slice(word.length + 2) : sentence;
  return `${rest.slice(0, 1).toUpperCase()}${rest.slice(1)}`;
}

/** The verdict on a run: a word, and a sentence with the figures that it is based on. */
export function VerdictBand({ run: { verdict } }: { run: TrainingRunDetail }) {
  return (
    <section
      aria-label="Verdict"
      className="flex flex-none items-baseline gap-2.5 px-4 pb-3 max-md:flex-wrap max-md:px-3"
    >
      <VerdictTag verdict={verdict} />
      <p className="min-w-0 text-base leading-5">{sentenceAfter(verdictWord(verdict).text, verdict.sentence)}</p>
    </section>
  );
}
