import { Button } from "@/components/ui/button";
import { countOf, formatCount } from "@/lib/format/count";

type TableHeadProps = {
  shown: number;
  all: number;
  /** The selected range; empty for all. */
  steps: readonly number[];
  onAll: () => void;
};

/** The head of the table: the number of listed checkpoints, and the meaning of the second lines. */
export function TableHead({ shown, all, steps, onAll }: TableHeadProps) {
  const [from, to] = steps;
  const isRange = from !== undefined && to !== undefined;
  return (
    <div className="flex min-h-9 flex-none flex-wrap items-center gap-x-2 border-t border-line px-4 max-md:px-3">
      <h2 className="text-base font-medium">Checkpoints</h2>
      <span className="min-w-0 truncate text-small text-ink-3">
        {isRange
          ? `${formatCount(shown)} of ${formatCount(all)} in steps ${from} to ${to}`
          : countOf(all, "checkpoint")}
        <span className="max-md:hidden">; second line: change from the previous and the first step</span>
      </span>
      {isRange ? (
        <Button size="small" className="ml-auto" onClick={onAll}>
          All steps
        </Button>
      ) : null}
    </div>
  );
}
