import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import {
  callParts,
  endPart,
  microsNow,
  runCallId,
  startPart,
  sumUsage,
} from "@/service/evaluation/evaluation-runs/stored/call-parts-of";
import { publishObject } from "@/service/evaluation/evaluation-runs/stored/publish";
import { summarizeRun } from "@/service/evaluation/evaluation-runs/stored/summary";
import type { TrialResult } from "@/service/evaluation/evaluation-runs/trials/trial-result";
import { newItem } from "@/service/objects/tables/written-rows";
import type { Services } from "@/service/traces/handlers/handler";
import type { RunPlan, RunRecord } from "./run-records";

interface RootScope {
  readonly services: Services;
  readonly run: RunRecord;
  readonly plan: RunPlan;
  readonly modelIndex: number;
}

function scopeOf({ run, plan, modelIndex }: RootScope) {
  const root = plan.roots[modelIndex];
  if (!root) throw new Error(`The run ${run.id} has no model ${modelIndex}`);
  return { root, scope: { projectId: run.projectId, userId: run.identity.userId, traceId: root.traceId } };
}

/** Stores the start of a model's evaluation. Its attributes say what it runs. */
export async function startRoot(at: RootScope): Promise<void> {
  const { services, run, plan, modelIndex } = at;
  const { root, scope } = scopeOf(at);
  const model = run.settings.models[modelIndex];
  await services.calls.write([
    startPart(scope, {
      id: root.callId,
      parentId: null,
      opName: plan.stored.ops.evaluate,
      displayName: `${run.name}: ${plan.stored.models[modelIndex]?.label ?? ""}`,
      startedMicros: microsNow(),
      attributes: {
        heddle: {
          evaluation_run_id: run.id,
          model,
          dataset: plan.datasetRef,
          rows: run.settings.rows,
          scorers: plan.stored.scorers.map(({ name, ref }) => ({ name, ref })),
          trials: run.settings.trials,
          limits: run.settings.limits,
        },
      },
      inputs: { self: plan.stored.evaluationRef, model: plan.stored.models[modelIndex]?.ref ?? null },
    }),
  ]);
}

const errorsOf = (trials: readonly TrialResult[]) =>
  trials.reduce((sum, { error, scorerErrors }) => sum + (error === null ? 0 : 1) + Object.keys(scorerErrors).length, 0);

/** One row per trial, in the order of the Python client. */
async function publishResults({ services, run }: RootScope, trials: readonly TrialResult[]): Promise<string> {
  const { projectId, identity } = run;
  const publisher = { services, projectId, userId: identity.userId };
  const names = run.settings.scorers.map(({ name }) => name);
  const items = trials.map(({ output, scores, error, latencyMs }) =>
    newItem(
      stringifyJson({
        output,
        scores: error === null ? scores : Object.fromEntries(names.map((name) => [name, {}])),
        model_latency: latencyMs / 1000,
      }),
    ),
  );
  const table = await services.tables.write(projectId, identity.userId, items);
  return await publishObject(publisher, "EvaluationResults", {
    _type: "EvaluationResults",
    name: null,
    description: null,
    rows: `weave:///${projectId}/table/${table}`,
    _class_name: "EvaluationResults",
    _bases: ["Object", "BaseModel"],
  });
}

/** Publishes the results, and stores the summary and the end of a model's evaluation. */
export async function finishRoot(at: RootScope, trials: readonly TrialResult[]): Promise<void> {
  const { services, run, plan } = at;
  const { root, scope } = scopeOf(at);
  const results = await publishResults(at, trials);
  const summary = summarizeRun(
    run.settings.scorers.map(({ name }) => name),
    trials.map(({ output, scores, latencyMs }) => ({ output, scores, latencySeconds: latencyMs / 1000 })),
  );
  // Started after every other call: clients take the last one for the summary.
  const startedMicros = microsNow() + 1000;
  await services.calls.write([
    ...callParts(scope, {
      id: runCallId(run.id, root.callId, "summarize"),
      parentId: root.callId,
      opName: plan.stored.ops.summarize,
      startedMicros,
      endedMicros: startedMicros + 1,
      attributes: { _weave_eval_meta: { declarative: true } },
      inputs: { self: plan.stored.evaluationRef, eval_table: results },
      output: summary,
      exception: null,
      usage: {},
    }),
    endPart(scope, {
      id: root.callId,
      endedMicros: startedMicros + 2,
      output: summary,
      exception: null,
      usage: sumUsage(trials.map(({ usage }) => usage)),
      errorsBelow: errorsOf(trials),
    }),
  ]);
}

/** Ends a model's evaluation without a summary. Its trials stay. */
export async function cancelRoot(at: RootScope, trials: readonly TrialResult[], reason: string): Promise<void> {
  const { root, scope } = scopeOf(at);
  await at.services.calls.write([
    endPart(scope, {
      id: root.callId,
      endedMicros: microsNow(),
      output: null,
      exception: reason,
      usage: sumUsage(trials.map(({ usage }) => usage)),
      errorsBelow: errorsOf(trials),
    }),
  ]);
}
