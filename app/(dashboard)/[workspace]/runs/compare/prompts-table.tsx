import { Unknown } from "@/components/table/cells";
import { RuledTable, RuledTableCell, RuledTableHeadCell } from "@/components/training/lists/ruled-table";
import { formatCount } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import { type PromptRow, rewardDifference } from "@/lib/training/runs/prompt-rows";
import type { ComparedRun } from "./use-compared-runs";

type PromptsTableProps = {
  sides: readonly ComparedRun[];
  rows: readonly PromptRow[];
  /** The iteration of each run; null where it is not known. */
  steps: readonly (number | null)[];
  chosenKey: string;
  onChoose: (key: string) => void;
};

/** The prompts with their mean reward in each run, and its difference from the first run. */
export function PromptsTable({ sides, rows, steps, chosenKey, onChoose }: PromptsTableProps) {
  return (
    <RuledTable label="Prompts" className="max-h-64 border-t border-line">
      <thead>
        <tr>
          <RuledTableHeadCell>Prompt</RuledTableHeadCell>
          {sides.map(({ id, label }, index) => (
            <RuledTableHeadCell key={id} isEnd>
              <span className="inline-block max-w-64 truncate align-bottom max-md:max-w-20" title={label}>
                {label}
              </span>
              {steps[index] == null ? "" : `, step ${formatCount(steps[index])}`}
            </RuledTableHeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} className={classNames("hover:bg-hover", row.key === chosenKey && "bg-accent-tint")}>
            <RuledTableCell className="h-[30px]">
              <button
                type="button"
                aria-pressed={row.key === chosenKey}
                className="max-w-[42ch] truncate text-left hover:underline max-md:max-w-36"
                onClick={() => onChoose(row.key)}
              >
                {row.title || "without a message"}
              </button>
            </RuledTableCell>
            {row.groups.map((group, index) => (
              <RuledTableCell key={sides[index]?.id} isEnd className="h-[30px]">
                {group === null || group.reward_mean === null ? (
                  <Unknown />
                ) : (
                  <>
                    {formatMetric("reward", group.reward_mean)}{" "}
                    {row.isExtreme ? null : (
                      <span className="text-micro text-ink-3">
                        {differenceText(rewardDifference(row, index))}of {formatCount(group.rollouts.length)}
                      </span>
                    )}
                  </>
                )}
              </RuledTableCell>
            ))}
          </tr>
        ))}
      </tbody>
    </RuledTable>
  );
}

function differenceText(difference: number | null): string {
  if (difference === null) return "";
  return `${difference > 0 ? "+" : ""}${formatMetric("reward", difference)} `;
}
