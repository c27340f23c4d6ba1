import { Segmented } from "@/components/form/segmented";
import type { ResultFilter } from "@/lib/api/contract/evaluations/results";
import { formatCount } from "@/lib/format/count";

const labels: Readonly<Record<ResultFilter, string>> = {
  all: "All",
  failing: "Failing",
  disagreeing: "Trials disagree",
  errors: "Errors",
  slow: "Slow",
  missing: "No score",
  worse: "Worse",
  better: "Better",
  same: "Same",
  unshared: "Not in all",
};

type FilterButtonsProps = {
  filters: readonly ResultFilter[];
  value: ResultFilter;
  counts: Readonly<Record<string, number>> | undefined;
  onChange: (filter: ResultFilter) => void;
};

/** Filters of one press, each with the number of its examples. Empty ones are left out unless chosen. */
export function FilterButtons({ filters, value, counts, onChange }: FilterButtonsProps) {
  const shown = filters.filter((filter) => filter === "all" || filter === value || (counts?.[filter] ?? 0) > 0);
  return (
    <div className="max-w-full overflow-x-auto">
      <Segmented
        label="Examples"
        size="small"
        value={value}
        onChange={onChange}
        segments={shown.map((filter) => ({
          value: filter,
          label: (
            <>
              {labels[filter]}{" "}
              <span className="text-ink-3">{counts === undefined ? "" : formatCount(counts[filter] ?? 0)}</span>
            </>
          ),
        }))}
      />
    </div>
  );
}
