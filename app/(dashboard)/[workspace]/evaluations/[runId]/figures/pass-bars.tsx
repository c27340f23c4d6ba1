import type { ScoreFigures } from "@/lib/api/contract/evaluations/figures";
import { formatCount } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";

type PassBarsProps = {
  score: ScoreFigures | undefined;
  /** The chosen number of passed trials; null for all examples. */
  passes: number | null;
  onPasses: (passes: number | null) => void;
};

const BAR_HEIGHT_PX = 90;

/** Examples by how many of their trials passed. A bar filters the table. */
export function PassBars({ score, passes, onPasses }: PassBarsProps) {
  const counts = score?.passes ?? [];
  const most = Math.max(1, ...counts.map(({ examples }) => examples));
  const trials = Math.max(0, ...counts.map((count) => count.trials));
  // With one trial the bars would say what the score says.
  if (score === undefined || trials < 2) return null;
  return (
    <section aria-label="Trials passed" className="flex-none border-r border-line px-4 py-2">
      <h2 className="text-small font-medium">
        Trials passed <span className="font-normal text-ink-3">examples</span>
      </h2>
      <div className="mt-2 flex items-end gap-1.5">
        {Array.from({ length: trials + 1 }, (_, index) => {
          const examples = counts
            .filter((count) => count.passes === index)
            .reduce((sum, count) => sum + count.examples, 0);
          return (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its number of passed trials
              key={index}
              type="button"
              aria-pressed={passes === index}
              aria-label={`${formatCount(examples)} examples with ${index} of ${trials} trials passed`}
              onClick={() => onPasses(passes === index ? null : index)}
              className="grid w-10 justify-items-center gap-0.5 text-micro text-ink-3 hover:text-ink"
            >
              {formatCount(examples)}
              <i
                className={classNames(
                  "w-full rounded-t-chip",
                  index === 0 ? "border border-line-strong bg-sunken" : index === trials ? "bg-vat-6" : "bg-vat-4",
                  passes === index && "outline-2 outline-accent",
                )}
                style={{ height: Math.max(2, Math.round((examples / most) * BAR_HEIGHT_PX)) }}
              />
              {index} of {trials}
            </button>
          );
        })}
      </div>
    </section>
  );
}
