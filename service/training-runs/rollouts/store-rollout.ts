import {
  type CallScope,
  callParts,
  runCallId,
  sumUsage,
  type Usage,
} from "@/service/evaluation-runs/stored/call-parts-of";
import { type ModelRun, tokensIn } from "@/service/evaluation-runs/trials/complete-once";
import { costOf } from "@/service/evaluation-runs/trials/store-trial";
import type { Services } from "@/service/handlers/handler";
import type { CallPart } from "@/service/store/calls/call-parts";
import type { ProjectPrices } from "@/service/store/prices/prices";
import type { RolloutKey, SampledRollout } from "@/service/training-runs/records/rollout-records";
import type { TaskValues } from "@/service/training-runs/records/run-records";
import type { RolloutRun } from "./run-rollout";

const ROLLOUT_OP = "rollout";
const COMPLETION_OP = "weave.completions_create";

/** Where the rollouts of a run are stored. */
export interface RolloutScope {
  readonly projectId: string;
  readonly userId: string;
  readonly runId: string;
  /** The sampled checkpoint. */
  readonly step: number;
  /** True when people give a score, so that a rollout without a reward has not failed. */
  readonly waitsForLabels: boolean;
  readonly prices: ProjectPrices;
}

/** Returns the id of a rollout's call, which is also that of its trace: the same for the same rollout. */
export function rolloutCallId(runId: string, { iteration, task, rollout, attempt }: RolloutKey): string {
  return runCallId(runId, "rollout", iteration, task, rollout, attempt);
}

/** Returns the id of the request to the model, below a rollout's call. */
export function completionCallId(rolloutId: string): string {
  return runCallId(rolloutId, "completion");
}

/** Returns the id of the call that people review: the request whose answer ended the rollout. */
export function reviewedCallId({ callId }: Pick<SampledRollout, "callId">): string {
  return completionCallId(callId);
}

function completionParts(
  scope: CallScope,
  { id, parentId, attributes }: { readonly id: string; readonly parentId: string; readonly attributes: object },
  run: ModelRun,
): CallPart[] {
  const { startedMicros, endedMicros, inputs, response, error, usage } = run;
  const call = { id, parentId, opName: COMPLETION_OP, startedMicros, endedMicros, attributes, inputs };
  return callParts(scope, { ...call, output: response, exception: error, usage });
}

/** The calls of a rollout: itself, the request to the model, and its scorers with their judges. */
function rolloutParts(scope: RolloutScope, key: RolloutKey, values: TaskValues, run: RolloutRun): CallPart[] {
  const id = rolloutCallId(scope.runId, key);
  const { iteration, task, rollout } = key;
  const calls: CallScope = { projectId: scope.projectId, userId: scope.userId, traceId: id };
  const attributes = { heddle: { training_run: scope.runId, iteration, task, rollout, step: scope.step } };
  const childId = (...role: readonly (string | number)[]) => runCallId(id, ...role);
  const scorerParts = run.scorers.flatMap(({ scorer, startedMicros, endedMicros, score, error, completions }) => {
    const scorerId = childId("score", scorer.name);
    return [
      ...callParts(calls, {
        id: scorerId,
        parentId: id,
        opName: `score.${scorer.name}`,
        startedMicros,
        endedMicros,
        attributes,
        inputs: { output: run.answer, scorer },
        output: score,
        exception: error,
        usage: sumUsage(completions.map(({ usage }) => usage)),
        errorsBelow: completions.filter((completion) => completion.error !== null).length,
      }),
      ...completions.flatMap((completion, index) =>
        completionParts(
          calls,
          { id: childId("score", scorer.name, index), parentId: scorerId, attributes },
          completion,
        ),
      ),
    ];
  });
  const failures = [run.completion, ...run.scorers, ...run.scorers.flatMap(({ completions }) => completions)];
  return [
    ...callParts(calls, {
      id,
      parentId: null,
      opName: ROLLOUT_OP,
      startedMicros: run.startedMicros,
      endedMicros: run.endedMicros,
      attributes,
      inputs: { task: values, messages: run.messages },
      output: { answer: run.answer, reward: run.reward, scores: scoresOf(run), values: run.values },
      exception: run.error,
      usage: usageOf(run),
      errorsBelow: failures.filter(({ error }) => error !== null).length,
    }),
    ...completionParts(calls, { id: completionCallId(id), parentId: id, attributes }, run.completion),
    ...scorerParts,
  ];
}

const completionsOf = ({ completion, scorers }: RolloutRun): readonly ModelRun[] => [
  completion,
  ...scorers.flatMap(({ completions }) => completions),
];

const usageOf = (run: RolloutRun): Usage => sumUsage(completionsOf(run).map(({ usage }) => usage));

const scoresOf = ({ scorers }: RolloutRun) =>
  Object.fromEntries(scorers.map(({ scorer, score }) => [scorer.name, score]));

/** Returns the cost of usage; null when a model has no price. */
export function spendingOf(usage: Usage, prices: ProjectPrices): Pick<SampledRollout, "tokens" | "costUsd"> {
  return { tokens: tokensIn(usage), costUsd: costOf(usage, prices) };
}

/** Stores a rollout as a trace of its own, and returns its record. Resolves when the calls are on disk. */
export async function storeRollout(
  { calls }: Pick<Services, "calls">,
  scope: RolloutScope,
  key: RolloutKey,
  values: TaskValues,
  run: RolloutRun,
): Promise<SampledRollout> {
  await calls.write(rolloutParts(scope, key, values, run));
  const { choice } = run;
  return {
    ...key,
    callId: rolloutCallId(scope.runId, key),
    endedAt: new Date().toISOString(),
    error: run.error,
    reward: run.reward,
    ...spendingOf(usageOf(run), scope.prices),
    answer: run.answer,
    finishReason: typeof choice?.finish_reason === "string" ? choice.finish_reason : null,
    scores: scoresOf(run),
    values: run.values,
    latencyMs: (run.endedMicros - run.startedMicros) / 1000,
    choice: run.error === null ? choice : null,
  };
}
