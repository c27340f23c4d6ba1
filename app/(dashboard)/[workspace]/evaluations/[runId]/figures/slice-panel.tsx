import type { UseQueryResult } from "@tanstack/react-query";
import { SliceRows } from "@/app/(dashboard)/[workspace]/evaluations/[runId]/figures/slice-rows";
import { Select } from "@/components/form/select";
import { Skeleton } from "@/components/ui/skeleton";
import { failureOf } from "@/lib/api/client/request-failure";
import type { EvaluationSlices } from "@/lib/api/contract/evaluations/slices";
import { classNames } from "@/lib/style/class-names";

type SlicePanelProps = {
  label: string;
  /** Null where the panel beside it names the score. */
  scoreId: string | null;
  query: UseQueryResult<EvaluationSlices>;
  /** The members to choose from. */
  paths: readonly string[];
  value: string | null;
  onPath: (path: string) => void;
  onValue: (value: string | null) => void;
  className?: string;
};

/** The score by the values of one member of the examples. */
export function SlicePanel({
  label,
  scoreId,
  query,
  paths,
  value,
  onPath,
  onValue,
  className = "flex",
}: SlicePanelProps) {
  const slices = query.data;
  return (
    <section aria-label={label} className={classNames("min-w-0 flex-1 flex-col px-4 py-2", className)}>
      <h2 className="flex min-w-0 flex-none items-center gap-2 text-small font-medium">
        {scoreId === null ? null : <span className="truncate text-code">{scoreId}</span>} by
        {slices === undefined || paths.length === 0 ? null : (
          <Select
            label={scoreId === null ? "Slice also by" : "Slice by"}
            value={slices.path ?? ""}
            options={paths.map((path) => ({ value: path, label: path }))}
            onChange={onPath}
            className="h-(--ctl-h-small) min-w-0 text-small"
          />
        )}
      </h2>
      {query.isError ? (
        <p className="text-small text-err">Could not load the slices: {failureOf(query.error).message}</p>
      ) : slices === undefined ? (
        <Skeleton className="mt-3 w-2/5" />
      ) : slices.values.length === 0 ? (
        <p className="text-small text-ink-3">No attributes: no member of the examples has 2 to 20 values.</p>
      ) : (
        <SliceRows slices={slices} value={value} onValue={(chosen) => onValue(chosen === value ? null : chosen)} />
      )}
    </section>
  );
}
