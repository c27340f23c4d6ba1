"use client";

import { FlaskConical, GitCompare, Settings2 } from "lucide-react";
import Link from "next/link";
import { useMemo, useState } from "react";
import { Segmented } from "@/components/form/segmented";
import { Select } from "@/components/form/select";
import { useHasRole } from "@/components/session/use-role";
import { FailureDetails } from "@/components/state/failure-state";
import { CurveCard } from "@/components/training/curves/curve-card";
import { Crosshair, CrosshairContext } from "@/components/training/metrics/crosshair";
import type { Checkpoint } from "@/components/training/models/use-checkpoints";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Tag } from "@/components/ui/tag";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { CheckpointEvaluation } from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import { compareHref } from "@/lib/evaluation/runs/evaluation-hrefs";
import { formatScore } from "@/lib/evaluation/runs/format-score";
import { countOf } from "@/lib/format/count";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import type { Workspace } from "@/lib/workspace/workspace";
import type { ModelViewName } from "./model-views";
import { finishedRuns, stepWords } from "./prepare-changes";
import { prepareCurves, scoreNames } from "./prepare-curve";
import { RunProblems } from "./run-problems";
import { useEvaluateCheckpoints } from "./use-evaluate-checkpoints";
import type { ScoreChanges } from "./use-score-changes";

type EvaluationPanelProps = {
  workspace: Workspace;
  modelId: string;
  /** For the names of files. */
  label: string;
  evaluation: CheckpointEvaluation;
  changes: ScoreChanges;
  checkpoints: readonly Checkpoint[];
  names: readonly string[];
  /** Why the last refresh failed. */
  failure: ServiceFailure | null;
  /** The scores, or the explorer of metrics below. */
  view: ModelViewName;
  onView: (view: ModelViewName) => void;
};

/** The evaluation that is set on a model: what runs, what failed, and its curve beside reward and KL. */
export function EvaluationPanel(props: EvaluationPanelProps) {
  const { workspace, modelId, evaluation, failure } = props;
  const isMember = useHasRole("member") === true;
  const evaluate = useEvaluateCheckpoints(workspace, modelId);
  const [chosenScore, setChosenScore] = useState<string | null>(null);
  const { settings } = evaluation;
  const scores = scoreNames(evaluation);
  const score = scores.find((name) => name === chosenScore) ?? settings?.score;
  const missing = evaluation.checkpoints.filter(({ run }) => run === null).length;
  const settingsHref = `/${workspace.slug}/models/${encodeURIComponent(modelId)}/evaluation`;
  if (settings === null) return <NotSet isMember={isMember} href={settingsHref} failure={failure} />;
  return (
    <section aria-label="Evaluation of checkpoints" className="flex-none border-t border-line">
      <div className="flex min-h-[38px] flex-wrap items-center gap-2 px-4 py-1 max-md:px-3">
        <h2 className="truncate font-medium" title={settings.name}>
          {settings.name}
        </h2>
        {settings.is_on ? (
          <Tag tone="ok">{settings.every === 1 ? "each new checkpoint" : `every ${settings.every} steps`}</Tag>
        ) : (
          <Tag tone="outline">off</Tag>
        )}
        <BestWords evaluation={evaluation} changes={props.changes} />
        {props.view === "scores" && scores.length > 1 ? (
          <Select
            label="Score of the curve"
            value={score ?? ""}
            options={scores.map((name) => ({ value: name, label: name }))}
            onChange={setChosenScore}
            className="h-(--ctl-h-small) max-w-[220px] text-small"
          />
        ) : null}
        <span className="ml-auto flex flex-wrap items-center gap-1">
          <Segmented
            label="Curves"
            size="small"
            value={props.view}
            segments={[
              { value: "scores", label: "Scores" },
              { value: "metrics", label: "Metrics" },
            ]}
            onChange={props.onView}
          />
          {isMember && missing > 0 ? (
            <Button
              size="small"
              isBusy={evaluate.isPending}
              icon={<FlaskConical size={13} strokeWidth={1.7} aria-hidden="true" />}
              onClick={() => evaluate.mutate(null)}
            >
              Evaluate {missing} existing
            </Button>
          ) : null}
          <CompareLink slug={workspace.slug} evaluation={evaluation} />
          {isMember ? (
            <Button asChild size="small" kind="ghost">
              <Link href={settingsHref}>
                <Settings2 size={13} strokeWidth={1.7} aria-hidden="true" />
                Settings
              </Link>
            </Button>
          ) : null}
        </span>
      </div>
      <Notes {...props} error={evaluate.failure} />
      <RunProblems
        workspace={workspace}
        checkpoints={evaluation.checkpoints}
        isMember={isMember}
        isBusy={evaluate.isPending}
        onRepeat={(step) => evaluate.mutate([step])}
      />
      {props.view === "scores" ? <CurveRow {...props} scoreId={score} /> : null}
    </section>
  );
}

