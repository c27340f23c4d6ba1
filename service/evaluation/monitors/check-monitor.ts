import type { MonitorSettings } from "@/lib/api/contract/monitors/monitors";
import { errorMessage } from "@/lib/guard/error-message";
import { unknownModelMessage } from "@/service/completion/unknown-model-message";
import { scorerProblems } from "@/service/evaluation/evaluation-runs/scorers/scorer-problems";
import { settingsError } from "@/service/evaluation/evaluation-runs/trials/run-rows";
import { costOf } from "@/service/evaluation/evaluation-runs/trials/store-trial";
import type { Identity } from "@/service/kernel/access/identity";
import type { ProviderDirectory } from "@/service/kernel/providers/provider-directory";
import { checkMonitoredCalls } from "@/service/traces/store/monitors/monitored-calls";
import type { ProjectPrices } from "@/service/traces/store/prices/prices";

/** Live calls have the inputs of their ops: which ones is not known before. */
const ANY_COLUMN: ReadonlySet<string> = Object.assign(new Set<string>(), { has: () => true });

/** Returns the name of a model at its provider, or why there is none. */
function providerModel(name: string, providers: ProviderDirectory, identity: Identity): { model: string } | string {
  try {
    return providers.choose(name, { identity, note: () => undefined }) ?? unknownModelMessage(name, providers);
  } catch (error) {
    return errorMessage(error);
  }
}

/** The judges of a monitor, with their position among its scorers. */
export function judgesOf({ scorers }: Pick<MonitorSettings, "scorers">) {
  return scorers.flatMap((scorer, index) => (scorer.kind === "judge" ? [{ scorer, index }] : []));
}

/** Returns the models of the judges that have no price, by their names at the providers. */
export function unpricedJudges(
  settings: MonitorSettings,
  prices: ProjectPrices,
  { providers, identity }: { readonly providers: ProviderDirectory; readonly identity: Identity },
): string[] {
  const unpriced = judgesOf(settings).flatMap(({ scorer }) => {
    const chosen = providerModel(scorer.model, providers, identity);
    if (typeof chosen === "string") return [scorer.model];
    return costOf({ [chosen.model]: { requests: 1, prompt_tokens: 1 } }, prices) === null ? [chosen.model] : [];
  });
  return [...new Set(unpriced)];
}

/**
 * Checks what the contract's schema cannot: the condition, patterns, schemas, templates, and that judges have a provider,
 * and a price where money is limited.
 *
 * @throws ValidationError naming the member, or InvalidRequestError for a condition that cannot be read
 */
export function checkMonitor(
  projectId: string,
  settings: MonitorSettings,
  prices: ProjectPrices,
  access: { readonly providers: ProviderDirectory; readonly identity: Identity },
): void {
  checkMonitoredCalls({ projectId, filter: settings.filter, query: settings.query });
  for (const [index, scorer] of settings.scorers.entries()) {
    const [problem] = scorerProblems(scorer, ANY_COLUMN);
    if (problem) throw settingsError(["scorers", index, problem.member], problem.message);
  }
  for (const { scorer, index } of judgesOf(settings)) {
    const chosen = providerModel(scorer.model, access.providers, access.identity);
    if (typeof chosen === "string") throw settingsError(["scorers", index, "model"], chosen);
  }
  if (!settings.max_cost_usd_per_day) return;
  const [unpriced] = unpricedJudges(settings, prices, access);
  if (unpriced !== undefined)
    throw settingsError(["max_cost_usd_per_day"], `${unpriced} has no price: add one under Costs, or remove the limit`);
}
