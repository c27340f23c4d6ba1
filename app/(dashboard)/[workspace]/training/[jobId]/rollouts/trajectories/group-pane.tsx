"use client";

import { ChevronDown, ChevronUp, GitCompareArrows, MoreHorizontal } from "lucide-react";
import { useState } from "react";
import {
  discardReason,
  type GroupListRow,
} from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/groups/prepare-group-list";
import { openedLater } from "@/components/dialog/opened-later";
import { MessageFormSwitch } from "@/components/markdown/message-form-switch";
import { FailureDetails } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { loadedLater } from "@/components/ui/loaded-later";
import { Tag } from "@/components/ui/tag";
import { Tooltip } from "@/components/ui/tooltip";
import { failureOf } from "@/lib/api/client/request-failure";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import type { Batch } from "@/lib/training/trajectories/trajectory-batch";
import { readExceptions } from "./prepare-exceptions";
import type { TrajectoriesControl } from "./trajectories-control";
import { TrajectoryGrid } from "./trajectory-grid";
import { useGroupDetail } from "./use-trajectories";

const AdvantageNote = loadedLater(async () => (await import("./advantage-note")).AdvantageNote);
const CompareTrajectoriesDialog = openedLater(
  async () => (await import("./compare-trajectories-dialog")).CompareTrajectoriesDialog,
);

const DetailsDialog = openedLater(async () => (await import("./details-dialog")).DetailsDialog);

type GroupPaneProps = { control: TrajectoriesControl; batch: Batch; group: GroupListRow };

/** A group: its figures, and its trajectories side by side. */
export function GroupPane({ control, batch, group }: GroupPaneProps) {
  const { connectionId } = control.workspace;
  const detail = useGroupDetail({ connectionId, batchId: batch.id, group: group.index });
  const [isDetailOpen, setIsDetailOpen] = useState(false);
  const { spread, isTrainable } = group;
  const { compare } = control.choices;
  const canCompare = group.rewards.length > 1;
  return (
    <section aria-label={`Trajectories of group ${group.index}`} className="flex min-h-0 min-w-0 flex-col">
      <div className="flex min-h-[37px] flex-none items-center gap-x-3 border-b border-line pr-3 pl-4 text-small whitespace-nowrap max-md:flex-wrap max-md:pl-3">
        <h2 className="flex-none text-base font-semibold">Group {group.index}</h2>
        <span className="min-w-0 shrink-[9] truncate text-ink-3 max-md:hidden" title={group.name}>
          {group.shown.name}
        </span>
        {isTrainable ? (
          <Tag tone="ok">trainable</Tag>
        ) : (
          <Tag title="All advantages are zero: no gradient from this group">{discardReason(group)}</Tag>
        )}
        <span className="flex-none text-ink-2 max-md:hidden">
          mean <b className="font-semibold text-ink">{formatMetric("reward", spread.mean)}</b>
        </span>
        <span className="flex-none text-ink-2 max-md:hidden">
          spread <b className="font-semibold text-ink">{formatMetric("reward", spread.deviation)}</b>
        </span>
        <AdvantageNote basis={control.advantages} />
        <div className="ml-auto flex flex-none items-center gap-1">
          <Tooltip text="Previous group" keys={["K"]}>
            <Button kind="ghost" size="icon-small" aria-label="Previous group" onClick={() => control.moveGroup(-1)}>
              <ChevronUp size={15} strokeWidth={1.7} aria-hidden="true" />
            </Button>
          </Tooltip>
          <Tooltip text="Next group" keys={["J"]}>
            <Button kind="ghost" size="icon-small" aria-label="Next group" onClick={() => control.moveGroup(1)}>
              <ChevronDown size={15} strokeWidth={1.7} aria-hidden="true" />
            </Button>
          </Tooltip>
          <MessageFormSwitch />
          <Tooltip text="Group details">
            <Button
              kind="ghost"
              size="icon-small"
              className="max-md:hidden"
              aria-label="Group details"
              onClick={() => setIsDetailOpen(true)}
              disabled={!detail.data}
            >
              <MoreHorizontal size={14} strokeWidth={1.7} aria-hidden="true" />
            </Button>
          </Tooltip>
          <Button
            size="small"
            className="max-md:hidden"
            disabled={!canCompare}
            onClick={() => control.setChoices({ compare: defaultPair(control.trajectory, group.rewards.length) })}
            icon={<GitCompareArrows size={13} strokeWidth={1.7} aria-hidden="true" />}
          >
            <span className="max-2xl:sr-only">Compare trajectories</span>
          </Button>
        </div>
      </div>
      {detail.isError ? (
        <Callout tone="err" className="m-2">
          Could not load exceptions and metadata of the group.
          <FailureDetails failure={failureOf(detail.error)} />
          <Button size="small" onClick={() => void detail.refetch()}>
            Retry
          </Button>
        </Callout>
      ) : null}
      <TrajectoryGrid
        control={control}
        batch={batch}
        group={group}
        exceptions={detail.data ? readExceptions(detail.data.group.exceptions) : null}
      />
      {isDetailOpen && detail.data ? (
        <DetailsDialog
          title={`Group ${group.index}`}
          description="All data sent with the group except its trajectories."
          label="group"
          value={detail.data.group}
          onClose={() => setIsDetailOpen(false)}
        />
      ) : null}
      {compare.length === 2 && canCompare ? (
        <CompareTrajectoriesDialog
          control={control}
          batch={batch}
          group={group}
          onClose={() => void control.setChoices({ compare: [] })}
        />
      ) : null}
    </section>
  );
}

/** The shown trajectory and the next one. */
function defaultPair(at: number, count: number): [number, number] {
  const left = Math.min(at, count - 1);
  return [left, left + 1 < count ? left + 1 : left - 1];
}
