import { unknownColumnMessage } from "@/lib/api/contract/evaluation-runs/column-map";
import type { TrainingRunSettings } from "@/lib/api/contract/training-runs/training-run-settings";
import { CONVERSATION_COLUMN, SIMULATOR_NAMES } from "@/lib/api/contract/training-runs/training-run-tools";
import { errorMessage } from "@/lib/guard/error-message";
import { unknownModelMessage } from "@/service/completion/unknown-model-message";
import { TemplateError, templateNames } from "@/service/evaluation/evaluation-runs/scorers/prompt-template";
import { scorerProblems } from "@/service/evaluation/evaluation-runs/scorers/scorer-problems";
import { settingsError } from "@/service/evaluation/evaluation-runs/trials/run-rows";
import { costOf } from "@/service/evaluation/evaluation-runs/trials/store-trial";
import type { Identity } from "@/service/kernel/access/identity";
import type { ProviderDirectory } from "@/service/kernel/providers/provider-directory";
import type { ProjectPrices } from "@/service/traces/store/prices/prices";
import type { Tasks } from "@/service/training/training-runs/tasks/read-tasks";

export interface ModelChoice {
  readonly providers: ProviderDirectory;
  readonly identity: Identity;
}

/** A model that a run asks besides the one that it trains: a judge, or the simulator of its tools. */
export interface AskedModel {
  readonly name: string;
  readonly prompt: string;
  readonly role: "judge" | "simulator";
}

/** The requests to other models that a rollout makes, by the names in the settings. */
export function askedModels({ reward, tools }: TrainingRunSettings): AskedModel[] {
  const judges = reward.scorers.flatMap((scorer): AskedModel[] =>
    scorer.kind === "judge" ? [{ name: scorer.model, prompt: scorer.prompt, role: "judge" }] : [],
  );
  if (tools?.answers.kind !== "simulator") return judges;
  const { model, prompt } = tools.answers;
  return [...judges, { name: model, prompt, role: "simulator" }];
}

function checkModel(name: string, at: readonly (string | number)[], { providers, identity }: ModelChoice): void {
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
    const problem = promptProblem(content, columns);
    if (problem !== null) throw settingsError(place, problem);
    if (tasks.kind !== "prompts") continue;
    const names = templateNames(content);
    for (const [at, one] of values.entries()) {
      const absent = names.find((name) => !Object.hasOwn(one, name));
      if (absent !== undefined) throw settingsError(["tasks", "items", at], `Has no member ${absent}`);
    }
  }
}

/**
 * Checks that messages and scorers use columns of the tasks, and that judges and the simulator have a provider, which the contract's
 * schema cannot.
 *
 * @throws ValidationError naming the member
 */
export function checkRunSettings(settings: TrainingRunSettings, tasks: Tasks, choice: ModelChoice): void {
  checkMessages(settings, tasks);
  checkTools(settings, tasks, choice);
  const columns = settings.tools ? new Set([...tasks.columns, CONVERSATION_COLUMN]) : tasks.columns;
  for (const [index, scorer] of settings.reward.scorers.entries()) {
    const [problem] = scorerProblems(scorer, columns);
    if (problem) throw settingsError(["reward", "scorers", index, problem.member], problem.message);
    if (scorer.kind === "judge") checkModel(scorer.model, ["reward", "scorers", index, "model"], choice);
  }
}

function checkTools({ tools, tasks }: TrainingRunSettings, { columns }: Tasks, choice: ModelChoice): void {
  if (!tools) return;
  const { answers } = tools;
  const place = ["tools", "answers"];
  if (answers.kind === "recorded") {
    if (tasks.kind === "threads") return;
    throw settingsError([...place, "kind"], "Recorded results are those of threads: choose threads as tasks");
  }
  checkModel(answers.model, [...place, "model"], choice);
  const problem = promptProblem(answers.prompt, new Set([...columns, ...SIMULATOR_NAMES]));
  if (problem !== null) throw settingsError([...place, "prompt"], problem);
}

/** Returns what is wrong with a template; null when all of its names are columns. */
function promptProblem(prompt: string, columns: ReadonlySet<string>): string | null {
  try {
    const missing = templateNames(prompt).find((name) => !columns.has(name));
    return missing === undefined ? null : unknownColumnMessage(missing);
  } catch (error) {
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
}

/** Judges and simulators without a price, by the names in the settings. Checkpoints of this service cost nothing. */
export function unpricedModels(
  settings: TrainingRunSettings,
  prices: ProjectPrices,
  { providers, identity }: ModelChoice,
): string[] {
  const names = new Set(askedModels(settings).map(({ name }) => name));
  return [...names].filter((name) => {
    const chosen = providers.choose(name, { identity, note: () => undefined });
    return chosen === null || costOf({ [chosen.model]: { requests: 1, prompt_tokens: 1 } }, prices) === null;
  });
}

/** A cost limit needs a price for every judge and simulator. @throws ValidationError */
export function checkCostLimit(settings: TrainingRunSettings, prices: ProjectPrices, choice: ModelChoice): void {
  if (!settings.limits.max_cost_usd) return;
  const [unpriced] = unpricedModels(settings, prices, choice);
  if (unpriced !== undefined)
    throw settingsError(
      ["limits", "max_cost_usd"],
      `${unpriced} has no price: add one under Costs, or remove the limit`,
    );
}
