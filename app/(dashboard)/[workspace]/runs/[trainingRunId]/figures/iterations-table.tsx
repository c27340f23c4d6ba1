import { RuledTable, RuledTableHeadCell } from "@/components/training/lists/ruled-table";
import type { TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { IterationRow } from "./iteration-row";

type IterationsTableProps = { workspace: Workspace; run: TrainingRunDetail; onCompare: (iteration: number) => void };

/** The iterations, newest first, each with its job, its checkpoint and its rollouts. */
export function IterationsTable({ workspace, run, onCompare }: IterationsTableProps) {
  const hasEvaluation = run.iterations.some(({ evaluation }) => evaluation !== null);
  return (
    <section aria-label="Iterations of the run" className="min-w-0 flex-none">
      <h2 className="flex h-[38px] items-center gap-2 px-4 font-semibold max-md:px-3">
        Iterations
        {run.iterations.length < run.iterations_done ? (
          <span className="text-small font-normal text-ink-3">
            the newest {formatCount(run.iterations.length)} of {formatCount(run.iterations_done)}
          </span>
        ) : null}
      </h2>
      {run.iterations.length === 0 ? (
        <p className="border-t border-line px-4 py-3 text-small text-ink-3 max-md:px-3">
          The first iteration has not started yet.
        </p>
      ) : (
        <RuledTable label="Iterations" className="flex-none border-t border-line">
          <thead>
            <tr>
              <RuledTableHeadCell>Iteration</RuledTableHeadCell>
              <RuledTableHeadCell isEnd>Reward</RuledTableHeadCell>
              <RuledTableHeadCell isEnd>Signal</RuledTableHeadCell>
              <RuledTableHeadCell isEnd>Rollouts</RuledTableHeadCell>
              {hasEvaluation ? <RuledTableHeadCell isEnd>Evaluation</RuledTableHeadCell> : null}
              <RuledTableHeadCell isEnd>Tokens</RuledTableHeadCell>
              <RuledTableHeadCell isEnd>Cost</RuledTableHeadCell>
              <RuledTableHeadCell isEnd>Sampling</RuledTableHeadCell>
              <RuledTableHeadCell isEnd>Training</RuledTableHeadCell>
              <RuledTableHeadCell>
                <span className="sr-only">Links</span>
              </RuledTableHeadCell>
            </tr>
          </thead>
          <tbody>
            {run.iterations.toReversed().map((iteration) => (
              <IterationRow
                key={iteration.iteration}
                slug={workspace.slug}
                run={run}
                iteration={iteration}
                hasEvaluation={hasEvaluation}
                onCompare={onCompare}
              />
            ))}
          </tbody>
        </RuledTable>
      )}
    </section>
  );
}
