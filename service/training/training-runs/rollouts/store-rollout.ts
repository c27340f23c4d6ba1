import { isJsonObject } from "@/lib/guard/json-object";
import { jsonOf } from "@/service/evaluation/evaluation-runs/scorers/value-at-path";
import {
  type CallScope,
  callParts,
  runCallId,
  sumUsage,
  type Usage,
} from "@/service/evaluation/evaluation-runs/stored/call-parts-of";
import { type ModelRun, tokensIn } from "@/service/evaluation/evaluation-runs/trials/complete-once";
import { costOf } from "@/service/evaluation/evaluation-runs/trials/store-trial";
import type { Services } from "@/service/traces/handlers/handler";
import type { CallPart } from "@/service/traces/store/calls/call-parts";
import type { ProjectPrices } from "@/service/traces/store/prices/prices";
import type { RolloutKey, SampledRollout } from "@/service/training/training-runs/records/rollout-records";
import type { TaskValues } from "@/service/training/training-runs/records/run-records";
import type { Message } from "./choice";
import { historyOf, type ToolRun } from "./converse";
import { rolloutSteps } from "./rollout-steps";
import type { RolloutRun } from "./run-rollout";

const ROLLOUT_OP = "rollout";
const UNKNOWN_TOOL_OP = "unknown_tool";
const COMPLETION_OP = "weave.completions_create";

/** Where the rollouts of a run are stored. */
export interface RolloutScope {
  readonly projectId: string;
  readonly userId: string;
  readonly runId: string;
  /** The sampled checkpoint. */
  readonly step: number;
  /** The most requests to the model of one rollout. */
  readonly maxTurns: number;
  /** True when people give a score, so that a rollout without a reward has not failed. */
  readonly waitsForLabels: boolean;
  readonly prices: ProjectPrices;
}

/** Returns the id of a rollout's call, which is also that of its trace: the same for the same rollout. */
export function rolloutCallId(runId: string, { iteration, task, rollout, attempt }: RolloutKey): string {
  return runCallId(runId, "rollout", iteration, task, rollout, attempt);
}

/**
 * Returns the id of a request to the model, below a rollout's call.
 *
 * @param turn from 0
 */
export function completionCallId(rolloutId: string, turn: number): string {
  return turn === 0 ? runCallId(rolloutId, "completion") : runCallId(rolloutId, "completion", turn);
}

/** Returns the id of the call that people review: the request whose answer ended the rollout. */
export function reviewedCallId({ callId, turns }: Pick<SampledRollout, "callId" | "turns">): string {
  return completionCallId(callId, Math.max(0, turns - 1));
}

interface CallPlace {
  readonly id: string;
  readonly parentId: string;
  readonly attributes: object;
}

function completionParts(scope: CallScope, { id, parentId, attributes }: CallPlace, run: ModelRun): CallPart[] {
  const { startedMicros, endedMicros, inputs, response, error, usage } = run;
  const call = { id, parentId, opName: COMPLETION_OP, startedMicros, endedMicros, attributes, inputs };
  return callParts(scope, { ...call, output: response, exception: error, usage });
}

/** A call of a tool, with the request to its simulator. */
function toolParts(scope: CallScope, { id, parentId, attributes }: CallPlace, tool: ToolRun): CallPart[] {
  const { call, startedMicros, endedMicros, result, problem, completion } = tool;
  const input: unknown = jsonOf(call.argumentsText);
  const isFailed = completion !== null && completion.error !== null;
  return [
    ...callParts(scope, {
      id,
      parentId,
      // The model may write any name.
      opName: /^[A-Za-z0-9_-]{1,64}$/.test(call.name) ? call.name : UNKNOWN_TOOL_OP,
      startedMicros,
      endedMicros,
      attributes: { ...attributes, kind: "tool" },
      inputs: isJsonObject(input) ? input : { arguments: call.argumentsText },
      output: result,
      exception: problem,
      usage: completion?.usage ?? {},
      errorsBelow: isFailed ? 1 : 0,
    }),
    ...(completion === null
      ? []
      : completionParts(scope, { id: runCallId(id, "simulator"), parentId: id, attributes }, completion)),
  ];
}

/** The calls of a rollout: itself, its requests to the model, its tools, and its scorers with their judges. */
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
  const turnParts = run.turns.flatMap(({ completion, tools }, turn) => [
    ...completionParts(calls, { id: completionCallId(id, turn), parentId: id, attributes }, completion),
    ...tools.flatMap((tool, index) =>
      toolParts(calls, { id: childId("tool", turn, index), parentId: id, attributes }, tool),
    ),
  ]);
  const tools = run.turns.flatMap((turn) => turn.tools);
  const failed = [
    ...[...completionsOf(run), ...run.scorers].filter(({ error }) => error !== null),
    ...tools.filter(({ problem }) => problem !== null),
  ];
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
      errorsBelow: failed.length,
    }),
    ...turnParts,
    ...scorerParts,
  ];
}

/** All requests of a rollout: to the model, to simulators of tools, and to judges. */
const completionsOf = ({ turns, scorers }: RolloutRun): readonly ModelRun[] => [
  ...turns.flatMap(({ completion, tools }) => [completion, ...tools.flatMap((tool) => tool.completion ?? [])]),
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
  const history = historyOf(run.turns);
  return {
    ...key,
    callId: rolloutCallId(scope.runId, key),
    endedAt: new Date().toISOString(),
    error: run.error,
    reward: run.reward,
    ...spendingOf(usageOf(run), scope.prices),
    answer: run.answer,
    finishReason: finishReasonOf(history),
    scores: scoresOf(run),
    values: run.values,
    latencyMs: (run.endedMicros - run.startedMicros) / 1000,
    turns: run.turns.length,
    steps: rolloutSteps(history),
    history: run.error === null ? history : null,
  };
}

/** Returns why the last answer of a history ended. */
export function finishReasonOf(history: readonly Message[]): string | null {
  const reason = history.at(-1)?.finish_reason;
  return typeof reason === "string" ? reason : null;
}
