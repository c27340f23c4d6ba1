import { v7 as uuid7 } from "uuid";
import type { EvaluationSettings } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import { objectIdOf, type Publisher, publishObject } from "@/service/evaluation/evaluation-runs/stored/publish";
import { publishEvaluation } from "@/service/evaluation/evaluation-runs/stored/publish-evaluation";
import { checkSettings, readPrompts } from "@/service/evaluation/evaluation-runs/trials/check-settings";
import { type RunRows, readRunRows, settingsError } from "@/service/evaluation/evaluation-runs/trials/run-rows";
import { costOf } from "@/service/evaluation/evaluation-runs/trials/store-trial";
import type { Identity } from "@/service/kernel/access/identity";
import type { Services } from "@/service/traces/handlers/handler";
import { readProjectPrices } from "@/service/traces/store/prices/prices";
import { mappedScorers } from "./mapped-settings";
import type { RunPlan } from "./run-records";

/** Models with their prompts and judges, as settings name them. */
function modelNames({ models, scorers }: Pick<EvaluationSettings, "models" | "scorers">): string[] {
  const judges = scorers.flatMap((scorer) =>
    scorer.kind === "judge" || scorer.kind === "pairwise" ? [scorer.model] : [],
  );
  return [...new Set([...models.map(({ model }) => model), ...judges])];
}

/** Checks settings against the project, and returns what they select. @throws ValidationError, NotFoundError */
export async function readSelection(
  services: Services,
  projectId: string,
  settings: EvaluationSettings,
  identity: Identity,
  signal: AbortSignal,
): Promise<{ rows: RunRows; prompts: RunPlan["prompts"] }> {
  const rows = await readRunRows(services, projectId, settings.rows, signal);
  const prompts = await readPrompts(services, projectId, settings.models, signal);
  checkSettings(settings, rows, prompts, { providers: services.providers, identity });
  return { rows, prompts };
}

/** Models without a price, by their names at their providers. */
async function unpricedModels(
  services: Services,
  projectId: string,
  settings: EvaluationSettings,
  identity: Identity,
): Promise<string[]> {
  const prices = await readProjectPrices(services.store, projectId);
  return modelNames(settings).filter((name) => {
    const chosen = services.providers.choose(name, { identity, note: () => undefined });
    return chosen === null || costOf({ [chosen.model]: { requests: 1, prompt_tokens: 1 } }, prices) === null;
  });
}

/** A limit of money is kept only where every model has a price. */
export async function checkCostLimit(
  services: Services,
  projectId: string,
  settings: EvaluationSettings,
  identity: Identity,
): Promise<void> {
  if (!settings.limits.max_cost_usd) return;
  const [unpriced] = await unpricedModels(services, projectId, settings, identity);
  if (unpriced !== undefined)
    throw settingsError(
      ["limits", "max_cost_usd"],
      `${unpriced} has no price: add one under Costs, or remove the limit`,
    );
}

/** Publishes the evaluated rows as a dataset of their own, unless they are the whole table. */
async function publishDataset(publisher: Publisher, settings: EvaluationSettings, rows: RunRows): Promise<string> {
  const { services, projectId, userId } = publisher;
  if (rows.rows.length === rows.rowsInTable) return settings.rows.dataset_ref;
  const digests = rows.rows.map(({ digest }) => digest);
  const stored = await services.tables.rows.find(projectId, [...new Set(digests)]);
  const items = digests.flatMap((digest) => stored.get(digest) ?? []);
  if (items.length !== digests.length) throw settingsError(["rows", "dataset_ref"], "A row of this table is missing");
  const table = await services.tables.write(projectId, userId, items);
  const name = objectIdOf(`${rows.datasetName}-subset`);
  return await publishObject(publisher, name, {
    _type: "Dataset",
    name,
    description: `${digests.length} of ${rows.rowsInTable} rows of ${rows.datasetName}`,
    rows: `weave:///${projectId}/table/${table}`,
    _class_name: "Dataset",
    _bases: ["Object", "BaseModel"],
  });
}

/** Publishes everything that a run needs before its first call. */
export async function preparePlan(
  publisher: Publisher,
  settings: EvaluationSettings,
  rows: RunRows,
  prompts: RunPlan["prompts"],
): Promise<RunPlan> {
  const datasetRef = await publishDataset(publisher, settings, rows);
  const mapped = { ...settings, scorers: mappedScorers(settings) };
  const stored = await publishEvaluation(publisher, mapped, datasetRef, prompts);
  const roots = settings.models.map(() => ({ callId: uuid7(), traceId: uuid7() }));
  return { stored, datasetRef, rowCount: rows.rows.length, prompts, roots };
}
