"use client";

import { useMemo } from "react";
import { trialWords } from "@/components/evaluation/trial-marks";
import { Link } from "@/components/ui/link";
import type { EvaluationTrial } from "@/lib/api/contract/evaluations/results";
import { diffInline } from "@/lib/diff/word-diff";
import { answerLine } from "@/lib/evaluation/runs/example-columns";
import { formatDuration } from "@/lib/format/duration";
import { formatCallCost } from "@/lib/format/money";
import type { Workspace } from "@/lib/workspace/workspace";

const textOf = (trial: EvaluationTrial): string => answerLine(trial.output, trial.output_length);

/** An answer; against a baseline with the words that were added and removed, unless it was rewritten. */
export function RunAnswer({
  trial,
  baseline,
}: {
  trial: EvaluationTrial | undefined;
  baseline: EvaluationTrial | undefined;
}) {
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

/** The scores of a trial, what it took, and its trace. */
export function TrialFacts({ workspace, trial }: { workspace: Workspace; trial: EvaluationTrial | undefined }) {
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
