"use client";

import type { GroupsControl } from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/groups/groups-control";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";

type OpenChoices = { control: Pick<GroupsControl, "choices" | "setChoices"> };

/** Shown when the URL names a step that does not exist. */
export function StepNotFound({ control }: OpenChoices) {
  return (
    <PaneState
      kind="no-match"
      title="Step not found"
      actions={
        <Button size="small" onClick={() => control.setChoices({ batch: null, group: null, trajectory: null })}>
          Show the data of the job
        </Button>
      }
    >
      <span className="text-code">{control.choices.batch}</span> was deleted, or belongs to another model.
    </PaneState>
  );
}

/** Shown when no group is open: there are none, none match, or the URL names a missing one. */
export function NoGroup({ control }: { control: Pick<GroupsControl, "choices" | "setChoices" | "groups"> }) {
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
