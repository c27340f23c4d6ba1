import type { ColumnMap } from "@/lib/api/contract/evaluation-runs/column-map";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import {
  type CallScope,
  callParts,
  microsNow,
  runCallId,
  sumUsage,
  type Usage,
} from "@/service/evaluation/evaluation-runs/stored/call-parts-of";
import { objectIdOf } from "@/service/evaluation/evaluation-runs/stored/publish";
import type { StoredEvaluation, StoredScorer } from "@/service/evaluation/evaluation-runs/stored/publish-evaluation";
import { scoredColumns } from "@/service/evaluation/evaluation-runs/stored/python-source";
import type { Services } from "@/service/traces/handlers/handler";
import type { CallPart } from "@/service/traces/store/calls/call-parts";
import { engineTimeNow } from "@/service/traces/store/engine/timestamps";
import { costsOfUsage, type ProjectPrices } from "@/service/traces/store/prices/prices";
import type { StoredFeedback } from "@/service/traces/store/schema/schema-feedback";
import { type ModelRun, tokensIn } from "./complete-once";
import type { RunRow } from "./run-rows";
import type { ScorerRun, TrialRun } from "./run-trial";
import type { TrialKey, TrialResult } from "./trial-result";

/** Where the trials of one model are stored. */
export interface TrialScope extends CallScope {
  readonly runId: string;
  readonly rootId: string;
  readonly stored: StoredEvaluation;
  readonly modelRef: string;
  /** The version of a prompt object that the model got its messages from; null for messages of its own. */
  readonly promptRef: string | null;
  readonly datasetRef: string;
  /** Columns that names in the prompt stand for. */
  readonly columnMap: ColumnMap;
  readonly prices: ProjectPrices;
}

const COMPLETION_OP = "weave.completions_create";

/** As the Python client marks all calls below a run. */
const ATTRIBUTES = { _weave_eval_meta: { declarative: true } };

/** This service runs checkpoints itself, so that one without a price costs nothing. Each has a name of its own. */
const isCheckpoint = (model: string) => model.startsWith("wandb-artifact:///");

/** Returns the cost of usage; null when a model in it has no price. */
export function costOf(usage: Usage, prices: ProjectPrices): number | null {
  const costs = costsOfUsage(usage, prices, engineTimeNow()) ?? {};
  if (Object.keys(usage).some((model) => !Object.hasOwn(costs, model) && !isCheckpoint(model))) return null;
  return Object.values(costs).reduce(
    (sum, cost) =>
      sum +
      cost.prompt_tokens_total_cost +
      cost.completion_tokens_total_cost +
      cost.cache_read_input_tokens_total_cost +
      cost.cache_creation_input_tokens_total_cost,
    0,
  );
}

function completionParts(scope: CallScope, id: string, parentId: string, run: ModelRun): CallPart[] {
  const { startedMicros, endedMicros, inputs, response, error, usage } = run;
  const call = { id, parentId, opName: COMPLETION_OP, startedMicros, endedMicros, attributes: ATTRIBUTES, inputs };
  return callParts(scope, { ...call, output: response, exception: error, usage });
}

/** As clients name a value of a row: by ref where it has content, by value for booleans and null. */
function cellOf(rowRef: string, column: string, value: unknown): unknown {
  return value === null || value === undefined || typeof value === "boolean"
    ? (value ?? null)
    : `${rowRef}/key/${encodeURIComponent(column)}`;
}

/** Returns the id of the call of a trial. */
export function trialCallId(runId: string, { modelIndex, position, trial }: TrialKey): string {
  return runCallId(runId, modelIndex, position, trial);
}

/** The calls of a trial, and its scores as feedback on the model's call. */
class TrialCalls {
  readonly parts: CallPart[] = [];
  readonly feedback: StoredFeedback[] = [];
  readonly id: string;
  readonly #scope: TrialScope;
  readonly #key: TrialKey;
  readonly #rowRef: string;
  readonly #row: RunRow;

  constructor(scope: TrialScope, key: TrialKey, row: RunRow) {
    this.#scope = scope;
    this.#key = key;
    this.#row = row;
    this.#rowRef = `${scope.datasetRef}/attr/rows/id/${row.digest}`;
    this.id = trialCallId(scope.runId, key);
  }

