import { X } from "lucide-react";
import { type Condition, conditionLabel, conditionParam } from "./prepare-conditions";

type ConditionChipsProps = { conditions: readonly Condition[]; onChange: (conditions: readonly Condition[]) => void };

/** The conditions that loaded rows must meet to be shown: the service filters by digests only. */
export function ConditionChips({ conditions, onChange }: ConditionChipsProps) {
  return conditions.map((condition, index) => {
    const { field, operator, value } = conditionLabel(condition);
    return (
      <span
        key={conditionParam(condition)}
        title="Filters the loaded rows"
        className="inline-flex h-6 max-w-full flex-none items-center rounded-control border border-line-strong bg-surface text-small max-md:h-8"
      >
        <span className="flex min-w-0 items-center gap-1.5 px-1.5">
          <span className="max-w-40 truncate text-code">{field}</span>
          <span className="text-ink-3">{operator}</span>
          <span className="max-w-48 truncate font-medium">{value}</span>
        </span>
        <button
          type="button"
          aria-label={`Remove filter: ${field} ${operator} ${value}`}
          onClick={() => onChange(conditions.toSpliced(index, 1))}
          className="grid h-full w-6 flex-none place-items-center rounded-r-control border-l border-line text-ink-2 outline-offset-[-2px] hover:bg-hover hover:text-ink"
        >
          <X size={12} strokeWidth={2} aria-hidden="true" />
        </button>
      </span>
    );
  });
}
