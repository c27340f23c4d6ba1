import type { RolloutGroup } from "@/lib/api/contract/training-runs/training-runs";
import { NotFoundError } from "@/service/kernel/errors/service-errors";
import { groupTitle } from "@/service/training/batches/group-text";
import { hasSignal, spreadOf } from "@/service/training/training-runs/figures/iteration-figures";
import type { LoggedRunRecord, LoggedRuns } from "@/service/training/training-runs/logged/logged-records";
import type { LoggedRolloutRecord } from "@/service/training/training-runs/logged/logged-rollout-record";
import { byLoggedTask, rewardSumsOf } from "@/service/training/training-runs/logged/logged-sums";
import { advantagesOf, nearestOf, type RolloutSelection } from "./read-rollouts";
import { templateTurns, withoutTemplate } from "./template-turns";

type Config = Parameters<typeof advantagesOf>[1];

/** Returns the messages of a prompt: a text that a chat template wrote is its turns. */
function promptOf(messages: RolloutGroup["messages"]): RolloutGroup["messages"] {
  const [only, ...more] = messages;
  if (only === undefined || more.length > 0 || typeof only.content !== "string") return messages;
  return templateTurns(only.content)?.map((turn) => ({ ...turn })) ?? messages;
}

/** @param at when the iteration ended, by the files of an imported run: empty where unknown, null for a logged one */
function groupOf(
  config: Config,
  task: number,
  index: number,
  group: readonly LoggedRolloutRecord[],
  at: string | null,
): RolloutGroup {
  const sums = rewardSumsOf(group);
  const advantages = advantagesOf(
    group.map(({ reward }) => reward ?? null),
    config,
  );
  const messages = promptOf(group[0]?.content.messages ?? []);
  return {
    task,
    group: index,
    title: groupTitle(messages),
    messages: messages.map((message) => ({ ...message })),
    values: null,
    reward_mean: sums.count === 0 ? null : sums.sum / sums.count,
    reward_std_dev: sums.count === 0 ? null : spreadOf(sums),
    has_signal: hasSignal(sums),
    rollouts: group.map(({ rollout, reward, error, tokens, loggedAt, content }, place) => ({
      rollout,
      call_id: content.call_id ?? content.trace_id ?? null,
      trace_id: content.trace_id ?? content.call_id ?? null,
      answer: content.answer == null ? null : withoutTemplate(content.answer),
      finish_reason: content.finish_reason ?? null,
      reward: reward ?? null,
      advantage: advantages[place] ?? null,
      scores: { ...content.scores },
      error: error ?? null,
      tokens: tokens ?? null,
      latency_ms: null,
      ended_at: at === "" ? null : (at ?? loggedAt),
    })),
  };
}

/** Returns the groups of an iteration of a logged run. @throws NotFoundError */
export async function readLoggedRollouts(
  runs: LoggedRuns,
  run: LoggedRunRecord,
  { iteration: wanted, isNearest, task, limit, offset }: RolloutSelection,
) {
  const { rows: iterations } = await runs.columns.read(run);
  const sampled = iterations.filter(({ sums }) => sums !== null).map((one) => one.iteration);
  const iteration = nearestOf(sampled, wanted, isNearest);
  const own = iterations.find((one) => one.iteration === iteration);
  if (own === undefined) throw new NotFoundError(`The run has no iteration ${iteration}.`);
  const config = run.config === null ? null : (JSON.parse(run.config) as Config);
  const groups = [...byLoggedTask(await runs.rollouts(run.id, iteration))].map(([position, group], index) =>
    groupOf(config, position, index, group, own.at),
  );
  const selected = task === null ? groups : groups.filter((group) => group.task === task);
  return {
    iteration,
    from_step: null,
    groups: selected.slice(offset, offset + limit),
    total_groups: selected.length,
    has_more: selected.length > offset + limit,
  };
}
