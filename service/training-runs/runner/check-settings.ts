import { unknownColumnMessage } from "@/lib/api/contract/evaluation-runs/column-map";
import type { TrainingRunSettings } from "@/lib/api/contract/training-runs/training-run-settings";
import { errorMessage } from "@/lib/failure/error-message";
import type { Identity } from "@/service/access/identity";
import type { ProviderDirectory } from "@/service/completions/provider-directory";
import { unknownModelMessage } from "@/service/completions/unknown-model-message";
import { TemplateError, templateNames } from "@/service/evaluation-runs/scorers/prompt-template";
import { scorerProblems } from "@/service/evaluation-runs/scorers/scorer-problems";
import { settingsError } from "@/service/evaluation-runs/trials/run-rows";
import { costOf } from "@/service/evaluation-runs/trials/store-trial";
import type { ProjectPrices } from "@/service/store/prices/prices";
import type { Tasks } from "@/service/training-runs/tasks/read-tasks";

export interface ModelChoice {
  readonly providers: ProviderDirectory;
  readonly identity: Identity;
}

/** The judges of a run, by the names in its settings. */
export function judgesOf({ reward }: TrainingRunSettings): string[] {
  const judges = reward.scorers.flatMap((scorer) => (scorer.kind === "judge" ? [scorer.model] : []));
  return [...new Set(judges)];
}

function checkJudge(name: string, at: readonly (string | number)[], { providers, identity }: ModelChoice): void {
  let problem: string | null;
  try {
    problem = providers.choose(name, { identity, note: () => undefined }) ? null : unknownModelMessage(name, providers);
  } catch (error) {
    problem = errorMessage(error);
  }
  if (problem !== null) throw settingsError(at, problem);
}

function checkMessages({ messages, tasks }: TrainingRunSettings, { columns, values }: Tasks): void {
  for (const [index, { content }] of messages.entries()) {
    const place = ["messages", index, "content"];
    let names: string[];
    try {
      names = templateNames(content);
    } catch (error) {
      if (error instanceof TemplateError) throw settingsError(place, error.message);
      throw error;
    }
    const missing = names.find((name) => !columns.has(name));
    if (missing !== undefined) throw settingsError(place, unknownColumnMessage(missing));
    if (tasks.kind !== "prompts") continue;
    for (const [at, one] of values.entries()) {
      const absent = names.find((name) => !Object.hasOwn(one, name));
      if (absent !== undefined) throw settingsError(["tasks", "items", at], `Has no member ${absent}`);
    }
  }
}

/**
 * Checks that messages and scorers use columns of the tasks, and that judges have a provider, which the contract's
 * schema cannot.
 *
 * @throws ValidationError naming the member
 */
export function checkRunSettings(settings: TrainingRunSettings, tasks: Tasks, choice: ModelChoice): void {
  checkMessages(settings, tasks);
  for (const [index, scorer] of settings.reward.scorers.entries()) {
    const [problem] = scorerProblems(scorer, tasks.columns);
    if (problem) throw settingsError(["reward", "scorers", index, problem.member], problem.message);
    if (scorer.kind === "judge") checkJudge(scorer.model, ["reward", "scorers", index, "model"], choice);
  }
}

/** Judges without a price, by the names in the settings. Checkpoints of this service cost nothing. */
export function unpricedJudges(
  settings: TrainingRunSettings,
  prices: ProjectPrices,
  { providers, identity }: ModelChoice,
): string[] {
  return judgesOf(settings).filter((name) => {
    const chosen = providers.choose(name, { identity, note: () => undefined });
    return chosen === null || costOf({ [chosen.model]: { requests: 1, prompt_tokens: 1 } }, prices) === null;
  });
}

/** A cost limit needs a price for every judge. @throws ValidationError */
export function checkCostLimit(settings: TrainingRunSettings, prices: ProjectPrices, choice: ModelChoice): void {
  if (!settings.limits.max_cost_usd) return;
  const [unpriced] = unpricedJudges(settings, prices, choice);
  if (unpriced !== undefined)
    throw settingsError(
      ["limits", "max_cost_usd"],
      `${unpriced} has no price: add one under Costs, or remove the limit`,
    );
}
