import type { EvaluationSettings } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import type { ResultOf } from "@/lib/api/contract/operations";
import { textOf } from "@/service/evaluation/evaluation-runs/scorers/value-at-path";
import type { PromptMessage } from "@/service/evaluation/evaluation-runs/stored/publish-evaluation";
import type { RunRow } from "@/service/evaluation/evaluation-runs/trials/run-rows";
import { costOf } from "@/service/evaluation/evaluation-runs/trials/store-trial";
import type { Identity } from "@/service/kernel/access/identity";
import type { Services } from "@/service/traces/handlers/handler";
import { type ProjectPrices, readProjectPrices } from "@/service/traces/store/prices/prices";
import { mappedMessages, mappedScorers } from "./mapped-settings";
import { readSelection } from "./prepare-run";
import { type RecentUsage, readRecentUsage } from "./recent-usage";

type Estimate = ResultOf<"evaluationRuns.estimate">;
type ModelEstimate = Estimate["models"][number];

/** A usual length of a token in UTF-8, for prompts that were never sent. */
const BYTES_PER_TOKEN = 4;
/** A usual answer, for models that never answered here. */
const ASSUMED_ANSWER_TOKENS = 200;
const MEASURED_ROWS = 50;
const SHOWN_ROWS = 4;

const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((total, value) => total + value, 0) / values.length;

const add = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((total, value) => (total === null || value === null ? null : total + value), 0);

/** The mean bytes of a template when it is filled in, and the mean bytes of the values in it. */
function promptTokens(templates: readonly string[], rows: readonly RunRow[], answerTokens: number): number {
  const measured = rows.slice(0, MEASURED_ROWS).map(({ row }) => {
    const texts = templates.map((template) =>
      template.replaceAll(/\{([^{}]+)\}/g, (part: string, name: string) =>
        Object.hasOwn(row, name)
          ? textOf(row[name])
          : /^output/.test(name)
            ? "x".repeat(answerTokens * BYTES_PER_TOKEN)
            : part,
      ),
    );
    return Buffer.byteLength(texts.join("")) / BYTES_PER_TOKEN + templates.length * 4;
  });
  return mean(measured);
}

interface Asked {
  readonly name: string;
  readonly role: ModelEstimate["role"];
  readonly calls: number;
  readonly templates: readonly string[];
  /** Tokens of the answer that a judge reads. */
  readonly readTokens: number;
  readonly maxTokens: number | null;
}

interface Known {
  readonly rows: readonly RunRow[];
  readonly recent: ReadonlyMap<string, RecentUsage>;
  readonly prices: ProjectPrices;
  readonly concurrency: number;
  readonly providerModel: (name: string) => string;
}

function answerTokensOf(name: string, maxTokens: number | null, { recent, providerModel }: Known): number {
  const used = recent.get(providerModel(name));
  return used ? mean(used.completionTokens) : Math.min(maxTokens ?? ASSUMED_ANSWER_TOKENS, ASSUMED_ANSWER_TOKENS);
}

function estimateModel(asked: Asked, known: Known): ModelEstimate {
  const model = known.providerModel(asked.name);
  const used = known.recent.get(model);
  const completion = answerTokensOf(asked.name, asked.maxTokens, known);
  const prompt = promptTokens(asked.templates, known.rows, Math.round(asked.readTokens));
  const price = (completionTokens: number) => {
    const usage = { requests: 1, prompt_tokens: Math.round(prompt), completion_tokens: Math.round(completionTokens) };
    const cost = costOf({ [model]: usage }, known.prices);
    return cost === null ? null : cost * asked.calls;
  };
  const sorted = [...(used?.completionTokens ?? [])].sort((left, right) => left - right);
  // Means of many calls vary less than single calls: a quarter of the way to the 10th and 90th percentile.
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? completion;
  const low = used ? completion + (at(0.1) - completion) / 4 : completion / 2;
  const high = used
    ? completion + (at(0.9) - completion) / 4
    : Math.min(asked.maxTokens ?? completion * 4, completion * 4);
  return {
    model: asked.name,
    role: asked.role,
    calls: asked.calls,
    tokens: Math.round((prompt + completion) * asked.calls),
    cost_usd: price(completion),
    cost_low_usd: price(low),
    cost_high_usd: price(high),
    seconds: used ? (mean(used.latencyMs) * asked.calls) / 1000 / known.concurrency : null,
    basis: used ? "calls" : "assumed",
    basis_calls: used?.calls ?? 0,
  };
}

