import type { MonitorEstimate, MonitorSettings } from "@/lib/api/contract/monitors/monitors";
import { readRecentUsage } from "@/service/evaluation/evaluation-runs/runner/recent-usage";
import { textOf } from "@/service/evaluation/evaluation-runs/scorers/value-at-path";
import { costOf } from "@/service/evaluation/evaluation-runs/trials/store-trial";
import type { Services } from "@/service/traces/handlers/handler";
import { engineTimeOf } from "@/service/traces/store/engine/timestamps";
import { countMonitoredCalls, readRecentCalls } from "@/service/traces/store/monitors/monitored-calls";
import { readProjectPrices } from "@/service/traces/store/prices/prices";
import { checkMonitor, judgesOf, unpricedJudges } from "./check-monitor";
import { type LiveCall, readLiveCalls } from "./live-call";
import type { JudgeAccess } from "./score-call";

const DAY_MS = 86_400_000;
const ESTIMATED_DAYS = 7;
/** Newest calls whose inputs and outputs are measured. */
const MEASURED_CALLS = 20;
/** A usual length of a token in UTF-8. */
const BYTES_PER_TOKEN = 4;
/** The usual length of a judgement with its reason, for judges that never answered here. */
const ASSUMED_ANSWER_TOKENS = 120;
/** The instruction about the form of the answer. */
const FORM_TOKENS = 40;

const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((total, value) => total + value, 0) / values.length;

/** Returns the mean tokens of a judge's prompt, filled in with recent calls. */
function promptTokens(template: string, calls: readonly LiveCall[]): number {
  const filled = (calls.length > 0 ? calls : [null]).map((call) =>
    template.replaceAll(/\{([^{}]+)\}/g, (part: string, name: string) => {
      if (call === null) return part;
      if (name === "output") return textOf(call.output);
      return Object.hasOwn(call.row, name) ? textOf(call.row[name]) : part;
    }),
  );
  return FORM_TOKENS + mean(filled.map((text) => Buffer.byteLength(text) / BYTES_PER_TOKEN));
}

/** Checks the settings of a monitor, and estimates what the last seven days would have cost with them. */
export async function estimateMonitor(
  services: Services,
  projectId: string,
  settings: MonitorSettings,
  access: JudgeAccess,
  signal: AbortSignal,
): Promise<MonitorEstimate> {
  const { store } = services;
  const prices = await readProjectPrices(store, projectId, { signal });
  checkMonitor(projectId, settings, prices, access);
  const calls = { projectId, filter: settings.filter, query: settings.query };
  const since = engineTimeOf((Date.now() - ESTIMATED_DAYS * DAY_MS) * 1000);
  const judges = judgesOf(settings);
  const [matching, keys, recent] = await Promise.all([
    countMonitoredCalls(store, calls, since, signal),
    readRecentCalls(store, calls, MEASURED_CALLS, signal),
    judges.length > 0 ? readRecentUsage(store, projectId, signal) : new Map<string, never>(),
  ]);
  const measured = await readLiveCalls(store, projectId, keys, signal);
  const modelOf = (name: string) =>
    access.providers.choose(name, { identity: access.identity, note: () => undefined })?.model ?? name;
  const costs = judges.map(({ scorer }) => {
    const model = modelOf(scorer.model);
    const answers = recent.get(model)?.completionTokens ?? [];
    const usage = {
      requests: 1,
      prompt_tokens: Math.round(promptTokens(scorer.prompt, measured)),
      completion_tokens: Math.round(answers.length > 0 ? mean(answers) : ASSUMED_ANSWER_TOKENS),
    };
    return { cost: costOf({ [model]: usage }, prices), isKnown: answers.length > 0 };
  });
  const perCall = costs.reduce<number | null>(
    (sum, { cost }) => (sum === null || cost === null ? null : sum + cost),
    0,
  );
  const sampled = Math.round((matching * settings.rate_percent) / 100);
  return {
    matching_calls: matching,
    sampled_calls: sampled,
    scored_calls: Math.min(sampled, settings.max_calls_per_day * ESTIMATED_DAYS),
    cost_per_call_usd: perCall,
    cost_usd: perCall === null ? null : perCall * sampled,
    unpriced_models: unpricedJudges(settings, prices, access),
    basis: judges.length === 0 ? "none" : costs.every(({ isKnown }) => isKnown) ? "calls" : "assumed",
    columns: [...new Set(measured.flatMap(({ row }) => Object.keys(row)))],
  };
}
