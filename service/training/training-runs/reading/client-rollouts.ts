import type { RolloutGroup } from "@/lib/api/contract/training-runs/training-runs";
import { isJsonObject } from "@/lib/guard/json-object";
import { NotFoundError } from "@/service/kernel/errors/service-errors";
import { type SampledAnswer, sampledAnswer } from "@/service/training/answers/sampled-answer";
import { listGroups } from "@/service/training/batches/batches";
import { groupTitle } from "@/service/training/batches/group-text";
import type { StoredGroup, StoredModel } from "@/service/training/state/training-state";
import { hasSignal, spreadOf, sumsOf } from "@/service/training/training-runs/figures/iteration-figures";
import type { TrainingRuns } from "@/service/training/training-runs/runner/training-runs";
import { jobsOf } from "./client-run";
import { advantagesOf, type RolloutSelection } from "./read-rollouts";

type Members = Readonly<Record<string, unknown>>;

const asObject = (value: unknown): Members => (isJsonObject(value) ? value : {});

/** Returns the first of these members that is a text. */
const textIn = (members: Members, ...names: readonly string[]): string | null => {
  const found = names.map((name) => members[name]).find((value) => typeof value === "string");
  return typeof found === "string" ? found : null;
};

interface ReadTrajectory extends SampledAnswer {
  readonly metadata: Members;
  readonly metrics: Members;
}

function readTrajectory(trajectory: unknown): ReadTrajectory {
  const members = asObject(trajectory);
  return {
    ...sampledAnswer(members.messages_and_choices),
    metadata: asObject(members.metadata),
    metrics: asObject(members.metrics),
  };
}

/** Returns the groups of a job that a client sent. @throws NotFoundError */
export async function readClientRollouts(
  runs: TrainingRuns,
  model: StoredModel,
  { iteration: wanted, isNearest, task, limit, offset }: RolloutSelection,
) {
  const jobs = await jobsOf(runs, model.id);
  const iteration = isNearest ? Math.min(wanted, Math.max(1, jobs.length)) : wanted;
  const job = jobs[iteration - 1];
  if (!job) throw new NotFoundError(`The run has no iteration ${iteration}.`);
  const { state, blobs } = runs.training;
  const batch = await state.selectFrom("batch").selectAll().where("id", "=", job.batch_id).executeTakeFirst();
  const from = task ?? offset;
  const count = task === null ? limit : 1;
  const stored = batch ? await listGroups(state, { batchId: batch.id, from, limit: count }) : [];
  const config = job.config === null ? null : (JSON.parse(job.config) as Members);
  const groups: RolloutGroup[] = [];
  for (const group of stored.slice(0, count)) {
    const places = JSON.parse(group.trajectories) as [number, number][];
    const read: ReadTrajectory[] = [];
    for (const [start, length] of places)
      read.push(readTrajectory(JSON.parse((await blobs.readPart(batch?.blob ?? "", start, length)).toString("utf8"))));
    groups.push(groupOf(group, read, config));
  }
  return {
    iteration,
    from_step: job.previous_step,
    groups,
    total_groups: task === null ? (batch?.group_count ?? 0) : groups.length,
    has_more: task === null && stored.length > count,
  };
}

function groupOf(group: StoredGroup, read: readonly ReadTrajectory[], config: Members | null): RolloutGroup {
  const rewards = JSON.parse(group.rewards) as number[];
  const sums = sumsOf(rewards);
  const advantages = advantagesOf(rewards, config);
  const messages = (read[0]?.messages ?? []).map((message) => ({ ...message }));
  return {
    task: null,
    group: group.group_index,
    title: group.title ?? groupTitle(messages) ?? group.label,
    messages,
    values: null,
    reward_mean: sums.count === 0 ? null : sums.sum / sums.count,
    reward_std_dev: sums.count === 0 ? null : spreadOf(sums),
    has_signal: hasSignal(sums),
    rollouts: read.map(({ answer, finishReason, metadata, metrics }, index) => ({
      rollout: index,
      call_id: textIn(metadata, "call_id"),
      trace_id: textIn(metadata, "trace_id", "call_id"),
      answer,
      finish_reason: finishReason,
      reward: rewards[index] ?? null,
      advantage: advantages[index] ?? null,
      scores: { ...metrics },
      error: null,
      tokens: null,
      latency_ms: null,
      ended_at: null,
    })),
  };
}
