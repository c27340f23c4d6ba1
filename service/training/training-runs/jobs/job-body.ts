import type { TrainingRunSettings } from "@/lib/api/contract/training-runs/training-run-settings";
import type { SampledRollout } from "@/service/training/training-runs/records/rollout-records";
import type { TaskValues } from "@/service/training/training-runs/records/run-records";
import { messagesOf } from "@/service/training/training-runs/rollouts/run-rollout";

interface JobSource {
  readonly runId: string;
  readonly modelId: string;
  readonly iteration: number;
  /** The checkpoint that the rollouts were sampled from. */
  readonly step: number;
  readonly seed: number | null;
  readonly settings: Pick<TrainingRunSettings, "messages" | "tools" | "config" | "params">;
  /** Wall time of sampling, with its scores, and of waiting for labels; null where unknown. */
  readonly seconds: { readonly sampling: number | null; readonly labeling: number | null };
  readonly tasks: readonly TaskValues[];
}

/** Returns rollouts by task, in order. */
export function byTask<Rollout extends { readonly task: number }>(
  rollouts: readonly Rollout[],
): ReadonlyMap<number, readonly Rollout[]> {
  const groups = new Map<number, Rollout[]>();
  for (const rollout of rollouts) {
    const group = groups.get(rollout.task);
    if (group) group.push(rollout);
    else groups.set(rollout.task, [rollout]);
  }
  return groups;
}

/** A rollout as clients send it: its trace is among the metadata. */
function trajectoryOf({ runId, step, settings }: JobSource, messages: readonly object[], rollout: SampledRollout) {
  return {
    messages_and_choices: [...messages, ...(rollout.history ?? [])],
    tools: settings.tools?.definitions ?? null,
    reward: rollout.reward,
    initial_policy_version: step,
    final_policy_version: step,
    metrics: rollout.values,
    metadata: {
      task_id: rollout.task,
      call_id: rollout.callId,
      trace_id: rollout.callId,
      training_run_id: runId,
      iteration: rollout.iteration,
      rollout: rollout.rollout,
    },
    logs: [],
  };
}

/** Settings that only count for losses with a constant length, and for the penalty of long answers. */
const NEEDS_LENGTH = ["loss_type", "soft_punish_cache"];

/** What a trainer has to know about the sampling, unless the settings of the run say it; nothing where it is standard. */
function samplingConfig({ config, params, tools }: JobSource["settings"]): Readonly<Record<string, number>> {
  const needsLength = NEEDS_LENGTH.some((name) => config[name] != null);
  return {
    ...(params.temperature === 1 || params.temperature <= 0 ? {} : { temperature: params.temperature }),
    ...(needsLength ? { max_completion_length: params.max_tokens * (tools?.max_turns ?? 1) } : {}),
  };
}

/** The times before the job under the names of docs/train/trainer.md, which trainers report with their own. */
function timeMetrics({ seconds: { sampling, labeling } }: JobSource): Readonly<Record<string, number>> {
  return {
    ...(sampling === null ? {} : { "time/sampling_s": sampling }),
    ...(labeling === null ? {} : { "time/reward_s": labeling }),
  };
}

/**
 * Returns the body of an iteration's job in the shape of the interface: one group for each task that has a rewarded
 * rollout, in the order of the tasks.
 */
export function jobBody(source: JobSource, rollouts: readonly SampledRollout[]): string {
  const groups = [...byTask(rollouts)].flatMap(([task, own]) => {
    const rewarded = own.filter(({ error, history }) => error === null && history !== null);
    if (rewarded.length === 0) return [];
    const messages = messagesOf(source.settings, source.tasks[task] ?? {});
    const exceptions = own.flatMap(({ error }) =>
      error === null ? [] : [{ type: "RolloutError", message: error, traceback: "" }],
    );
    return [
      {
        trajectories: rewarded.map((rollout) => trajectoryOf(source, messages, rollout)),
        exceptions,
        metadata: { task_id: task, training_run_id: source.runId, iteration: source.iteration },
        metrics: timeMetrics(source),
        logs: [],
      },
    ];
  });
  const seed = source.seed === null ? {} : { seed: source.seed };
  return JSON.stringify({
    model_id: source.modelId,
    trajectory_groups: groups,
    experimental_config: { ...seed, ...samplingConfig(source.settings), ...source.settings.config },
  });
}
