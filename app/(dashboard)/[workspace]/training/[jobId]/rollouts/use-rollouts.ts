"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useMemo, useState } from "react";
import type { GroupsControl } from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/groups/groups-control";
import {
  filterCounts,
  groupRow,
  groupSections,
} from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/groups/prepare-group-list";
import { useMessageSearch } from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/groups/use-message-search";
import { stepList } from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/steps/prepare-step-marks";
import type { StepsControl } from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/steps/steps-control";
import type { TrajectoriesControl } from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/trajectories/trajectories-control";
import { useAdvantages } from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/trajectories/use-advantages";
import { useRenderers } from "@/components/training/renderers/use-renderers";
import { rolloutParams } from "@/components/training/trajectories/rollout-params";
import { GROUPS_PER_BATCH, groupsQuery } from "@/components/training/trajectories/use-batches";
import { failureOf } from "@/lib/api/client/request-failure";
import type { JobRecord } from "@/lib/api/contract/training/training-jobs";
import type { Batch } from "@/lib/training/trajectories/trajectory-batch";
import type { Workspace } from "@/lib/workspace/workspace";

type RolloutSelection = {
  batch?: string | null;
  group?: number | null;
  trajectory?: number | null;
  message?: number | null;
};

export interface Rollouts extends StepsControl, GroupsControl, TrajectoriesControl {
  /** The shown batch; null when the URL names none. */
  readonly shown: Batch | null;
}

/** The state of the page: step, group, trajectory and message, and the groups of the step. */
export function useRollouts(workspace: Workspace, record: JobRecord, batches: readonly Batch[]): Rollouts {
  const [choices, setChoices] = useQueryStates(rolloutParams, { history: "replace" });
  const [most, setMost] = useState(GROUPS_PER_BATCH);
  const shown = selectedBatch(batches, choices.batch, record.batch_id);
  const steps = useMemo(() => stepList(batches, shown), [batches, shown]);
  const { connectionId } = workspace;
  const groups = useQuery({ ...groupsQuery(connectionId, shown?.id ?? "", most), enabled: shown !== null });
  const found = useMessageSearch(connectionId, shown?.id ?? null, choices.find);
  const advantages = useAdvantages(connectionId, record, shown);
  const renderers = useRenderers(workspace.id).data?.renderers ?? [];
  const rows = useMemo(() => (groups.data?.items ?? []).map(groupRow), [groups.data]);
  const { show, sort } = choices;
  const sections = useMemo(
    () => groupSections(rows, { show, sort, only: found.groups }),
    [rows, show, sort, found.groups],
  );
  const ordered = useMemo(() => [...sections.trainable, ...sections.flat], [sections]);
  const group = choices.group === null ? (ordered[0] ?? null) : (rows[choices.group] ?? null);
  const columnCount = group === null ? 0 : group.rewards.length + group.exceptionCount;
  const trajectory = Math.min(Math.max(0, choices.trajectory ?? 0), Math.max(0, columnCount - 1));
  const go = (address: RolloutSelection, isStep = false) =>
    void setChoices(address, { history: isStep ? "replace" : "push" });

  return {
    workspace,
    record,
    batches,
    choices,
    setChoices,
    steps,
    shown,
    sections,
    group,
    columnCount,
    trajectory,
    found,
    advantages,
    renderer: renderers.find(({ id }) => id === choices.renderer) ?? null,
    counts: filterCounts(rows),
    groups: {
      isPending: groups.isPending,
      isRead: groups.data !== undefined,
      failure: groups.isError ? failureOf(groups.error) : null,
      hasMore: groups.data?.hasMore ?? false,
      readCount: rows.length,
      retry: () => void groups.refetch(),
      readMore: () => setMost(most + GROUPS_PER_BATCH),
    },
    toBatch: (id, isStep = false) => go({ batch: id, message: null }, isStep),
    toGroup: (row) => go({ group: row.index, trajectory: null, message: null }),
    toTrajectory: (index, message = null) => go({ group: group?.index ?? null, trajectory: index, message }),
    toMessage: (message) => go({ group: group?.index ?? null, trajectory, message }, true),
    moveStep: (by) => {
      const next = steps.batches[steps.at + by];
      if (next) go({ batch: next.id, message: null }, true);
    },
    moveGroup: (by) => {
      const at = ordered.findIndex(({ index }) => index === group?.index);
      const next = at < 0 ? ordered[0] : ordered[at + by];
      if (next) go({ group: next.index, trajectory: null, message: null }, true);
    },
    moveTrajectory: (by) => {
      const next = trajectory + by;
      if (next >= 0 && next < columnCount) {
        go({ group: group?.index ?? null, trajectory: next, message: null }, true);
      }
    },
  };
}

/**
 * Returns the batch in the URL; without one the data of the job, else the latest batch. Null when the URL names a
 * missing batch.
 */
function selectedBatch(batches: readonly Batch[], named: string | null, ofJob: string | null): Batch | null {
  if (named !== null) return batches.find(({ id }) => id === named) ?? null;
  return batches.find(({ id }) => id === ofJob) ?? batches.at(-1) ?? null;
}
