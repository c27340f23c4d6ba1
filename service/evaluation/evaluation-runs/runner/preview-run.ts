import { v7 as uuid7 } from "uuid";
import type { EvaluationSettings } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import type { ResultOf } from "@/lib/api/contract/operations";
import { callParts, runCallId } from "@/service/evaluation/evaluation-runs/stored/call-parts-of";
import { readBaselineAnswers } from "@/service/evaluation/evaluation-runs/trials/baseline-answers";
import { type ModelRun, tokensIn } from "@/service/evaluation/evaluation-runs/trials/complete-once";
import { runTrial, type TrialRun } from "@/service/evaluation/evaluation-runs/trials/run-trial";
import { costOf } from "@/service/evaluation/evaluation-runs/trials/store-trial";
import type { Identity } from "@/service/kernel/access/identity";
import type { Services } from "@/service/traces/handlers/handler";
import { readProjectPrices } from "@/service/traces/store/prices/prices";
import { mappedMessages, mappedScorers } from "./mapped-settings";
import { readSelection } from "./prepare-run";

type Preview = ResultOf<"evaluationRuns.preview">;

const PREVIEWED_ROWS = 3;

const sum = (costs: readonly (number | null)[]): number | null =>
  costs.reduce<number | null>((total, cost) => (total === null || cost === null ? null : total + cost), 0);

function completionsOf({ predict, scorers }: TrialRun): ModelRun[] {
  return [predict.completion, ...scorers.flatMap(({ completions }) => completions)].filter(
    (completion): completion is ModelRun => completion !== null,
  );
}

/** Requests cost money, so that each is a call, like those of the playground. */
async function storeCompletions(services: Services, projectId: string, userId: string, runs: readonly ModelRun[]) {
  const previewId = uuid7();
  const parts = runs.flatMap((run, index) => {
    const { startedMicros, endedMicros, inputs, response, error, usage } = run;
    const id = runCallId(previewId, index);
    return callParts(
      { projectId, userId, traceId: runCallId(previewId, index, "trace") },
      {
        id,
        parentId: null,
        opName: "weave.completions_create",
        startedMicros,
        endedMicros,
        attributes: { heddle: { evaluation_preview: true } },
        inputs,
        output: response,
        exception: error,
        usage,
      },
    );
  });
  if (parts.length > 0) await services.calls.write(parts);
}

/** Runs models and scorers on the first rows, once each. Stores their requests, and no evaluation. */
export async function previewRun(
  services: Services,
  projectId: string,
  settings: EvaluationSettings,
  identity: Identity,
  signal: AbortSignal,
): Promise<Preview> {
  const { rows, prompts } = await readSelection(services, projectId, settings, identity, signal);
  const prices = await readProjectPrices(services.store, projectId, { signal });
  const baselines = new Map(
    await Promise.all(
      settings.scorers.flatMap((scorer) =>
        scorer.kind === "pairwise"
          ? [
              readBaselineAnswers(services.store, projectId, scorer.baseline_call_id, signal).then(
                (answers) => [scorer.name, answers] as const,
              ),
            ]
          : [],
      ),
    ),
  );
  const { timeout_s: timeoutSeconds, retries } = settings.limits;
  const { providers, spending } = services;
  const access = { providers, identity, spending, projectId, timeoutSeconds, retries };
  const previewed = await Promise.all(
    rows.rows.slice(0, PREVIEWED_ROWS).map(async (row) => {
      const trials = await Promise.all(
        settings.models.map((model, index) =>
          runTrial(
            {
              model,
              messages: mappedMessages(prompts[index] ?? [], settings),
              scorers: mappedScorers(settings),
              access,
              baselineOf: ({ name }, { digest }) => baselines.get(name)?.get(digest)?.[0] ?? null,
            },
            row,
            0,
            signal,
          ),
        ),
      );
      return { row, trials };
    }),
  );
  const completions = previewed.flatMap(({ trials }) => trials.flatMap(completionsOf));
  await storeCompletions(services, projectId, identity.userId, completions);
  return {
    rows: previewed.map(({ row, trials }) => ({
      position: row.position,
      digest: row.digest,
      row: { ...row.row },
      trials: trials.map((trial, index) => {
        const used = completionsOf(trial);
        return {
          model_index: index,
          output: trial.predict.output,
          error: trial.predict.error,
          latency_ms: (trial.predict.endedMicros - trial.predict.startedMicros) / 1000,
          tokens: used.reduce((total, { usage }) => total + tokensIn(usage), 0),
          cost_usd: sum(used.map(({ usage }) => costOf(usage, prices))),
          scores: trial.scorers.map(({ scorer, score, error }) => ({ name: scorer.name, score, error })),
        };
      }),
    })),
    cost_usd: sum(completions.map(({ usage }) => costOf(usage, prices))),
  };
}
