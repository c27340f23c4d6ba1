import { formatCount } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import type { RolloutPair } from "@/lib/training/runs/rollout-pairs";

type TaskListProps = {
  pairs: readonly RolloutPair[];
  /** Both iterations of the pairs are the same. */
  isOne: boolean;
  chosenKey: string;
  onChoose: (key: string) => void;
};

const mean = (group: RolloutPair["before"]) => formatMetric("reward", group?.reward_mean);

/** The tasks of both iterations, each with its mean reward in the earlier and in the later one. */
export function TaskList({ pairs, isOne, chosenKey, onChoose }: TaskListProps) {
  return (
    <ul
      aria-label="Tasks"
      className="max-h-[420px] w-[264px] flex-none overflow-auto border-r border-line max-md:max-h-40 max-md:w-full max-md:border-r-0 max-md:border-b"
    >
      {pairs.map(({ key, title, before, after }) => (
        <li key={key} className="border-b border-line last:border-b-0">
          <button
            type="button"
            aria-current={key === chosenKey ? "true" : undefined}
            onClick={() => onChoose(key)}
            className={classNames(
              "grid w-full gap-0.5 px-4 py-1.5 text-left text-small outline-offset-[-2px] hover:bg-hover max-md:px-3",
              key === chosenKey && "bg-accent-tint hover:bg-accent-tint",
            )}
          >
            <span className="truncate">{title === "" ? "without a message" : title}</span>
            <span className="text-micro text-ink-3 tabular-nums">
              {isOne ? "" : `${mean(before)} → `}
              <b className="font-medium text-ink">{mean(after)}</b> of{" "}
              {formatCount((after ?? before)?.rollouts.length ?? 0)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
