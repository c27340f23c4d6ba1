import { useMutation, useQuery } from "@tanstack/react-query";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { countOf, formatCount } from "@/lib/format/count";
import { formatReward } from "@/lib/format/reward";
import { groupName } from "@/lib/training/trajectories/group-name";
import type { ArenaPrompt } from "./arena-prompt";
import type { ReplyPosition } from "./prepare-prompts";
import { PromptPicker } from "./prompt-picker";
import {
  type PromptSourceAddress,
  readTrainedBatches,
  readTrainedGroups,
  readTrajectoryPrompt,
  type TrainedBatch,
  type TrainedGroup,
} from "./read-prompts";
import type { PromptTarget } from "./use-trained";

type TrainedPromptsProps = {
  arena: Pick<PromptTarget, "address">;
  at: ReplyPosition;
  onAdd: (prompts: readonly ArenaPrompt[]) => void;
};

/** The number of groups on each side in the arena's design. */
const PICKED = 12;

interface GroupOfBatch {
  readonly id: string;
  readonly batch: TrainedBatch;
  readonly group: TrainedGroup;
}

/**
 * Groups that the checkpoints were trained on, newest job first: each represents the prompt that its trajectories
 * share.
 */
export function TrainedPrompts({ arena, at, onAdd }: TrainedPromptsProps) {
  const { address } = arena;
  const groups = useQuery({
    queryKey: ["arena-groups", address],
    queryFn: ({ signal }) => readGroups(address, signal),
  });
  const take = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const { signal } = new AbortController();
      const chosen = (groups.data ?? []).filter(({ id }) => ids.includes(id));
      const prompts: ArenaPrompt[] = [];
      for (const { batch, group } of chosen) {
        const from = { batchId: batch.batchId, group: group.index, trajectory: 0, step: batch.step };
        const prompt = await readTrajectoryPrompt(address, from, at, signal);
        if (prompt !== null) prompts.push(prompt);
      }
      return prompts;
    },
    onSuccess: onAdd,
  });
  if (groups.isPending) return <ProgressBar label="Loading training data" />;
  if (groups.isError) {
    const failure = failureOf(groups.error);
    if (failure.kind === "unsupported") return <UnlistedBatch operation={failure.operation} />;
    return <FailureState failure={failure} onRetry={() => void groups.refetch()} />;
  }
  if (groups.data.length === 0) {
    return (
      <PaneState kind="empty" title="Not trained yet">
        No job of this model has created a checkpoint yet. You can still use threads or write prompts.
      </PaneState>
    );
  }
  return (
    <PromptPicker
      label="Groups in the training data"
      items={groups.data.map(({ id, batch, group }) => ({
        id,
        label: <GroupLabel batch={batch} group={group} />,
        note: `${countOf(group.trajectory_count, "trajectory", "trajectories")}, mean ${formatReward(mean(group.rewards))}`,
      }))}
      picked={PICKED}
      isBusy={take.isPending}
      problem={take.isError ? failureOf(take.error).message : null}
      onAdd={take.mutate}
    />
  );
}

/** The display name of a group, then its position, which is counted from 0 as everywhere. */
function GroupLabel({ batch, group }: Pick<GroupOfBatch, "batch" | "group">) {
  const { name, detail } = groupName(group);
  const place = `${batch.step === null ? "" : `step ${formatCount(batch.step)}, `}group ${group.index}`;
  if (name === "") return place;
  return (
    <>
      {name}
      <span className="ml-2 text-micro text-ink-3">{[place, detail].filter(Boolean).join(", ")}</span>
    </>
  );
}

function UnlistedBatch({ operation }: { operation: string | null }) {
  return (
    <PaneState kind="not-offered" title="Not supported by this connection">
      Training data cannot be listed{operation === null ? "" : ": "}
      {operation === null ? "" : <span className="text-code">{operation}</span>}. You can still use threads or write
      prompts.
    </PaneState>
  );
}

/** The number of jobs that are read at once. */
const MAX_BATCHES = 10;

async function readGroups(address: PromptSourceAddress, signal: AbortSignal): Promise<readonly GroupOfBatch[]> {
  const batches = (await readTrainedBatches(address, signal)).slice(0, MAX_BATCHES);
  const pages = await Promise.all(batches.map(({ batchId }) => readTrainedGroups(address, batchId, signal)));
  return batches.flatMap((batch, index) =>
    (pages[index]?.data ?? []).flatMap((group) =>
      group.trajectory_count === 0 ? [] : [{ id: `${batch.batchId} ${group.index}`, batch, group }],
    ),
  );
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
