"use client";

import { Input } from "@/components/form/input";
import { RolloutList } from "@/components/training/rollouts/rollout-list";
import { TaskPrompt } from "@/components/training/rollouts/task-prompt";
import { UsePromptsMenu } from "@/components/training/rollouts/use-prompts-menu";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { ProgressBar } from "@/components/ui/progress-bar";
import { countOf, formatCount } from "@/lib/format/count";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import { type PromptRow, promptRows } from "@/lib/training/runs/prompt-rows";
import type { Workspace } from "@/lib/workspace/workspace";
import { PromptsTable } from "./prompts-table";
import { useComparedRollouts } from "./use-compared-rollouts";
import type { ComparedRun } from "./use-compared-runs";

type ComparedRolloutsProps = {
  workspace: Workspace;
  sides: readonly ComparedRun[];
  /** The iteration whose rollouts are compared; null for the last one that all runs have. */
  step: number | null;
  prompt: string | null;
  onChoose: (choice: { step?: number | null; prompt?: string | null }) => void;
};

/** The last iteration that all runs have; null until the runs are loaded. */
function lastOfAll(sides: readonly ComparedRun[]): number | null {
  const lasts = sides.map(({ run }) => run?.iterations.at(-1)?.iteration ?? null);
  return lasts.some((last) => last === null) ? null : Math.min(...lasts.flatMap((last) => last ?? []));
}

/** The rollouts of the same prompts at the same step, side by side, with the rewards of each run and their difference. */
export function ComparedRollouts({ workspace, sides: all, step, prompt, onChoose }: ComparedRolloutsProps) {
  const sides = all.filter(({ run }) => run !== null);
  const wanted = step ?? lastOfAll(sides);
  const rollouts = useComparedRollouts(
    workspace,
    sides.map(({ id }) => id),
    wanted,
  );
  const rows = promptRows(rollouts.map(({ page }) => page?.groups ?? []));
  const chosen = rows.find(({ key }) => key === prompt) ?? rows[0];
  const prompts = rows.filter(({ isExtreme }) => !isExtreme);
  const shared = prompts.filter(({ count }) => count === sides.length).length;
  if (sides.length === 0 || wanted === null) return null;
  return (
    <section aria-label="Rollouts" className="flex-none border-b border-line">
      <h2 className="flex min-h-[38px] flex-wrap items-center gap-2 px-4 font-semibold max-md:px-3">
        Rollouts
        <span className="text-small font-normal text-ink-3">
          {rows.length === 0
            ? "of the same prompts"
            : rows[0]?.isExtreme
              ? "no prompt is in two of the runs: their best and worst"
              : `${countOf(shared, "prompt")} of ${formatCount(prompts.length)} in all runs`}
          {rollouts.some(({ page }) => page?.has_more) ? "; the first groups of each" : ""}
        </span>
        <span className="ml-auto flex flex-wrap items-center justify-end gap-1.5 text-small font-normal text-ink-3">
          at step
          <Input
            key={wanted}
            type="number"
            size="small"
            className="w-24"
            aria-label="Step of the rollouts"
            min={1}
            defaultValue={wanted}
            onBlur={({ target }) => onChoose({ step: stepOf(target.value) })}
            onKeyDown={({ key, currentTarget }) => {
              if (key === "Enter") onChoose({ step: stepOf(currentTarget.value) });
            }}
          />
          <UsePromptsMenu
            slug={workspace.slug}
            name={`${sides[0]?.label}-prompts`}
            groups={prompts.flatMap(({ groups }) => groups)}
          />
        </span>
      </h2>
      {rollouts.map(({ failure, retry }, index) =>
        failure === null ? null : (
          <Callout key={sides[index]?.id} tone="err">
            The rollouts of {sides[index]?.label} could not be loaded: {failure.message}
            <Button size="small" className="ml-2" onClick={retry}>
              Retry
            </Button>
          </Callout>
        ),
      )}
      {rollouts.some(({ page, failure }) => page === undefined && failure === null) ? (
        <ProgressBar label="Loading rollouts" />
      ) : chosen === undefined ? (
        <p className="border-t border-line px-4 py-3 text-small text-ink-3 max-md:px-3">
          None of these runs has rollouts.
        </p>
      ) : (
        <>
          <PromptsTable
            sides={sides}
            rows={rows}
            steps={rollouts.map(({ page }) => page?.iteration ?? null)}
            chosenKey={chosen.key}
            onChoose={(key) => onChoose({ prompt: key })}
          />
          <PromptRollouts slug={workspace.slug} sides={sides} row={chosen} />
        </>
      )}
    </section>
  );
}

/** Null, for the last step of all, unless the text is one. */
function stepOf(text: string): number | null {
  const step = Number(text);
  return Number.isInteger(step) && step >= 1 ? step : null;
}

function PromptRollouts({ slug, sides, row }: { slug: string; sides: readonly ComparedRun[]; row: PromptRow }) {
  return (
    <>
      {row.isExtreme ? null : <TaskPrompt group={row.groups.find((group) => group !== null) ?? null} />}
      <div className="grid auto-cols-[minmax(260px,1fr)] grid-flow-col overflow-x-auto border-t border-line max-md:grid-flow-row">
        {sides.map(({ id, label }, index) => {
          const group = row.groups[index] ?? null;
          return (
            <section
              key={id}
              aria-label={`Rollouts of ${label}`}
              className="min-w-0 border-line not-first:border-l max-md:not-first:border-t max-md:not-first:border-l-0"
            >
              <h3 className="flex h-[34px] items-center gap-2 border-b border-line px-4 text-small font-medium max-md:px-3">
                <span className="min-w-0 truncate">{label}</span>
                {group === null ? null : (
                  <span className="font-normal text-ink-3 tabular-nums">
                    mean {formatMetric("reward", group.reward_mean)}
                  </span>
                )}
              </h3>
              {group === null ? (
                <p className="px-4 py-3 text-small text-ink-3 max-md:px-3">
                  {row.isExtreme
                    ? "This run has no rollout with a reward here."
                    : "This run did not sample the prompt."}
                </p>
              ) : (
                <>
                  {row.isExtreme ? <TaskPrompt group={group} /> : null}
                  <RolloutList slug={slug} rollouts={group.rollouts} />
                </>
              )}
            </section>
          );
        })}
      </div>
    </>
  );
}
