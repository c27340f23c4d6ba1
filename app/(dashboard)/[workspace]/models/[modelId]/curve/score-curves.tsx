import { useMemo, useState } from "react";
import { Select } from "@/components/form/select";
import { CurveCard } from "@/components/training/curves/curve-card";
import { Crosshair, CrosshairContext } from "@/components/training/metrics/crosshair";
import type { Checkpoint } from "@/components/training/models/use-checkpoints";
import type { CheckpointEvaluation } from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import { formatScore } from "@/lib/evaluation/runs/format-score";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import { prepareCurves, scoreNames } from "./prepare-curve";

const COLORS = ["var(--dye-indigo)", "var(--dye-weld)", "var(--dye-verdigris)"] as const;

type ScoreCurvesProps = {
  evaluation: CheckpointEvaluation;
  checkpoints: readonly Checkpoint[];
  /** Metrics of the training data. */
  names: readonly string[];
  /** For the names of files. */
  label: string;
  scoreId: string | undefined;
  onScore: (score: string) => void;
};

/** A score over gradient steps, beside reward and KL of the training data. */
export function ScoreCurves({ evaluation, checkpoints, names, label, scoreId, onScore }: ScoreCurvesProps) {
  const [crosshair] = useState(() => new Crosshair());
  const curves = useMemo(
    () => prepareCurves(evaluation, checkpoints, names, scoreId),
    [evaluation, checkpoints, names, scoreId],
  );
  const { score, others, xLabel } = curves;
  const scores = scoreNames(evaluation);
  return (
    <CrosshairContext value={crosshair}>
      <div className="grid auto-cols-fr grid-flow-col max-md:grid-flow-row">
        <CurveCard
          curve={score}
          title={`${score.name} by ${xLabel}`}
          heading={
            scores.length > 1 ? (
              <Select
                label="Score of the curve"
                value={score.name}
                options={scores.map((name) => ({ value: name, label: name }))}
                onChange={onScore}
                className="h-6 max-w-40"
              />
            ) : (
              score.name
            )
          }
          unit={xLabel === "step" ? "evaluation" : `by ${xLabel}`}
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
            heading={curve.name}
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
