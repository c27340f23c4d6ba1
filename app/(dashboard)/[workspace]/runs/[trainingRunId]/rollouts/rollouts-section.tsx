"use client";

import { Select } from "@/components/form/select";
import { FailureState } from "@/components/state/failure-state";
import { TaskPrompt } from "@/components/training/rollouts/task-prompt";
import { UsePromptsMenu } from "@/components/training/rollouts/use-prompts-menu";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import type { TrainingIteration, TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { countOf } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import { comparedIterations, extremePairs, pairRollouts } from "@/lib/training/runs/rollout-pairs";
import type { Workspace } from "@/lib/workspace/workspace";
import { RolloutColumn } from "./rollout-column";
import { TaskList } from "./task-list";
import { useIterationRollouts } from "./use-iteration-rollouts";

/** The compared iterations and the task, as in the URL. */
interface RolloutChoices {
  readonly from: number | null;
  readonly to: number | null;
  readonly task: string | null;
}

type RolloutsSectionProps = {
  workspace: Workspace;
  run: TrainingRunDetail;
  choices: RolloutChoices;
  onChoose: (choices: Partial<RolloutChoices>) => void;
};

/** The rollouts of two iterations beside each other, task by task; initially the first and the last iteration. */
export function RolloutsSection({ workspace, run, choices, onChoose }: RolloutsSectionProps) {
  const sampled = run.iterations.filter(({ rollouts, unlabeled, errors }) => rollouts + (unlabeled ?? 0) + errors > 0);
  const compared = comparedIterations(sampled, choices);
  const before = useIterationRollouts(workspace, run.id, compared?.from);
  const after = useIterationRollouts(workspace, run.id, compared?.to);
  // The shown rollouts keep their heading while others load.
  const shownOf = (query: typeof before, wanted: TrainingIteration) =>
    sampled.find(({ iteration }) => iteration === query.data?.iteration) ?? wanted;
  const failed = [before, after].find((query) => query.isError && query.data === undefined);
  const sides = [before.data?.groups ?? [], after.data?.groups ?? []] as const;
  const extremes = extremePairs(...sides);
  const pairs = extremes ?? pairRollouts(...sides);
  const pair = pairs.find(({ key }) => key === choices.task) ?? pairs[0];
  const total = Math.max(before.data?.total_groups ?? 0, after.data?.total_groups ?? 0);
  // One iteration is not compared with itself.
  const isOne = compared?.from === compared?.to;
  const isCut = before.data?.has_more === true || after.data?.has_more === true;
  return (
    <section aria-label="Rollouts" className="flex-none border-b border-line">
      <div className="flex min-h-[42px] flex-wrap items-center gap-2 px-4 py-1 max-md:px-3">
        <h2 className="font-semibold">Rollouts</h2>
        <span className="text-small text-ink-3">
          {isOne
            ? "by task"
            : extremes === null
              ? "the same tasks, first and last"
              : "no task is in both iterations: their best and worst"}
          {isCut ? `; the first ${Math.max(...sides.map(({ length }) => length))} of ${countOf(total, "group")}` : ""}
        </span>
        {compared === null ? null : (
          <span className="ml-auto flex flex-wrap items-center justify-end gap-1.5 text-small text-ink-3">
            <IterationSelect
              label="Earlier iteration"
              iterations={sampled}
              chosen={compared.from}
              onChoose={(from) => onChoose({ from })}
            />{" "}
            and{" "}
            <IterationSelect
              label="Later iteration"
              iterations={sampled}
              chosen={compared.to}
              onChoose={(to) => onChoose({ to })}
            />
            <UsePromptsMenu
              slug={workspace.slug}
              name={`${run.name}-prompts`}
              groups={pairs.flatMap((one) => [one.after, one.before])}
            />
          </span>
        )}
      </div>
      {compared === null ? (
        <p className="border-t border-line px-4 py-3 text-small text-ink-3 max-md:px-3">
          No rollouts yet. They appear here as soon as the first groups are sampled.
        </p>
      ) : failed ? (
        <FailureState
          failure={failureOf(failed.error)}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      ) : before.isPending || after.isPending ? (
        <ProgressBar label="Loading rollouts" />
      ) : pair === undefined ? (
        <p className="border-t border-line px-4 py-3 text-small text-ink-3 max-md:px-3">
          The rollouts of these iterations were deleted with their data.
        </p>
      ) : (
        <div className="flex border-t border-line max-md:flex-col">
          <TaskList pairs={pairs} isOne={isOne} chosenKey={pair.key} onChoose={(task) => onChoose({ task })} />
          <div className="min-w-0 flex-1">
            {extremes === null ? <TaskPrompt group={pair.after ?? pair.before} /> : null}
            <div className={classNames("grid border-t border-line", isOne ? "" : "md:grid-cols-2")}>
              {isOne ? null : (
                <RolloutColumn
                  slug={workspace.slug}
                  run={run}
                  iteration={shownOf(before, compared.from)}
                  group={pair.before}
                  hasPrompt={extremes !== null}
                />
              )}
              <RolloutColumn
                slug={workspace.slug}
                run={run}
                iteration={shownOf(after, compared.to)}
                group={pair.after}
                hasPrompt={extremes !== null}
                className={isOne ? "" : "border-l border-line max-md:border-t max-md:border-l-0"}
              />
            </div>
          </div>
        </div>
      )}
    </section>
  );
}

type IterationSelectProps = {
  label: string;
  iterations: readonly TrainingIteration[];
  chosen: TrainingIteration;
  onChoose: (iteration: number) => void;
};

function IterationSelect({ label, iterations, chosen, onChoose }: IterationSelectProps) {
  return (
    <Select
      label={label}
      value={String(chosen.iteration)}
      options={iterations.map(({ iteration }) => ({ value: String(iteration), label: `Iteration ${iteration}` }))}
      onChange={(value) => onChoose(Number(value))}
      className="h-(--ctl-h-small) text-small"
    />
  );
}
