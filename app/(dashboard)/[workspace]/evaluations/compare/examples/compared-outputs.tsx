"use client";

import { X } from "lucide-react";
import { RunAnswer, TrialFacts } from "@/app/(dashboard)/[workspace]/evaluations/compare/examples/run-answer";
import { RunTools } from "@/app/(dashboard)/[workspace]/evaluations/compare/tools/compared-tools";
import {
  type ComparedTools,
  useToolCalls,
} from "@/app/(dashboard)/[workspace]/evaluations/compare/tools/use-tool-calls";
import { RunLetter } from "@/components/evaluation/run-letter";
import { Segmented } from "@/components/form/segmented";
import { Switch } from "@/components/form/switch";
import { useKeys } from "@/components/keyboard/use-keys";
import { MediaStrip } from "@/components/media/media-strip";
import { TextCell } from "@/components/media/text-cell";
import { Button } from "@/components/ui/button";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { EvaluationResultRow, EvaluationTrial } from "@/lib/api/contract/evaluations/results";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { guessExpected, shownExample } from "@/lib/evaluation/runs/example-columns";
import { formatCount } from "@/lib/format/count";
import { isJsonObject } from "@/lib/guard/json-object";
import type { Workspace } from "@/lib/workspace/workspace";

type ComparedOutputsProps = {
  workspace: Workspace;
  runs: readonly EvaluationRun[];
  row: EvaluationResultRow;
  /** From 1. */
  trialNumber: number;
  onTrial: (trial: number) => void;
  hasDiff: boolean;
  onDiff: (hasDiff: boolean) => void;
  onClose: () => void;
};

const MAX_TRIAL_BUTTONS = 8;

/** Below the list; over it on a phone. */
export const ANSWERS_CLASSES =
  "flex max-h-[45%] flex-none flex-col border-t border-line-strong max-md:absolute max-md:inset-0 max-md:z-20 max-md:max-h-none max-md:border-t-0 max-md:bg-bg";

/** The answers of all runs to one example, side by side, with the words that differ from the baseline. */
export function ComparedOutputs({
  workspace,
  runs,
  row,
  trialNumber,
  onTrial,
  hasDiff,
  onDiff,
  onClose,
}: ComparedOutputsProps) {
  const most = Math.max(1, ...row.runs.map((run) => run?.trials.length ?? 0));
  const trial = (index: number): EvaluationTrial | undefined => {
    const trials = row.runs[index]?.trials ?? [];
    return trials[Math.min(trialNumber, trials.length) - 1];
  };
  const members = membersOf(row);
  const example = shownExample(row.example, row.example_length > (row.example?.length ?? 0), guessExpected(members));
  const first = trial(0);
  const tools = useToolCalls(
    workspace,
    runs.map((_, index) => trial(index)),
  );
  useKeys("everywhere", { Escape: onClose });
  return (
    <section aria-label="Answers" className={ANSWERS_CLASSES}>
      <div className="flex min-h-9 flex-none flex-wrap items-center gap-3 border-b border-line py-1 pr-2 pl-4">
        <b className="flex-none">{row.position === null ? "Example" : `Row ${formatCount(row.position)}`}</b>
        <span className="min-w-0 flex-1 truncate">
          <TextCell text={example.input} isCut={row.example_length > (row.example?.length ?? 0)} />
          {example.expected === null ? null : <span className="ml-3 text-ink-3">expected {example.expected}</span>}
        </span>
        {most > 1 ? (
          <Segmented
            label="Trial"
            size="small"
            value={String(Math.min(trialNumber, most))}
            segments={Array.from({ length: Math.min(most, MAX_TRIAL_BUTTONS) }, (_, index) => ({
              value: String(index + 1),
              label: `Trial ${index + 1}`,
            }))}
            onChange={(value) => onTrial(Number(value))}
          />
        ) : null}
        <span className="flex items-center gap-1.5 text-small">
          <Switch label="Word diff to A" isOn={hasDiff} onChange={onDiff} />
        </span>
        <Button kind="ghost" size="icon-small" aria-label="Close" onClick={onClose}>
          <X size={14} strokeWidth={1.7} aria-hidden="true" />
        </Button>
      </div>
      <ToolsNote tools={tools} />
      <div className="flex min-h-0 flex-1 overflow-auto">
        {runs.map((run, index) => (
          <article
            key={run.id}
            aria-label={run.name}
            className="min-w-56 flex-1 border-r border-line px-4 py-2 text-small"
          >
            <header className="mb-1.5 flex items-center gap-2">
              <RunLetter index={index} />
              <b className="truncate">{run.name}</b>
            </header>
            <MediaStrip label={`Media of ${run.name}`} value={trial(index)?.output ?? ""} isText />
            <RunTools slug={workspace.slug} name={run.name} calls={tools.lines.map((line) => line[index] ?? null)} />
            <RunAnswer trial={trial(index)} baseline={index === 0 || !hasDiff ? undefined : first} />
            <TrialFacts workspace={workspace} trial={trial(index)} />
          </article>
        ))}
      </div>
    </section>
  );
}

/** Why tool calls are missing, or that more exist. */
function ToolsNote({ tools: { isPending, isCut, problem, retry } }: { tools: ComparedTools }) {
  if (isPending) return <ProgressBar label="Loading tool calls" />;
  if (problem === null && !isCut) return null;
  return (
    <p role="status" className="flex flex-none items-center gap-2 px-4 py-1 text-small text-ink-3">
      {problem === null ? (
        "These answers have more tool calls than are shown. All are in their traces."
      ) : (
        <>
          <span className="min-w-0 truncate text-err">Could not load the tool calls: {problem}</span>
          <Button kind="ghost" size="small" onClick={retry}>
            Retry
          </Button>
        </>
      )}
    </p>
  );
}

function membersOf(row: EvaluationResultRow): string[] {
  if (row.example === null || row.example_length > row.example.length) return [];
  const value: unknown = JSON.parse(row.example);
  return isJsonObject(value) ? Object.keys(value) : [];
}
