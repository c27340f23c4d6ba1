import { HEAT_STEPS } from "@/lib/logprobs/logprob-figures";
import { classNames } from "@/lib/style/class-names";
import { HEAT_CLASSES } from "./heat-block";

/** The legend of the three tints. */
export function HeatLegend() {
  return (
    <span className="flex items-center gap-1.5 whitespace-nowrap">
      <span>
        {/* In a narrow column the tints alone are enough. */}
        <span className="@max-[300px]:sr-only">logprobs </span>p
      </span>
      <span className="flex gap-0.5">
        {HEAT_STEPS.map(({ level, below }) => (
          <span key={level} className={classNames("rounded-bar px-1 py-px text-ink-2", HEAT_CLASSES[level])}>
            &lt;{String(below).slice(1)}
          </span>
        ))}
      </span>
    </span>
  );
}
