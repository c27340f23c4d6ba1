import {
  type CheckpointEvaluation,
  checkpointEvaluationSettings,
  type EvaluatedCheckpoint,
} from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";

const settings = checkpointEvaluationSettings.parse({
  name: "words",
  score: "exact",
  messages: [{ role: "user", content: "{question}" }],
  rows: { dataset_ref: "weave:///demo/letters/object/words:abc" },
  scorers: [{ kind: "exact", name: "exact", expected: "answer" }],
});

/** A checkpoint with ten gradient steps more than the one before it; without a mean it is not evaluated. */
export function evaluatedCheckpoint(step: number, mean: number | null): EvaluatedCheckpoint {
  const id = `checkpoint-${step}`;
  const gradient_steps = step * 10;
  const created_at = "2026-11-20T14:30:01.882Z";
  if (mean === null) return { id, step, gradient_steps, created_at, run: null };
  const score = {
    id: "exact",
    kind: "boolean" as const,
    mean,
    low: mean - 0.1,
    high: mean + 0.1,
    example_count: 20,
    failure_count: 0,
  };
  return {
    id,
    step,
    gradient_steps,
    created_at,
    run: {
      run_id: `run-${step}`,
      call_id: `call-${step}`,
      state: "finished",
      reason: null,
      done: 20,
      total: 20,
      requested_by: null,
      requested_at: created_at,
      ended_at: created_at,
      figures: { example_count: 20, trial_count: 20, error_count: 0, cost_usd: null, scores: [score] },
    },
  };
}

/** The evaluation of a model with these means, from step 0. */
export function evaluationWith(means: readonly (number | null)[]): CheckpointEvaluation {
  const checkpoints = means.map((mean, step) => evaluatedCheckpoint(step, mean));
  const highest = Math.max(...means.flatMap((mean) => mean ?? []));
  const best = means.lastIndexOf(highest);
  return {
    model_id: "model",
    settings,
    set_by: "ada",
    set_at: "2026-11-20T14:30:01.882Z",
    checkpoints,
    has_more: false,
    best: best < 0 ? null : { step: best, mean: highest, low: highest - 0.1, high: highest + 0.1 },
    other_count: 0,
  };
}