  idOf(...role: readonly (string | number)[]): string {
    const { modelIndex, position, trial } = this.#key;
    return runCallId(this.#scope.runId, modelIndex, position, trial, ...role);
  }

  addPredict({ predict }: TrialRun): void {
    const id = this.idOf("predict");
    const { completion } = predict;
    this.parts.push(
      ...callParts(this.#scope, {
        id,
        parentId: this.id,
        opName: this.#scope.stored.predictOp,
        startedMicros: predict.startedMicros,
        endedMicros: predict.endedMicros,
        attributes: ATTRIBUTES,
        inputs: {
          self: this.#scope.modelRef,
          // Figures of a prompt's versions find the call by this name. `prompt` may be a column.
          ...(this.#scope.promptRef === null ? {} : { heddle_prompt: this.#scope.promptRef }),
          ...this.#cells(Object.keys(this.#row.row)),
          ...this.#mappedCells(),
        },
        output: predict.output,
        exception: predict.error,
        usage: sumUsage([completion?.usage ?? {}]),
        errorsBelow: completion?.error ? 1 : 0,
      }),
    );
    if (completion) this.parts.push(...completionParts(this.#scope, this.idOf("completion"), id, completion));
  }

  addScorer(run: ScorerRun, stored: StoredScorer, output: unknown): void {
    const { scorer, startedMicros, endedMicros, score, error, completions } = run;
    const id = this.idOf("score", scorer.name);
    this.parts.push(
      ...callParts(this.#scope, {
        id,
        parentId: this.id,
        opName: stored.opRef,
        startedMicros,
        endedMicros,
        attributes: stored.isObject ? { ...ATTRIBUTES, weave: { kind: "scorer" } } : ATTRIBUTES,
        inputs: {
          ...(stored.isObject ? { self: stored.ref } : {}),
          output,
          ...this.#cells(stored.isObject ? Object.keys(this.#row.row) : scoredColumns(scorer)),
        },
        output: score,
        exception: error,
        usage: sumUsage(completions.map(({ usage }) => usage)),
        errorsBelow: completions.filter((completion) => completion.error !== null).length,
      }),
    );
    for (const [index, completion] of completions.entries()) {
      const completionId = this.idOf("score", scorer.name, index);
      this.parts.push(...completionParts(this.#scope, completionId, id, completion));
    }
    if (error === null) this.#addFeedback(stored, id, score);
  }

  /** The columns by the names of the prompt, as the client's preprocessing gives them to the model. */
  #mappedCells(): Record<string, unknown> {
    const { row } = this.#row;
    return Object.fromEntries(
      Object.entries(this.#scope.columnMap).flatMap(([name, column]) =>
        Object.hasOwn(row, column) ? [[name, cellOf(this.#rowRef, column, row[column])]] : [],
      ),
    );
  }

  #cells(columns: readonly string[]): Record<string, unknown> {
    return Object.fromEntries(
      columns
        .filter((column) => column !== "self" && column !== "output")
        .map((column) => [column, cellOf(this.#rowRef, column, this.#row.row[column])]),
    );
  }

  #addFeedback({ name, ref }: StoredScorer, scorerCallId: string, score: unknown): void {
    const { projectId, userId } = this.#scope;
    this.feedback.push({
      project_id: projectId,
      weave_ref: `weave:///${projectId}/call/${this.idOf("predict")}`,
      id: this.idOf("feedback", name),
      is_purged: 0,
      user_id: userId,
      creator: null,
      created_at: engineTimeNow(),
      feedback_type: `wandb.runnable.${objectIdOf(name)}`,
      payload: stringifyJson({ output: score }),
      annotation_ref: "",
      runnable_ref: ref,
      call_ref: `weave:///${projectId}/call/${scorerCallId}`,
      trigger_ref: "",
    });
  }

  /** The call of the trial itself. */
  addTrial(output: object, usage: Usage, errorsBelow: number, startedMicros: number): void {
    const { stored, modelRef, rootId } = this.#scope;
    this.parts.unshift(
      ...callParts(this.#scope, {
        id: this.id,
        parentId: rootId,
        opName: stored.ops.predictAndScore,
        startedMicros,
        endedMicros: microsNow(),
        attributes: { ...ATTRIBUTES, heddle: { trial: this.#key.trial, position: this.#key.position } },
        inputs: { self: stored.evaluationRef, model: modelRef, example: this.#rowRef },
        output,
        exception: null,
        usage,
        errorsBelow,
      }),
    );
  }
}

/** Stores a trial as complete calls, then its scores as feedback. Resolves when both are on disk. */
export async function storeTrial(
  services: Pick<Services, "calls" | "feedback">,
  scope: TrialScope,
  key: TrialKey,
  row: RunRow,
  run: TrialRun,
): Promise<TrialResult> {
  const calls = new TrialCalls(scope, key, row);
  const { predict, scorers } = run;
  calls.addPredict(run);
  for (const [index, scorerRun] of scorers.entries()) {
    const stored = scope.stored.scorers[index];
    if (stored) calls.addScorer(scorerRun, stored, predict.output);
  }
  const completions = [predict.completion, ...scorers.flatMap(({ completions: asked }) => asked)].filter(
    (completion): completion is ModelRun => completion !== null,
  );
  const usage = sumUsage(completions.map((completion) => completion.usage));
  const scores = Object.fromEntries(scorers.map(({ scorer, score }) => [scorer.name, score]));
  const latencyMs = (predict.endedMicros - predict.startedMicros) / 1000;
  const errors =
    [predict, ...scorers].filter(({ error }) => error !== null).length +
    completions.filter(({ error }) => error !== null).length;
  calls.addTrial(
    { output: predict.output, scores, model_latency: latencyMs / 1000 },
    usage,
    errors,
    predict.startedMicros,
  );
  await services.calls.write(calls.parts);
  if (calls.feedback.length > 0) await services.feedback.write(calls.feedback);
  const costs = completions.map((completion) => costOf(completion.usage, scope.prices));
  return {
    ...key,
    callId: calls.id,
    endedAt: new Date().toISOString(),
    error: predict.error,
    output: predict.output,
    scores,
    scorerErrors: Object.fromEntries(
      scorers.flatMap(({ scorer, error }) => (error === null ? [] : [[scorer.name, error]])),
    ),
    latencyMs,
    usage,
    tokens: tokensIn(usage),
    costUsd: costs.includes(null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
  };
}
