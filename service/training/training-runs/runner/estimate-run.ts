import type { ResultOf } from "@/lib/api/contract/operations";
import type { TrainingRunSettings } from "@/lib/api/contract/training-runs/training-run-settings";
import { readRecentUsage } from "@/service/evaluation/evaluation-runs/runner/recent-usage";
import { costOf } from "@/service/evaluation/evaluation-runs/trials/store-trial";
import type { Identity } from "@/service/kernel/access/identity";
import { messagesOf } from "@/service/training/training-runs/rollouts/run-rollout";
import { askedModels, unpricedModels } from "./check-settings";
import type { TrainingRuns } from "./training-runs";

type Estimate = ResultOf<"trainingRuns.estimate">;

/** The usual length of a large model's token in UTF-8 bytes; a token of the built-in models is one byte. */
const BYTES_PER_TOKEN = 4;
const ASSUMED_JUDGE_TOKENS = 100;
/** Requests of a rollout with tools, where it may make as many. */
const ASSUMED_TURNS = 3;
const SHOWN_TASKS = 4;
const MEASURED_TASKS = 50;

/**
 * Processor time of one iteration of the built-in trainer, measured with 64 rollouts of 124 bytes on a server of 2024: 1.3 s
 * for the job, 0.9 of it before the first step, and 1.7 s to sample the rollouts and to store them with their traces.
 */
const BUILT_IN = { secondsPerJob: 0.9, secondsPerRollout: 0.01, secondsPerByte: 0.0002 };

const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((total, value) => total + value, 0) / values.length;

const assumedTurns = ({ tools }: TrainingRunSettings) => (tools ? Math.min(tools.max_turns, ASSUMED_TURNS) : 1);

/** Conversations with tools have lengths that earlier calls do not show. */
function basisOf(turns: number, asked: readonly { readonly known: number }[]): Estimate["basis"] {
  if (turns > 1) return "assumed";
  if (asked.length === 0) return "measured";
  return asked.every(({ known }) => known > 0) ? "calls" : "assumed";
}

/** Checks settings as a start would, and estimates the requests, tokens, cost and time of the run. */
export async function estimateTrainingRun(
  runs: TrainingRuns,
  projectId: string,
  settings: TrainingRunSettings,
  identity: Identity,
  signal: AbortSignal,
): Promise<Estimate> {
  const { tasks, prices } = await runs.check(projectId, settings, identity, signal);
  const { services } = runs;
  const perIteration = Math.min(tasks.values.length, settings.tasks_per_iteration);
  const rolloutsPerIteration = perIteration * settings.group_size;
  const rollouts = rolloutsPerIteration * settings.iterations;
  const measured = tasks.values.slice(0, MEASURED_TASKS).map((values) => messagesOf(settings, values));
  const promptBytes = mean(
    measured.map((messages) => Buffer.byteLength(messages.map((one) => one.content).join("\n"))),
  );
  const answerBytes = settings.params.max_tokens;
  const recent = await readRecentUsage(services.store, projectId, signal);
  const choice = { providers: services.providers, identity };
  const turns = assumedTurns(settings);
  const asked = askedModels(settings).map(({ name, prompt: template, role }) => {
    const model = services.providers.choose(name, { identity, note: () => undefined })?.model ?? name;
    const used = recent.get(model);
    const completion = used ? mean(used.completionTokens) : ASSUMED_JUDGE_TOKENS;
    const prompt = (Buffer.byteLength(template) + answerBytes) / BYTES_PER_TOKEN;
    const usage = { requests: 1, prompt_tokens: Math.round(prompt), completion_tokens: Math.round(completion) };
    const calls = role === "judge" ? rollouts : rollouts * (turns - 1);
    const cost = costOf({ [model]: usage }, prices);
    return {
      name,
      calls,
      tokens: (prompt + completion) * calls,
      cost: cost === null ? null : cost * calls,
      seconds: used ? (mean(used.latencyMs) * calls) / 1000 / settings.limits.concurrency : null,
      known: used?.calls ?? 0,
    };
  });
  const askedSeconds = asked.reduce<number | null>(
    (sum, { seconds }) => (sum === null || seconds === null ? null : sum + seconds),
    0,
  );
  const ownSeconds =
    BUILT_IN.secondsPerJob +
    rolloutsPerIteration * turns * (BUILT_IN.secondsPerRollout + (promptBytes + answerBytes) * BUILT_IN.secondsPerByte);
  const seconds = askedSeconds === null ? null : ownSeconds * settings.iterations + askedSeconds;
  return {
    tasks: tasks.values.length,
    columns: [...tasks.columns],
    first_tasks: tasks.values
      .slice(0, SHOWN_TASKS)
      .map((values) => ({ values: { ...values }, messages: messagesOf(settings, values) })),
    tasks_per_iteration: perIteration,
    rollouts,
    labels: settings.reward.label ? rollouts : 0,
    requests: rollouts * turns + asked.reduce((sum, { calls }) => sum + calls, 0),
    tokens: Math.round(
      rollouts * turns * (promptBytes + answerBytes) + asked.reduce((sum, { tokens }) => sum + tokens, 0),
    ),
    cost_usd: asked.reduce<number | null>((sum, { cost }) => (sum === null || cost === null ? null : sum + cost), 0),
    seconds_per_iteration: seconds === null ? null : seconds / settings.iterations,
    seconds,
    basis: basisOf(turns, asked),
    basis_calls: [...new Map(asked.map(({ name, known }) => [name, known])).values()].reduce(
      (sum, one) => sum + one,
      0,
    ),
    unpriced_models: unpricedModels(settings, prices, choice),
  };
}