function NotSet({ isMember, href, failure }: { isMember: boolean; href: string; failure: ServiceFailure | null }) {
  return (
    <section
      aria-label="Evaluation of checkpoints"
      className="flex min-h-[38px] flex-none flex-wrap items-center gap-2 border-t border-line px-4 py-1 text-small text-ink-2 max-md:px-3"
    >
      <span className="min-w-0 flex-1">
        No evaluation is set on this model. Metrics below are means of its training data.
        {failure === null ? null : <span className="text-warn"> Refresh failed: {failure.message}</span>}
      </span>
      {isMember ? (
        <Button asChild size="small">
          <Link href={href}>
            <FlaskConical size={13} strokeWidth={1.7} aria-hidden="true" />
            Set an evaluation
          </Link>
        </Button>
      ) : null}
    </section>
  );
}

/** The best checkpoint in words, and which others may be as good. */
function BestWords({ evaluation, changes }: { evaluation: CheckpointEvaluation; changes: ScoreChanges }) {
  const { best, settings } = evaluation;
  if (best === null || settings === null) return null;
  const near = stepWords(
    changes.nearBest,
    finishedRuns(evaluation).map(({ step }) => step),
  );
  return (
    <span className="min-w-0 text-small text-ink-2">
      best by <span className="text-code">{settings.score}</span>:{" "}
      <b className="font-medium text-ink">
        {formatScore(best.mean)} at step {best.step}
      </b>
      {near === "" ? "" : `; step ${near} within noise of it`}
    </span>
  );
}

/** Compares the first, the best and the newest evaluated checkpoints on the same examples. */
function CompareLink({ slug, evaluation }: { slug: string; evaluation: CheckpointEvaluation }) {
  const runs = finishedRuns(evaluation);
  const best = runs.find(({ step }) => step === evaluation.best?.step);
  const compared = [...new Set([runs[0], best, runs.at(-1)].flatMap((run) => run ?? []))];
  if (compared.length < 2) return null;
  return (
    <Button asChild size="small" kind="ghost">
      <Link
        href={compareHref(
          slug,
          compared.map(({ callId }) => callId),
        )}
        title={`Compare the evaluations of step ${compared.map(({ step }) => step).join(", ")}`}
      >
        <GitCompare size={13} strokeWidth={1.7} aria-hidden="true" />
        Compare
      </Link>
    </Button>
  );
}

function Notes({
  evaluation: { other_count: others, has_more: hasMore },
  changes,
  failure,
  error,
}: EvaluationPanelProps & { error: ServiceFailure | null }) {
  return (
    <div className="grid gap-1 px-4 text-small empty:hidden max-md:px-3">
      {error === null ? null : (
        <Callout tone="err">
          Not started. <FailureDetails failure={error} />
        </Callout>
      )}
      {failure === null ? null : <Callout tone="warn">Refresh failed: {failure.message}</Callout>}
      {changes.failure === null ? null : (
        <Callout tone="warn">
          {changes.failure.kind === "not-found"
            ? "Some changes are unknown: the calls of an evaluation were deleted. Its score is kept."
            : `Changes could not be computed: ${changes.failure.message}`}
        </Callout>
      )}
      {others === 0 ? null : (
        <p className="text-ink-3">
          {countOf(others, "checkpoint")} evaluated with other rows, prompt or scorers: not comparable, and not shown.
        </p>
      )}
      {hasMore ? <p className="text-ink-3">Only the newest 2,000 checkpoints are shown.</p> : null}
    </div>
  );
}

const COLORS = ["var(--dye-indigo)", "var(--dye-weld)", "var(--dye-verdigris)"] as const;

function CurveRow({
  evaluation,
  checkpoints,
  names,
  label,
  scoreId,
}: EvaluationPanelProps & { scoreId: string | undefined }) {
  const [crosshair] = useState(() => new Crosshair());
  const curves = useMemo(
    () => prepareCurves(evaluation, checkpoints, names, scoreId),
    [evaluation, checkpoints, names, scoreId],
  );
  const { score, others, xLabel } = curves;
  return (
    <CrosshairContext value={crosshair}>
      <div className="grid auto-cols-fr grid-flow-col max-md:grid-flow-row">
        <CurveCard
          curve={score}
          title={`${score.name} by ${xLabel}`}
          unit="evaluation"
          color={COLORS[0]}
          xLabel={xLabel}
          fileName={`model-${label}-${score.name}`}
          format={formatScore}
        />
        {others.map((curve, index) => (
          <CurveCard
            key={curve.name}
            curve={curve}
            title={`${curve.name} by ${xLabel}`}
            unit="training data"
            color={COLORS[index + 1] ?? COLORS[0]}
            xLabel={xLabel}
            fileName={`model-${label}-${curve.name.replaceAll("/", "-")}`}
            format={(value) => formatMetric(curve.name, value)}
          />
        ))}
      </div>
    </CrosshairContext>
  );
}
