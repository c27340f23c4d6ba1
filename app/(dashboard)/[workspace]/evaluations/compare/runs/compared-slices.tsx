"use client";

import { useRunSlices } from "@/components/evaluation/rows/use-run-slices";
import { RunLetter } from "@/components/evaluation/run-letter";
import { Unknown } from "@/components/table/cells";
import { RuledTable, RuledTableCell, RuledTableHeadCell } from "@/components/training/lists/ruled-table";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import type { EvaluationSlices } from "@/lib/api/contract/evaluations/slices";
import { formatInterval, formatScore } from "@/lib/evaluation/runs/format-score";
import type { RowChoice } from "@/lib/evaluation/runs/row-choice";
import { formatCount } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";

type ComparedSlicesProps = {
  workspace: Workspace;
  runs: readonly EvaluationRun[];
  scoreId: string;
  choice: RowChoice & { readonly slice: string };
  onValue: (value: string | null) => void;
};

/** The slices of the compared runs side by side: a row for each value of a member, over the rows that the runs share. */
export function ComparedSlices({ workspace, runs, scoreId, choice, onValue }: ComparedSlicesProps) {
  const ids = runs.map(({ id }) => id);
  const queries = useRunSlices(workspace, {
    ...{ runIds: ids, sameRowsAs: ids, scoreId, path: choice.slice, part: choice.rows },
  });
  const failed = queries.find(({ isError }) => isError);
  if (failed?.error) {
    return (
      <p role="alert" className="flex-none border-t border-line px-4 py-1 text-small text-err max-md:px-3">
        Could not load the slices: {failureOf(failed.error).message}
      </p>
    );
  }
  const loaded = queries.map(({ data }) => data);
  if (loaded.some((one) => one === undefined)) return <ProgressBar label="Loading slices" />;
  const values = [...new Set(loaded.flatMap((one) => one?.values.map(({ value }) => value) ?? []))];
  return (
    <RuledTable label={`${scoreId} by ${choice.slice}`} className="max-h-52 flex-none border-t border-line">
      <thead>
        <tr>
          <RuledTableHeadCell>{choice.slice}</RuledTableHeadCell>
          {runs.map((run, index) => (
            <RuledTableHeadCell key={run.id} isEnd>
              <span className="inline-flex items-center gap-1.5">
                <RunLetter index={index} /> <span className="max-w-48 truncate">{run.model_name ?? run.name}</span>
              </span>
            </RuledTableHeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {values.map((value) => (
          <tr key={value} className={classNames("hover:bg-hover", choice.value === value && "bg-accent-tint")}>
            <RuledTableCell className="h-[30px]">
              <button
                type="button"
                aria-pressed={choice.value === value}
                className="max-w-72 truncate hover:underline"
                onClick={() => onValue(choice.value === value ? null : value)}
              >
                {value || "(empty)"}
              </button>
            </RuledTableCell>
            {loaded.map((slices, index) => (
              <RuledTableCell key={ids[index]} isEnd className="h-[30px]">
                <SliceCell slices={slices} value={value} />
              </RuledTableCell>
            ))}
          </tr>
        ))}
      </tbody>
    </RuledTable>
  );
}

function SliceCell({ slices, value }: { slices: EvaluationSlices | undefined; value: string }) {
  const slice = slices?.values.find((one) => one.value === value);
  if (slice === undefined || slice.mean === null) return <Unknown />;
  return (
    <>
      <b className="font-medium">{formatScore(slice.mean)}</b>{" "}
      <span className="text-micro text-ink-3">
        {slice.interval === null ? "no interval" : formatInterval(slice.interval)}, n {formatCount(slice.examples)}
      </span>
    </>
  );
}
