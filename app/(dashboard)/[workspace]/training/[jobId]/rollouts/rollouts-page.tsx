"use client";

import type { GroupsControl } from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/groups/groups-control";
import { GroupsPane } from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/groups/groups-pane";
import { StepBar } from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/steps/step-bar";
import { GroupPane } from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/trajectories/group-pane";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import type { JobRecord } from "@/lib/api/contract/training/training-jobs";
import type { ReadList } from "@/lib/stream/read-pages";
import type { Batch } from "@/lib/training/trajectories/trajectory-batch";
import type { Workspace } from "@/lib/workspace/workspace";
import { RolloutsFoot } from "./rollouts-foot";
import { RolloutsHead } from "./rollouts-head";
import { useRollouts } from "./use-rollouts";
import { useRolloutsKeys } from "./use-rollouts-keys";

type RolloutsPageProps = { workspace: Workspace; record: JobRecord; batches: ReadList<Batch> };

/** Steps on top, the groups of a step on the left, the trajectories of a group side by side. */
export function RolloutsPage({ workspace, record, batches }: RolloutsPageProps) {
  const control = useRollouts(workspace, record, batches.items);
  const { shown, group, groups, choices } = control;
  useRolloutsKeys(control);
  return (
    <>
      <RolloutsHead control={control} isCut={batches.hasMore} />
      {shown === null ? (
        <PaneState
          kind="no-match"
          title="Step not found"
          actions={
            <Button size="small" onClick={() => control.setChoices({ batch: null, group: null, trajectory: null })}>
              Show the data of the job
            </Button>
          }
        >
          <span className="text-code">{choices.batch}</span> was deleted, or belongs to another model.
        </PaneState>
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

/** Shown when no group is open: there are none, none match, or the URL names a missing one. */
function NoGroup({ control }: { control: Pick<GroupsControl, "choices" | "setChoices" | "groups"> }) {
  const { choices, groups } = control;
  if (groups.readCount === 0) {
    return (
      <PaneState kind="empty" title="This step has no groups">
        The request contained an empty list of trajectory groups.
      </PaneState>
    );
  }
  if (choices.group === null) return <PaneState kind="no-match" title="No group selected" />;
  return (
    <PaneState
      kind="no-match"
      title={`No group ${choices.group} in this step`}
      actions={
        <Button size="small" onClick={() => control.setChoices({ group: null, trajectory: null, message: null })}>
          Show first group
        </Button>
      }
    />
  );
}
