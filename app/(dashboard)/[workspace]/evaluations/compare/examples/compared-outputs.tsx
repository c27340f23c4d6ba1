"use client";

import { X } from "lucide-react";
import { useMemo } from "react";
import { RunLetter } from "@/components/evaluation/run-letter";
import { trialWords } from "@/components/evaluation/trial-marks";
import { Segmented } from "@/components/form/segmented";
import { Switch } from "@/components/form/switch";
import { useKeys } from "@/components/keyboard/use-keys";
import { MediaStrip } from "@/components/media/media-strip";
import { TextCell } from "@/components/media/text-cell";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import type { EvaluationResultRow, EvaluationTrial } from "@/lib/api/contract/evaluations/results";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { diffInline } from "@/lib/diff/word-diff";
import { answerText, guessExpected, shownExample } from "@/lib/evaluation/runs/example-columns";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatCallCost } from "@/lib/format/money";
import { isJsonObject } from "@/lib/json/guard/json-object";
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
  useKeys("everywhere", { Escape: onClose });
  return (
    <section aria-label="Answers" className={ANSWERS_CLASSES}>
      <div className="flex min-h-9 flex-none flex-wrap items-center gap-3 border-b border-line py-1 pr-2 pl-4">
        <b className="flex-none">{row.position === null ? "Example" : `Row ${formatCount(row.position + 1)}`}</b>
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
            <RunAnswer trial={trial(index)} baseline={index === 0 || !hasDiff ? undefined : first} />
            <TrialFacts workspace={workspace} trial={trial(index)} />
          </article>
        ))}
      </div>
    </section>
  );
}

function membersOf(row: EvaluationResultRow): string[] {
  if (row.example === null || row.example_length > row.example.length) return [];
  const value: unknown = JSON.parse(row.example);
  return isJsonObject(value) ? Object.keys(value) : [];
}

const textOf = (trial: EvaluationTrial): string => answerText(trial.output, trial.output_length);

/** An answer; against a baseline with the words that were added and removed, unless it was rewritten. */
function RunAnswer({ trial, baseline }: { trial: EvaluationTrial | undefined; baseline: EvaluationTrial | undefined }) {
  const text = trial === undefined ? "" : textOf(trial);
  const before = baseline === undefined ? null : textOf(baseline);
  const parts = useMemo(() => (before === null || before === text ? null : diffInline(before, text)), [before, text]);
  if (trial === undefined) return <p className="text-ink-3">This run does not have the example.</p>;
  if (trial.state === "failed") return <p className="text-err">No answer: the model failed.</p>;
  if (trial.state === "running") return <p className="text-run">running</p>;
  const isCut = trial.output_length > (trial.output?.length ?? 0);
  return (
    <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
      {before !== null && before === text ? <span className="text-ink-3">Same as A. </span> : null}
      {parts === null && before !== null && before !== text ? <span className="text-ink-3">Rewritten. </span> : null}
      {parts === null
        ? text
        : parts.map((part, index) =>
            part.kind === "same" ? (
              part.text
            ) : part.kind === "added" ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a part is its position
              <ins key={index} className="bg-diff-add-word">
                {part.text}
              </ins>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: a part is its position
              <del key={index} className="text-ink-2">
                {part.text}
              </del>
            ),
          )}
      {isCut ? <span className="text-ink-3"> … cut, the whole answer is in its trace</span> : null}
    </p>
  );
}

function TrialFacts({ workspace, trial }: { workspace: Workspace; trial: EvaluationTrial | undefined }) {
  if (trial === undefined) return null;
  const scores = Object.keys(trial.scores).map((id) => `${id}: ${trialWords(trial, id)}`);
  return (
    <footer className="mt-2 grid gap-0.5 text-micro text-ink-3">
      <span>{scores.length === 0 ? "no scores" : scores.join(", ")}</span>
      <span className="flex gap-3">
        <span>{formatDuration(trial.latency_ms)}</span>
        {trial.cost_usd === null ? null : <span>{formatCallCost(trial.cost_usd)}</span>}
        <Link
          href={`/${workspace.slug}/traces/${encodeURIComponent(trial.call_id)}`}
          className="ml-auto text-accent-text hover:underline"
        >
          open trace
        </Link>
      </span>
    </footer>
  );
}
