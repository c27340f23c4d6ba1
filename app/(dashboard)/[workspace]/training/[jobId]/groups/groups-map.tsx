"use client";

import { useMemo, useState } from "react";
import { Segmented } from "@/components/form/segmented";
import { rolloutSearch } from "@/components/training/trajectories/rollout-params";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { countOf, formatCount } from "@/lib/format/count";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import { rewardSpread } from "@/lib/training/trajectories/advantage-rule";
import { GroupMapView } from "./group-map-view";
import { GroupMeans } from "./group-means";
import {
  type GroupMap,
  type MapCell,
  type MapRow,
  type StepGroups,
  shadeScale,
  stepMap,
  trialMap,
} from "./prepare-group-map";
import { groupMeans } from "./prepare-group-means";

type GroupsMapProps = {
  /** The loaded steps. */
  steps: readonly StepGroups[];
  /** The total number of steps. */
  stepCount: number;
  /** The step of the job. */
  own: StepGroups;
  href: string;
};

/** Columns drawn at first, and added with each "Show more". */
const COLUMNS_PER_PAGE = 100;

/** The groups of the job by trajectory, or over the steps of its model; each cell links to its rollouts. */
export function GroupsMap({ steps, stepCount, own, href }: GroupsMapProps) {
  const [chosen, setChosen] = useState<"steps" | "trajectories" | null>(null);
  const [most, setMost] = useState(COLUMNS_PER_PAGE);
  const view = chosen ?? "trajectories";
  const map = useMemo(() => (view === "steps" ? stepMap(steps, own.batch.id) : trialMap(own)), [view, own, steps]);
  const vatOf = useMemo(() => shadeScale(map), [map]);
  const shown = useMemo(() => firstColumns(map, most), [map, most]);
  const flat = flatCount(own);
  const means = useMemo(() => groupMeans(own.groups), [own]);
  const hrefOf = (row: MapRow, cell: MapCell) =>
    `${href}${rolloutSearch({ batch: row.batchId, group: cell.group, trajectory: row.trajectory })}`;
  const count = own.groups.length;
  return (
    <>
      <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-base font-medium">Groups</h2>
        <span className="text-small text-ink-2">
          {rewardedText(own) ?? `${countOf(count, "group")} in this job`}
          {flat === 0 ? null : (
            <>
              , <span className="text-warn">{countOf(flat, "carries", "carry")} no signal</span>
            </>
          )}
        </span>
        <Legend />
        <div className="ml-auto flex items-center gap-2">
          {stepCount > 1 ? (
            <Segmented
              label="Rows of the map"
              size="small"
              value={view}
              onChange={setChosen}
              segments={[
                { value: "steps", label: "Steps" },
                { value: "trajectories", label: "Trajectories" },
              ]}
            />
          ) : null}
          <Link href={href} className="text-small text-accent-text hover:underline">
            Open rollouts
          </Link>
        </div>
      </div>
      <div className="flex gap-x-6 gap-y-2 max-md:flex-col">
        <div className="min-w-0 flex-1">
          <div className="relative max-h-[300px] overflow-auto">
            <GroupMapView
              key={view}
              map={shown}
              hasSpreads={view === "trajectories"}
              shadeOf={vatOf}
              hrefOf={hrefOf}
              caption={
                view === "steps"
                  ? "Mean reward of each group, one row per step of the model"
                  : "Reward of each trajectory, one column per group of the job"
              }
            />
          </div>
          {shown.columns.length < map.columns.length ? (
            <Button kind="ghost" size="small" className="mt-1" onClick={() => setMost(most + COLUMNS_PER_PAGE)}>
              Show more of {map.columns.length} groups
            </Button>
          ) : null}
        </div>
        {means.length === 0 ? null : <GroupMeans bars={means} />}
      </div>
    </>
  );
}

/** Returns the number of rewarded trajectories if all rewards are 0 or 1, otherwise the mean reward. */
function rewardedText({ groups }: StepGroups): string | null {
  const rewards = groups.flatMap((group) => group.rewards);
  const { count, mean } = rewardSpread(rewards);
  if (mean === null) return null;
  const isBinary = rewards.every((reward) => reward === 0 || reward === 1);
  const all = countOf(count, "trajectory", "trajectories");
  return isBinary
    ? `${formatCount(Math.round(mean * count))} of ${all} rewarded`
    : `${all}, mean reward ${formatMetric("reward", mean)}`;
}

function firstColumns({ columns, rows }: GroupMap, most: number): GroupMap {
  return {
    columns: columns.slice(0, most),
    rows: rows.map((row) => ({ ...row, cells: row.cells.slice(0, most) })),
  };
}

function flatCount({ groups }: StepGroups): number {
  return groups.filter(({ rewards }) => new Set(rewards).size < 2).length;
}

function Legend() {
  return (
    <span className="flex items-center gap-2.5 text-micro text-ink-3 max-md:hidden">
      <Swatch label="high reward" className="bg-vat-7" />
      <Swatch label="low" className="bg-vat-0 shadow-[inset_0_0_0_1px_var(--line-input)]" />
      <Swatch label="zero variance" className="bg-hatch-idle shadow-[inset_0_0_0_1px_var(--line-input)]" />
    </span>
  );
}

function Swatch({ label, className }: { label: string; className: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <i aria-hidden="true" className={`size-2.5 rounded-bar ${className}`} />
      {label}
    </span>
  );
}
