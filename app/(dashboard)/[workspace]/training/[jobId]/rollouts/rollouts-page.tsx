"use client";

import { GroupsPane } from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/groups/groups-pane";
import { StepBar } from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/steps/step-bar";
import { GroupPane } from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/trajectories/group-pane";
import { FailureState } from "@/components/state/failure-state";
import { partLoadedLater } from "@/components/ui/loaded-later";
import type { JobRecord } from "@/lib/api/contract/training/training-jobs";
import type { ReadList } from "@/lib/stream/read-pages";
import type { Batch } from "@/lib/training/trajectories/trajectory-batch";
import type { Workspace } from "@/lib/workspace/workspace";
import { RolloutsFoot } from "./rollouts-foot";
import { RolloutsHead } from "./rollouts-head";
import { useRollouts } from "./use-rollouts";
import { useRolloutsKeys } from "./use-rollouts-keys";

const NoGroup = partLoadedLater(async () => (await import("./nothing-open")).NoGroup);
const StepNotFound = partLoadedLater(async () => (await import("./nothing-open")).StepNotFound);

type RolloutsPageProps = { workspace: Workspace; record: JobRecord; batches: ReadList<Batch> };

/** Steps on top, the groups of a step on the left, the trajectories of a group side by side. */
export function RolloutsPage({ workspace, record, batches }: RolloutsPageProps) {
  const control = useRollouts(workspace, record, batches.items);
  const { shown, group, groups } = control;
  useRolloutsKeys(control);
  return (
    <>
      <RolloutsHead control={control} isCut={batches.hasMore} />
      {shown === null ? (
        <StepNotFound control={control} />
      ) : (
        <>
          <StepBar control={control} batch={shown} />
          <div className="grid min-h-0 flex-1 grid-cols-[328px_minmax(0,1fr)] border-t border-line max-lg:grid-cols-[minmax(0,1fr)] max-lg:grid-rows-[minmax(0,2fr)_minmax(0,3fr)] short:h-[640px] short:flex-none">
            {groups.failure && groups.readCount === 0 ? (
              <FailureState failure={groups.failure} onRetry={groups.retry} />
            ) : (
              <GroupsPane control={control} batch={shown} />
            )}
            {group ? (
              <GroupPane key={`${shown.id} ${group.index}`} control={control} batch={shown} group={group} />
            ) : null}
            {group === null && groups.isRead ? <NoGroup control={control} /> : null}
          </div>
        </>
      )}
      <RolloutsFoot control={control} />
    </>
  );
}