function askedModels(
  settings: EvaluationSettings,
  prompts: readonly (readonly PromptMessage[])[],
  known: Known,
): Asked[] {
  const calls = known.rows.length * settings.trials;
  const models = settings.models.map(
    ({ model, params }, index): Asked => ({
      name: model,
      role: "model",
      calls,
      templates: mappedMessages(prompts[index] ?? [], settings).map(({ content }) => content),
      readTokens: 0,
      maxTokens: params.max_tokens ?? params.max_completion_tokens ?? null,
    }),
  );
  const readTokens = mean(models.map(({ name, maxTokens }) => answerTokensOf(name, maxTokens, known)));
  const judges = mappedScorers(settings).flatMap((scorer): Asked[] =>
    scorer.kind === "judge" || scorer.kind === "pairwise"
      ? [
          {
            name: scorer.model,
            role: "judge",
            // A pairwise judge is asked in both orders.
            calls: calls * models.length * (scorer.kind === "pairwise" ? 2 : 1),
            templates: [scorer.prompt, "Answer with JSON only, a reason and a score."],
            readTokens,
            maxTokens: null,
          },
        ]
      : [],
  );
  return [...models, ...judges];
}

/** Estimates calls, tokens, money and time from recent calls of the same models, and says where it had to assume. */
export async function estimateRun(
  services: Services,
  projectId: string,
  settings: EvaluationSettings,
  identity: Identity,
  signal: AbortSignal,
): Promise<Estimate> {
  const { rows, prompts } = await readSelection(services, projectId, settings, identity, signal);
  const [recent, prices] = await Promise.all([
    readRecentUsage(services.store, projectId, signal),
    readProjectPrices(services.store, projectId, { signal }),
  ]);
  const providerModel = (name: string) =>
    services.providers.choose(name, { identity, note: () => undefined })?.model ?? name;
  const known = { rows: rows.rows, recent, prices, concurrency: settings.limits.concurrency, providerModel };
  const models = askedModels(settings, prompts, known).map((asked) => estimateModel(asked, known));
  const ofModels = models.filter(({ role }) => role === "model").map(({ seconds }) => seconds);
  const judgeSeconds = add(models.filter(({ role }) => role === "judge").map(({ seconds }) => seconds));
  return {
    rows: rows.rows.length,
    rows_in_table: rows.rowsInTable,
    columns: [...rows.columns],
    first_rows: rows.rows.slice(0, SHOWN_ROWS).map(({ row }) => ({ ...row })),
    trials: rows.rows.length * settings.trials * settings.models.length,
    calls: models.reduce((total, { calls }) => total + calls, 0),
    tokens: models.reduce((total, { tokens }) => total + tokens, 0),
    cost_usd: add(models.map(({ cost_usd: cost }) => cost)),
    cost_low_usd: add(models.map(({ cost_low_usd: cost }) => cost)),
    cost_high_usd: add(models.map(({ cost_high_usd: cost }) => cost)),
    // Models run side by side, each with its own limit of calls at a time.
    seconds:
      judgeSeconds === null || ofModels.includes(null)
        ? null
        : Math.max(...ofModels.map((seconds) => seconds ?? 0)) + judgeSeconds / settings.models.length,
    unpriced_models: [...new Set(models.filter(({ cost_usd: cost }) => cost === null).map(({ model }) => model))],
    models,
  };
}
